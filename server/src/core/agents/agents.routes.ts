import { agents } from "@laro/contract/agents";
import { routes } from "../../platform/routes.ts";
import { getOverview, listDownlines } from "./agents.ts";

export const agentsRoutes = routes(agents, {
  overview: async ({ db, actor }) => getOverview(db, actor.id),
  downlines: async ({ db, actor, input }) => listDownlines(db, actor.id, input),
});
