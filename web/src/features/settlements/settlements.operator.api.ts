import { commissions, type payStates } from "@laro/contract/commissions";
import type { ContractKind } from "@laro/contract/core/contractKinds";
import { type Run, settlements, type SettlementProposal } from "@laro/contract/settlements";
import type { ComponentType } from "react";
import { useOnceCommand } from "../../api/once.ts";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

const PAGE_ROWS = 50;
/** While a run pays, its progress is asked for this often where the socket says nothing. */
const PAYING_MS = 3_000;

type PayState = (typeof payStates)[number];

/** What an officer may do with settlements. */
export interface SettlementRights {
  readonly officer: string;
  readonly canApprove: boolean;
  readonly canDiscard: boolean;
  readonly canCorrect: boolean;
  readonly canRelease: boolean;
  readonly canVoid: boolean;
  readonly canDecide: boolean;
  readonly canSeeProposals: boolean;
}

/** How a pay is explained, which another feature shows. */
export type Explain = ComponentType<{ id: string }> | undefined;

const isMoving = (run: Run | undefined): boolean => run !== undefined && ["computing", "approved", "paying"].includes(run.state);

export const useRuns = (kind: ContractKind | undefined) => useApiPages(settlements.runs, { limit: PAGE_ROWS, ...(kind === undefined ? {} : { kind }) });
export function useRun(id: string, known?: Run) {
  return useApiQuery(settlements.run, { id }, isMoving(known) ? { everyMs: PAYING_MS } : {});
}
export const usePays = (filter: { runId?: string; state?: PayState }) => useApiPages(settlements.pays, { ...filter, limit: PAGE_ROWS });
export const useProposals = (state: SettlementProposal["state"]) => useApiPages(settlements.proposals, { state, limit: PAGE_ROWS });

const ofRuns = [settlements.runs, settlements.run, settlements.pays] as const;
const ofPays = [...ofRuns, settlements.proposals, commissions.explainPay] as const;

export const useApprove = () => useApiCommand(settlements.approve, { stale: ofRuns });
export const useDiscard = () => useApiCommand(settlements.discard, { stale: ofRuns });
export type HeldDecision = "release" | "void";
export const useHeldDecision = (decision: HeldDecision) => useApiCommand(settlements[decision], { stale: ofPays });
/** A proposal carries a request id: pressing again after silence proposes once. */
export const usePropose = () => useOnceCommand(settlements.propose, { stale: [settlements.proposals] });
export type Decision = "confirm" | "decline";
export const useDecision = (decision: Decision) => useApiCommand(settlements[decision], { stale: ofPays });
