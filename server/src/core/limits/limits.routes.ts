import { limits } from "@laro/contract/limits";
import { routes } from "../../platform/routes.ts";
import { listLimits, removeLimit, setLimit } from "./limits.ts";

export const limitsRoutes = routes(limits, {
  mine: async ({ db, actor, now, platform }) => ({ list: await listLimits(db, { accountId: actor.id, now, timeZone: platform.timeZone }) }),
  set: async ({ tx, actor, input, now, platform }) => setLimit(tx, input, { accountId: actor.id, now, timeZone: platform.timeZone }),
  remove: async ({ tx, actor, input, now, platform }) => removeLimit(tx, input, { accountId: actor.id, now, timeZone: platform.timeZone }),
});
