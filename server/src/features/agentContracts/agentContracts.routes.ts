import { agentContracts } from "@laro/contract/agentContracts";
import { refuse } from "@laro/contract/core/errors";
import { routes } from "../../platform/routes.ts";
import { answerContract, endForHouse, requestEnd, withdrawContract } from "./agentContracts.decisions.ts";
import { getAgentByName, getTerms, offerContract, previewContract, previewOffer } from "./agentContracts.offers.ts";
import { simulateForHouse, simulateOffer, simulateOffered, simulateTemplate } from "./agentContracts.simulate.ts";
import { listTemplates, proposeTemplate, publishTemplate } from "./agentContracts.templates.ts";
import { getConsolidated, getContract, listAllContracts, listContracts, listWaiting } from "./agentContracts.ts";

export const agentContractsRoutes = routes(agentContracts, {
  consolidated: async ({ db, actor, now }) => getConsolidated(db, actor.id, now),
  dividendRequest: async ({ db, actor, now, platform }) => ({ list: await listWaiting(db, platform, { viewer: actor.id, now, kind: "dividend" }) }),
  dailySalaryRequest: async ({ db, actor, now, platform }) => ({ list: await listWaiting(db, platform, { viewer: actor.id, now, kind: "daily" }) }),
  hourlySalaryRequest: async ({ tx, actor, input, now, platform }) => answerContract(tx, platform, { ...input, viewer: actor.id, now, kind: "hourly" }),
  realTimeSalaryRequest: async ({ tx, actor, input, now, platform }) => answerContract(tx, platform, { ...input, viewer: actor.id, now, kind: "realTime" }),
  answer: async ({ tx, actor, input, now, platform }) => answerContract(tx, platform, { ...input, viewer: actor.id, now }),
  offer: async ({ tx, actor, input: { accountId, ...input }, now, platform }) =>
    offerContract(tx, platform, { ...input, agentId: accountId, by: { agent: actor.id }, now }),
  withdraw: async ({ tx, actor, input: { id }, now, platform }) => withdrawContract(tx, platform, { id, viewer: actor.id, now }),
  requestEnd: async ({ tx, actor, input: { id, reason }, now, platform }) => requestEnd(tx, platform, { id, reason, viewer: actor.id, now }),
  preview: async ({ tx, actor, input: { offer, id }, now, platform }) => {
    if (offer !== undefined)
      return previewOffer(tx, platform, { kind: offer.kind, terms: offer.terms, agentId: offer.accountId, by: { agent: actor.id }, now });
    return previewContract(tx, platform, { id: id ?? refuse("agentContracts.not_found"), viewer: actor.id, now });
  },
  simulate: async ({ actor, input: { offer, id }, now, platform }) => {
    if (offer === undefined) return simulateOffered(platform, { id: id ?? refuse("agentContracts.not_found"), viewer: actor.id, now });
    return simulateOffer(platform, { kind: offer.kind, terms: offer.terms, agentId: offer.accountId, by: { agent: actor.id }, now });
  },
  mine: async ({ db, actor, input, now, platform }) => listContracts(db, platform, { ...input, side: "agent", viewer: actor.id, now }),
  downlines: async ({ db, actor, input, now, platform }) => listContracts(db, platform, { ...input, side: "upline", viewer: actor.id, now }),
  get: async ({ db, actor, input: { id }, now, platform }) => getContract(db, platform, { id, viewer: actor.id, now }),
  terms: async ({ db, actor, input, now, platform }) => getTerms(db, platform, { ...input, viewer: actor.id, now }),
  list: async ({ db, input, now, platform }) => listAllContracts(db, platform, { ...input, now }),
  previewFor: async ({ tx, actor, input: { offer, id }, now, platform }) => {
    if (offer === undefined) return previewContract(tx, platform, { id: id ?? refuse("agentContracts.not_found"), viewer: null, now });
    const agentId = await getAgentByName(tx, offer.account);
    return previewOffer(tx, platform, { kind: offer.kind, terms: offer.terms, agentId, by: { operator: actor.id }, now });
  },
  simulateFor: async ({ actor, input, now, platform }) => simulateForHouse(platform, { ...input, by: { operator: actor.id }, now }),
  simulateTemplate: async ({ input, platform }) => simulateTemplate(platform, input),
  offerFor: async ({ tx, actor, input: { account, kind, terms, fingerprint }, now, platform }) =>
    offerContract(tx, platform, { agentId: await getAgentByName(tx, account), kind, terms, fingerprint, by: { operator: actor.id }, now }),
  endFor: async ({ tx, actor, input, now, platform }) => endForHouse(tx, platform, { ...input, by: actor, now }),
  templates: async ({ db, input, platform }) => listTemplates(db, platform, input),
  proposeTemplate: async ({ tx, actor, input: { kind, limits, reason }, now }) => proposeTemplate(tx, { kind, limits }, { reason, by: actor, now }),
  publishTemplate: async ({ tx, actor, input, now }) => publishTemplate(tx, { ...input, by: actor, now }),
});
