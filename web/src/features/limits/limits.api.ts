import { limits } from "@laro/contract/limits";
import { useApiCommand, useApiQuery } from "../../api/query.ts";

export const useLimits = () => useApiQuery(limits.mine, {});
export const useSetLimit = () => useApiCommand(limits.set, { stale: [limits.mine] });
export const useRemoveLimit = () => useApiCommand(limits.remove, { stale: [limits.mine] });
