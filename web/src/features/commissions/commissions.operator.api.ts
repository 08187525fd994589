import { commissions } from "@laro/contract/commissions";
import { useApiPages, useApiQuery } from "../../api/query.ts";

const PAGE_ROWS = 50;

export const useExplainedPay = (id: string) => useApiQuery(commissions.explainPay, { id });
export const useExplainedPayDay = (id: string, day: string) => useApiPages(commissions.explainPayDay, { id, day, limit: PAGE_ROWS });
