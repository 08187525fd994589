import { limits } from "@laro/contract/limits";
import { useApiCommand, useApiQuery } from "../../api/query.ts";

export const useLimits = ({ enabled = true } = {}) => useApiQuery(limits.mine, {}, { enabled });
export const useSetLimit = () => useApiCommand(limits.set, { stale: [limits.mine] });
export const useRemoveLimit = () => useApiCommand(limits.remove, { stale: [limits.mine] });
export const useSetTimeLimit = () => useApiCommand(limits.setTime, { stale: [limits.mine] });
export const useRemoveTimeLimit = () => useApiCommand(limits.removeTime, { stale: [limits.mine] });
