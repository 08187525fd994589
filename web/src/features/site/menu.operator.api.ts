import type { OutputOf } from "@laro/contract/core/endpoint";
import { settings } from "@laro/contract/settings";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

export type MenuInForce = OutputOf<typeof settings.menu>;

const STALE = { stale: [settings.menu, settings.menuVersions] };

export const useMenuInForce = () => useApiQuery(settings.menu, {});
export const useMenuVersions = () => useApiPages(settings.menuVersions, { limit: 10 });
export const useSetMenu = () => useApiCommand(settings.setMenu, STALE);
export const useRestoreMenu = () => useApiCommand(settings.restoreMenu, STALE);
