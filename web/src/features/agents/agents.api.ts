import { agents } from "@laro/contract/agents";
import { useApiPages, useApiQuery } from "../../api/query.ts";

export const useOverview = () => useApiQuery(agents.overview, {});
export const useDownlines = () => useApiPages(agents.downlines, {});
