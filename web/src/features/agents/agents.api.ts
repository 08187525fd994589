import { agents } from "@laro/contract/agents";
import { useApiPages, useApiQuery } from "../../api/query.ts";

export const useOverview = () => useApiQuery(agents.overview, {});
export const useDownlines = () => useApiPages(agents.downlines, {});
/** Direct downlines whose account begins so. */
export const useDirect = (search: string) => useApiQuery(agents.findDirect, search === "" ? {} : { search });
