import type { InputOf } from "@laro/contract/core/endpoint";
import { reconciliation } from "@laro/contract/reconciliation";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

const DAYS = 10;
const PARTY_DAYS = 30;
const STATEMENTS = 10;
const PAGE_ROWS = 50;

export type DifferenceFilter = Pick<InputOf<(typeof reconciliation)["differences"]>, "state" | "day" | "party">;

export interface ReconciliationRights {
  readonly canRun: boolean;
  readonly canReadStatements: boolean;
  readonly canImport: boolean;
  readonly canExplain: boolean;
  readonly canReadJournal: boolean;
}

export const useDays = () => useApiPages(reconciliation.days, { limit: DAYS });
export const usePartyDays = (party: string) => useApiQuery(reconciliation.days, { party, limit: PARTY_DAYS });
export const useDifferences = (filter: DifferenceFilter) => useApiPages(reconciliation.differences, { ...filter, limit: PAGE_ROWS });
export const useRun = () => useApiCommand(reconciliation.run, { stale: [reconciliation.days, reconciliation.differences] });
export const useStatements = () => useApiPages(reconciliation.statements, { limit: STATEMENTS });
export const useImport = () => useApiCommand(reconciliation.importStatement, { stale: [reconciliation.statements, reconciliation.differences] });
export const useExplain = () => useApiCommand(reconciliation.explain, { stale: [reconciliation.days, reconciliation.differences] });
