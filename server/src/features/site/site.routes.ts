import { site } from "@laro/contract/site";
import { routes } from "../../platform/routes.ts";
import { brand, packs } from "../../core/settings/packs.ts";
import { getSiteStatus, systemStatusOf } from "../../core/settings/settings.ts";
import { getMenu } from "./site.menu.ts";
import { getPermission } from "./site.ts";

export const siteRoutes = routes(site, {
  permission: async ({ db, actor, platform }) => getPermission(db, platform, actor.ip),
  menu: async ({ db, platform, now }) => getMenu(db, { pack: packs[platform.config.pack], now }),
  status: async ({ db }) => {
    const status = await getSiteStatus(db);
    return { systemStatus: systemStatusOf(status), until: status.until ?? null };
  },
  domainRoute: async () => ({ domainRoute: brand.domainRoute, mainDomain: brand.mainDomain }),
});
