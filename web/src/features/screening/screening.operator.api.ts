import { screening, type ScreeningHit } from "@laro/contract/screening";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

const PAGE_ROWS = 50;

export const useLists = () => useApiQuery(screening.lists, {});
export const useHits = (state: ScreeningHit["state"]) => useApiPages(screening.hits, { state, limit: PAGE_ROWS });
export const useDismiss = () => useApiCommand(screening.dismiss, { stale: [screening.hits] });
