import { eligibility } from "@laro/contract/eligibility";
import { clearEligibilityCase, proposeClearing } from "../../core/accounts/eligibility.ts";
import { appealCase, giveNotice, proposeSettlement, settleCase, upholdCase } from "../../core/accounts/eligibility.process.ts";
import { routes } from "../../platform/routes.ts";
import { closeToMember, getEligibilityCase, getMyCase, listEligibilityCases, listMyCases } from "./eligibility.ts";

export const eligibilityRoutes = routes(eligibility, {
  cases: async ({ db, input }) => listEligibilityCases(db, input),
  open: async ({ tx, actor, input, now }) => closeToMember(tx, { ...input, officer: actor, now }),
  proposeClearing: async ({ tx, actor, input: { id } }) => {
    await proposeClearing(tx, { id, officerId: actor.id });
    return getEligibilityCase(tx, id);
  },
  clear: async ({ tx, actor, input: { id }, now, platform: { timeZone } }) => {
    await clearEligibilityCase(tx, { now, timeZone }, { id, officerId: actor.id });
    return getEligibilityCase(tx, id);
  },
  notice: async ({ tx, actor, input: { id, reason }, now, platform: { timeZone } }) => {
    await giveNotice(tx, { now, timeZone }, { id, officerId: actor.id, notice: reason });
    return getEligibilityCase(tx, id);
  },
  uphold: async ({ tx, actor, input: { id, reason }, now, platform: { timeZone } }) => {
    await upholdCase(tx, { now, timeZone }, { id, officerId: actor.id, answer: reason });
    return getEligibilityCase(tx, id);
  },
  proposeSettlement: async ({ tx, actor, input: { id, returned, regulatorReference }, now, platform: { timeZone } }) => {
    await proposeSettlement(tx, { now, timeZone }, { id, officerId: actor.id, returnedMinor: returned, regulatorReference });
    return getEligibilityCase(tx, id);
  },
  settle: async ({ tx, actor, input: { id, returned, regulatorReference }, now, platform: { timeZone } }) => {
    await settleCase(tx, { now, timeZone }, { id, officerId: actor.id, returnedMinor: returned, regulatorReference });
    return getEligibilityCase(tx, id);
  },
  mine: async ({ db, actor }) => listMyCases(db, actor.id),
  appeal: async ({ tx, actor, input, now }) => {
    await appealCase(tx, { ...input, accountId: actor.id, now });
    return getMyCase(tx, input.id);
  },
});
