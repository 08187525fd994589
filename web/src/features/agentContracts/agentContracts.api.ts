import { agentContracts } from "@laro/contract/agentContracts";
import type { ContractKind } from "@laro/contract/core/contractKinds";
import { useOnceCommand } from "../../api/once.ts";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

const changed = {
  stale: [agentContracts.mine, agentContracts.downlines, agentContracts.consolidated, agentContracts.terms, agentContracts.get],
};

export const useConsolidated = (enabled: boolean) => useApiQuery(agentContracts.consolidated, {}, { enabled });
export const useMine = (kind: ContractKind) => useApiPages(agentContracts.mine, { kind });
export const useGiven = (kind: ContractKind) => useApiPages(agentContracts.downlines, { kind });
export const useTerms = (kind: ContractKind) => useApiPages(agentContracts.terms, { kind, limit: 50 });
export const usePreview = () => useApiCommand(agentContracts.preview);
export const useSimulate = () => useApiCommand(agentContracts.simulate);
export const useOffer = () => useOnceCommand(agentContracts.offer, changed);
export const useWithdraw = () => useOnceCommand(agentContracts.withdraw, changed);
export const useRequestEnd = () => useOnceCommand(agentContracts.requestEnd, changed);

/** Hourly and real-time requests have endpoints of their own; dividend and daily ones are decided by the one for all. */
export function useAnswer(kind: ContractKind) {
  const [any, hourly, realTime] = [
    useOnceCommand(agentContracts.answer, changed),
    useOnceCommand(agentContracts.hourlySalaryRequest, changed),
    useOnceCommand(agentContracts.realTimeSalaryRequest, changed),
  ];
  return { dividend: any, daily: any, hourly, realTime }[kind];
}

/** Everything that waits for the agent: offers and requests to end, of its own contracts and of those it gave. */
export function useWaiting(enabled: boolean) {
  const mine = useApiPages(agentContracts.mine, { only: "waiting", limit: 20 }, { enabled });
  const given = useApiPages(agentContracts.downlines, { only: "waiting", limit: 20 }, { enabled });
  return [...mine.rows, ...given.rows].filter(({ waitsForMe }) => waitsForMe);
}
