import { bonuses } from "@laro/contract/bonuses";
import type { InputOf } from "@laro/contract/core/endpoint";
import { deposits } from "@laro/contract/deposits";
import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import { useApiCommand, useApiPages } from "../../api/query.ts";

export type BonusFilter = Omit<InputOf<(typeof bonuses)["mine"]>, "cursor" | "limit">;

const stale = [bonuses.mine, wallet.balance, wallet.history, withdrawals.terms, deposits.methods] as const;

export const useBonuses = (filter: BonusFilter) => useApiPages(bonuses.mine, filter);
export const useRelease = () => useApiCommand(bonuses.release, { stale });
export const useForfeit = () => useApiCommand(bonuses.forfeit, { stale });
