import { eligibility } from "@laro/contract/eligibility";
import { clearEligibilityCase, proposeClearing } from "../../core/accounts/eligibility.ts";
import { routes } from "../../platform/routes.ts";
import { closeToMember, getEligibilityCase, listEligibilityCases } from "./eligibility.ts";

export const eligibilityRoutes = routes(eligibility, {
  cases: async ({ db, input }) => listEligibilityCases(db, input),
  open: async ({ tx, actor, input, now }) => closeToMember(tx, { ...input, officer: actor, now }),
  proposeClearing: async ({ tx, actor, input: { id } }) => {
    await proposeClearing(tx, { id, officerId: actor.id });
    return getEligibilityCase(tx, id);
  },
  clear: async ({ tx, actor, input: { id }, now }) => {
    await clearEligibilityCase(tx, { id, officerId: actor.id, now });
    return getEligibilityCase(tx, id);
  },
});
