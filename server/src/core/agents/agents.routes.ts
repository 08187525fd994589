import { agents } from "@laro/contract/agents";
import { refuse } from "@laro/contract/core/errors";
import { routes } from "../../platform/routes.ts";
import { findInvitingAgent, getOverview, listDownlines } from "./agents.ts";

export const agentsRoutes = routes(agents, {
  overview: async ({ db, actor }) => getOverview(db, actor.id),
  checkCode: async ({ db, input }) => {
    if ((await findInvitingAgent(db, input.code)) === undefined) refuse("accounts.invitation_unknown", { field: "code" });
    return { valid: true as const };
  },
  downlines: async ({ db, actor, input }) => listDownlines(db, actor.id, input),
});
