import type { InputOf } from "@laro/contract/core/endpoint";
import { freeRounds } from "@laro/contract/freeRounds";
import { useOnceCommand } from "../../api/once.ts";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

/** What an officer may do here. */
export interface FreeRoundsRights {
  readonly officer: string;
  readonly canGrant: boolean;
  readonly canSeeProposals: boolean;
  readonly canConfirm: boolean;
  readonly canDecline: boolean;
  readonly canCancel: boolean;
}

const PAGE_ROWS = 50;
const stale = [freeRounds.list, freeRounds.proposals] as const;

export type FreeRoundsWish = Omit<InputOf<(typeof freeRounds)["list"]>, "cursor" | "limit">;

export const useFreeRounds = (wish: FreeRoundsWish) => useApiPages(freeRounds.list, { ...wish, limit: PAGE_ROWS });
export const useFreeRoundsProposals = () => useApiPages(freeRounds.proposals, { limit: PAGE_ROWS });
export const useGivenGames = (search: string) => useApiQuery(freeRounds.games, search === "" ? {} : { search });
/** A grant carries a request id: pressing again after silence gives once. */
export const useGrant = () => useOnceCommand(freeRounds.grant, { stale });
export const useConfirmGrant = () => useApiCommand(freeRounds.confirm, { stale });
export const useDeclineGrant = () => useApiCommand(freeRounds.decline, { stale });
export const useCancel = () => useApiCommand(freeRounds.cancel, { stale });
