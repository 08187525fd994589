import { type Signal, signals } from "@laro/contract/signals";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

const PAGE_ROWS = 50;

export interface SignalRights {
  readonly canDecide: boolean;
  readonly canOpenMembers: boolean;
  readonly canOpenAgents: boolean;
}

export interface SignalFilter {
  readonly state: Signal["state"];
  readonly rule: Signal["rule"] | undefined;
  readonly accountId: bigint | undefined;
}

export type Decision = "dismiss" | "act" | "reopen";

export const useSignals = ({ state, rule, accountId }: SignalFilter) =>
  useApiPages(signals.list, { state, ...(rule === undefined ? {} : { rule }), ...(accountId === undefined ? {} : { accountId }), limit: PAGE_ROWS });
export const useSignalRules = () => useApiQuery(signals.rules, {});
export const useSee = () => useApiCommand(signals.see, { stale: [signals.list] });
export const useDecide = (decision: Decision) => useApiCommand(signals[decision], { stale: [signals.list] });
