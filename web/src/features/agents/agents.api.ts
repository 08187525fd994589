import { agents } from "@laro/contract/agents";
import { useOnceCommand } from "../../api/once.ts";
import { useApiCommand, useApiQuery } from "../../api/query.ts";

export const useOverview = () => useApiQuery(agents.overview, {});
/** Direct downlines whose account begins so. */
export const useDirect = (search: string) => useApiQuery(agents.findDirect, search === "" ? {} : { search });
export const useLinks = () => useApiQuery(agents.links, {});
export const useMakeLink = () => useOnceCommand(agents.makeLink, { stale: [agents.links] });
export const useCloseLink = () => useApiCommand(agents.closeLink, { stale: [agents.links] });

/** Where a link leads: the registration of the player site, which keeps the code. */
export const addressOf = (code: string): string => `${location.origin}/register?affiliateCode=${code}`;
