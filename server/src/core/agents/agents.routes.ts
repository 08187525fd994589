import { agents } from "@laro/contract/agents";
import { refuse } from "@laro/contract/core/errors";
import { routes } from "../../platform/routes.ts";
import { packs } from "../settings/packs.ts";
import { findDirect, findOwnAgent, getInviter } from "./agents.sight.ts";
import { findInvitingAgent, getOverview, listDownlines } from "./agents.ts";

export const agentsRoutes = routes(agents, {
  overview: async ({ db, actor }) => getOverview(db, actor.id),
  checkCode: async ({ db, input }) => {
    if ((await findInvitingAgent(db, input.code)) === undefined) refuse("accounts.invitation_unknown", { field: "code" });
    return { valid: true as const };
  },
  mine: async ({ db, actor, platform: { config } }) => ({ agent: await findOwnAgent(db, actor.id, packs[config.pack]) }),
  inviter: async ({ db, input, platform: { config } }) => getInviter(db, input.code, packs[config.pack]),
  findDirect: async ({ db, actor, input: { search }, platform: { config } }) => ({
    list: await findDirect(db, { agentId: actor.id, search, pack: packs[config.pack] }),
  }),
  downlines: async ({ db, actor, input }) => listDownlines(db, actor.id, input),
});
