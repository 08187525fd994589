import { adjustments, type Adjustment } from "@laro/contract/adjustments";
import { wallet } from "@laro/contract/wallet";
import { useApiCommand, useApiPages } from "../../api/query.ts";
import { useOnceCommand } from "../../api/once.ts";

const PAGE_ROWS = 50;

export type Decision = "confirm" | "decline";

/** What an officer may do here. */
export interface AdjustmentRights {
  readonly officer: string;
  readonly canPropose: boolean;
  readonly canDecide: boolean;
  readonly canReadJournal: boolean;
}

export const useAdjustments = (state: Adjustment["state"]) => useApiPages(adjustments.list, { state, limit: PAGE_ROWS });

/** A proposal carries a request id: pressing again after silence proposes once. */
export const usePropose = () => useOnceCommand(adjustments.propose, { stale: [adjustments.list] });

export const useProposeReversal = () => useApiCommand(adjustments.proposeReversal, { stale: [adjustments.list] });

export const useDecide = (decision: Decision) => useApiCommand(adjustments[decision], { stale: [adjustments.list, wallet.lines] });
