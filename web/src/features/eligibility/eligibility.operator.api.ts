import { eligibility, type EligibilityState } from "@laro/contract/eligibility";
import { useApiCommand, useApiPages } from "../../api/query.ts";

const PAGE_ROWS = 50;

/** What an officer may do about a case. */
export interface EligibilityRights {
  readonly officer: string;
  readonly canOpen: boolean;
  readonly canClear: boolean;
  readonly canJudge: boolean;
}

/** The steps that want nothing but a reason. */
export type Step = "notice" | "uphold" | "proposeClearing" | "clear";
export type Settling = "proposeSettlement" | "settle";

export const useCases = (state: EligibilityState) => useApiPages(eligibility.cases, { state, limit: PAGE_ROWS });
export const useOpenCase = () => useApiCommand(eligibility.open, { stale: [eligibility.cases] });
export const useStep = (step: Step) => useApiCommand(eligibility[step], { stale: [eligibility.cases] });
export const useSettling = (settling: Settling) => useApiCommand(eligibility[settling], { stale: [eligibility.cases] });
