import { missions } from "@laro/contract/missions";
import { lookerOf } from "../../core/campaigns/campaigns.read.ts";
import { routes } from "../../platform/routes.ts";
import { findLeaderboard, summarise } from "./missions.ts";

export const missionsRoutes = routes(missions, {
  summary: async ({ db, actor, input: { language }, now, platform }) => summarise(db, lookerOf(platform, { actor, language, now })),
  leaderboard: async ({ db, actor, input: { language }, now, platform }) => findLeaderboard(db, lookerOf(platform, { actor, language, now })),
});
