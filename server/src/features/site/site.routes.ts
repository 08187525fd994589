import { site } from "@laro/contract/site";
import { routes } from "../../platform/routes.ts";
import { getPermission } from "./site.ts";

export const siteRoutes = routes(site, {
  permission: async ({ db, actor, platform }) => getPermission(db, platform, actor.ip),
});
