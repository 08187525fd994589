import { rewards } from "@laro/contract/rewards";
import { routes } from "../../platform/routes.ts";
import { summarise } from "./rewards.ts";

export const rewardsRoutes = routes(rewards, {
  summary: async ({ db, actor }) => summarise(db, actor.id),
});
