import { commissions } from "@laro/contract/commissions";
import type { InputOf } from "@laro/contract/core/endpoint";
import { useApiPages, useApiQuery } from "../../api/query.ts";

const PAGE_ROWS = 50;

type Filter = Pick<InputOf<(typeof commissions)["mine"]>, "kind" | "from" | "to">;

export const useMine = (filter: Filter, enabled = true) => useApiPages(commissions.mine, { ...filter, limit: PAGE_ROWS }, { enabled });
export const useGiven = (filter: Filter, enabled = true) => useApiPages(commissions.given, { ...filter, limit: PAGE_ROWS }, { enabled });
export const useProgress = () => useApiQuery(commissions.progress, {}, { everyMs: 5 * 60_000 });
export const useExplained = (id: string) => useApiQuery(commissions.explain, { id });
export const useExplainedDay = (id: string, day: string) => useApiPages(commissions.explainDay, { id, day, limit: PAGE_ROWS });
export const useStatement = (month: string) => useApiQuery(commissions.statement, { month });
