import { rebates } from "@laro/contract/rebates";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

/** What an officer may do with rebates. */
export interface RebateRights {
  readonly officer: string;
  readonly canSee: boolean;
  readonly canPropose: boolean;
  readonly canConfirm: boolean;
}

const decided = { stale: [rebates.rates] } as const;

export const useRates = () => useApiQuery(rebates.rates, {});
export const useProposeRates = () => useApiCommand(rebates.proposeRates, decided);
export const useConfirmRates = () => useApiCommand(rebates.confirmRates, decided);
export const useDeclineRates = () => useApiCommand(rebates.declineRates, decided);
export const useRebateDays = () => useApiPages(rebates.days, { limit: 10 });
