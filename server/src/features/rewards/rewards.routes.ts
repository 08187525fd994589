import { rewards } from "@laro/contract/rewards";
import { packs } from "../../core/settings/packs.ts";
import { routes } from "../../platform/routes.ts";
import { summarise } from "./rewards.ts";

export const rewardsRoutes = routes(rewards, {
  summary: async ({ db, actor, platform: { config } }) => summarise(db, { accountId: actor.id, pack: packs[config.pack] }),
});
