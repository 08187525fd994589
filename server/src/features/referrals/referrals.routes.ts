import { referrals } from "@laro/contract/referrals";
import { routes } from "../../platform/routes.ts";
import { getMine, listFriends } from "./referrals.ts";

export const referralsRoutes = routes(referrals, {
  mine: async ({ db, actor, now, platform: { timeZone } }) => getMine(db, { accountId: actor.id, now, timeZone }),
  friends: async ({ db, actor, input, now }) => listFriends(db, { ...input, accountId: actor.id, now }),
});
