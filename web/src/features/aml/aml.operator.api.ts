import { aml, type AmlAlert } from "@laro/contract/aml";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

const PAGE_ROWS = 50;

export type Decision = "openCase" | "close";

export interface AmlRights {
  readonly canDecide: boolean;
  readonly canReadJournal: boolean;
}

export const useAlerts = (state: AmlAlert["state"]) => useApiPages(aml.alerts, { state, limit: PAGE_ROWS });
export const useRules = () => useApiQuery(aml.rules, {});
export const useDecide = (decision: Decision) => useApiCommand(aml[decision], { stale: [aml.alerts] });
