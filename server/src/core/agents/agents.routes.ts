import { agents } from "@laro/contract/agents";
import { refuse } from "@laro/contract/core/errors";
import { type Platform, routes } from "../../platform/routes.ts";
import { type AgentRules, packs } from "../settings/packs.ts";
import { confirmAccreditation, declineAccreditation, endAccreditation, listAccreditations, proposeAccreditation } from "./agents.accreditation.ts";
import { closeLink, countVisit, findWay, getReferralCode, listLinks, makeLink, typesOfNewLink } from "./agents.links.ts";
import { confirmMove, declineMove, listMoves, proposeMove } from "./agents.moves.ts";
import { previewMove } from "./agents.moves.weigh.ts";
import { confirmNotCounted, declineNotCounted, listNotCounted, proposeCountedAgain, proposeNotCounted } from "./agents.notCounted.ts";
import { findAgents, listLevel } from "./agents.office.ts";
import { confirmStanding, declineStanding, listStandings, setStanding } from "./agents.standing.decide.ts";
import { findDirect, findOwnAgent, getInviter } from "./agents.sight.ts";
import { getOverview, listDownlines } from "./agents.ts";
import { viewAgent } from "./agents.view.ts";

const rulesOf = ({ config }: Platform): AgentRules => packs[config.pack].agents;

export const agentsRoutes = routes(agents, {
  overview: async ({ db, actor }) => getOverview(db, actor.id),
  checkCode: async ({ db, input, platform, now }) => {
    if ((await findWay(db, { code: input.code, rules: rulesOf(platform), now })) === undefined) refuse("accounts.invitation_unknown", { field: "code" });
    return { valid: true as const };
  },
  visit: async ({ tx, input, visitor, now, platform: { timeZone } }) => {
    await countVisit(tx, { code: input.code, device: visitor.nameDevice(), now, timeZone });
    return {};
  },
  mine: async ({ db, actor, platform: { config } }) => ({ agent: await findOwnAgent(db, actor.id, packs[config.pack]) }),
  referralCode: async ({ tx, actor, now }) => ({ code: await getReferralCode(tx, { accountId: actor.id, now }) }),
  inviter: async ({ db, input: { code }, now, platform: { config } }) => getInviter(db, { code, pack: packs[config.pack], now }),
  findDirect: async ({ db, actor, input: { search }, platform: { config } }) => ({
    list: await findDirect(db, { agentId: actor.id, search, pack: packs[config.pack] }),
  }),
  downlines: async ({ db, actor, input, platform }) => listDownlines(db, { agentId: actor.id, keys: platform.keys, rules: rulesOf(platform) }, input),
  links: async ({ db, actor: { id: agentId }, now, platform }) => ({
    list: await listLinks(db, { agentId, now, timeZone: platform.timeZone }),
    types: await typesOfNewLink(db, { agentId, rules: rulesOf(platform), now }),
  }),
  makeLink: async ({ tx, actor, input: { label, opens }, now, platform }) => makeLink(tx, { agentId: actor.id, label, opens, rules: rulesOf(platform), now }),
  closeLink: async ({ tx, actor, input, now }) => {
    await closeLink(tx, { agentId: actor.id, code: input.code, now });
    return {};
  },
  find: async ({ db, input, now }) => findAgents(db, { ...input, now }),
  level: async ({ db, input, now }) => listLevel(db, { ...input, now }),
  view: async ({ db, input, now, platform }) => viewAgent(db, { ...input, now, timeZone: platform.timeZone, rules: rulesOf(platform) }),
  moves: async ({ db, input }) => listMoves(db, input),
  previewMove: async ({ db, input: { id, toId = null }, now, platform }) =>
    previewMove(db, { id, toId, rules: rulesOf(platform), now, timeZone: platform.timeZone }),
  proposeMove: async ({ tx, input, actor: by, now, platform }) => proposeMove(tx, { ...input, by, now, rules: rulesOf(platform), timeZone: platform.timeZone }),
  confirmMove: async ({ tx, input, actor: by, now, platform }) =>
    confirmMove(tx, { ...input, by, now }, { rules: rulesOf(platform), now, timeZone: platform.timeZone }),
  declineMove: async ({ tx, input, actor: by, now }) => declineMove(tx, { ...input, by, now }),
  standings: async ({ db, input }) => listStandings(db, input),
  setStanding: async ({ tx, input, actor: by, now }) => setStanding(tx, { ...input, by, now }),
  confirmStanding: async ({ tx, input, actor: by, now }) => confirmStanding(tx, { ...input, by, now }),
  declineStanding: async ({ tx, input, actor: by, now }) => declineStanding(tx, { ...input, by, now }),
  accreditations: async ({ db, input }) => listAccreditations(db, input),
  proposeAccreditation: async ({ tx, input, actor: by, now, platform: { timeZone } }) => proposeAccreditation(tx, { ...input, by, now, timeZone }),
  confirmAccreditation: async ({ tx, input, actor: by, now }) => confirmAccreditation(tx, { ...input, by, now }),
  declineAccreditation: async ({ tx, input, actor: by, now }) => declineAccreditation(tx, { ...input, by, now }),
  endAccreditation: async ({ tx, input, actor: by, now }) => endAccreditation(tx, { ...input, by, now }),
  notCounted: async ({ db, input }) => listNotCounted(db, input),
  proposeNotCounted: async ({ tx, input, actor: by, now, platform: { timeZone } }) => proposeNotCounted(tx, { ...input, by, now, timeZone }),
  proposeCountedAgain: async ({ tx, input, actor: by, now, platform: { timeZone } }) => proposeCountedAgain(tx, { ...input, by, now, timeZone }),
  confirmNotCounted: async ({ tx, input, actor: by, now }) => confirmNotCounted(tx, { ...input, by, now }),
  declineNotCounted: async ({ tx, input, actor: by, now }) => declineNotCounted(tx, { ...input, by, now }),
});
