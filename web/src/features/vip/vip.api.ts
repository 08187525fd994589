import { vip } from "@laro/contract/vip";
import { useFlag } from "../../api/permission.ts";
import { useApiPages, useApiQuery } from "../../api/query.ts";

/** What VIP is to whoever is signed in. */
export const useVip = ({ enabled = true }: { enabled?: boolean } = {}) => useApiQuery(vip.mine, {}, { enabled: useFlag("vip") && enabled });
export const useVipLevels = () => useApiQuery(vip.levels, {});
export const useVipWeeks = () => useApiPages(vip.weeks, { limit: 10 });
