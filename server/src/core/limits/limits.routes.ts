import { limits } from "@laro/contract/limits";
import { routes } from "../../platform/routes.ts";
import { keepPlay } from "../wallet/playDays.ts";
import { listLimits, removeLimit, removeTimeLimit, setLimit, setTimeLimit } from "./limits.ts";

export const limitsRoutes = routes(limits, {
  mine: async ({ db, actor, now, platform }) => {
    await keepPlay(platform.reports, { accountId: actor.id, now });
    return listLimits(db, { accountId: actor.id, now, timeZone: platform.timeZone });
  },
  set: async ({ tx, actor, input, now, platform }) => setLimit(tx, input, { accountId: actor.id, now, timeZone: platform.timeZone }),
  remove: async ({ tx, actor, input, now, platform }) => removeLimit(tx, input, { accountId: actor.id, now, timeZone: platform.timeZone }),
  setTime: async ({ tx, actor, input, now, platform }) => setTimeLimit(tx, input, { accountId: actor.id, now, timeZone: platform.timeZone }),
  removeTime: async ({ tx, actor, input, now, platform }) => removeTimeLimit(tx, input, { accountId: actor.id, now, timeZone: platform.timeZone }),
});
