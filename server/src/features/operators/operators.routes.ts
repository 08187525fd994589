import { operators } from "@laro/contract/operators";
import { changeOperatorPassword } from "../../core/accounts/operators.ts";
import { endSessions, finishSession } from "../../core/sessions/sessions.ts";
import { forgetSessionsOnCommit } from "../../platform/live.ts";
import { routes } from "../../platform/routes.ts";
import { closeOperator, endOperatorSessions, listBreakGlass, listOperators } from "./operators.ts";
import { confirmStaffProposal, declineStaffProposal, listStaffProposals, proposeFor, proposeOperator, proposeRoles } from "./operators.proposals.ts";

export const operatorsRoutes = routes(operators, {
  list: async ({ db, input, now }) => listOperators(db, { ...input, now }),
  proposals: async ({ db, input }) => listStaffProposals(db, input),
  breakGlass: async ({ db, now }) => listBreakGlass(db, now),
  create: async ({ tx, actor, input, now }) => proposeOperator(tx, { ...input, by: actor, now }),
  setRoles: async ({ tx, actor, input, now }) => proposeRoles(tx, { ...input, by: actor, now }),
  resetPassword: async ({ tx, actor, input, now }) => proposeFor(tx, { ...input, by: actor, now }, "resetPassword"),
  resetFactor: async ({ tx, actor, input, now }) => proposeFor(tx, { ...input, by: actor, now }, "resetFactor"),
  reopen: async ({ tx, actor, input, now }) => proposeFor(tx, { ...input, by: actor, now }, "reopen"),
  confirm: async ({ db, begin, actor, input, now }) => confirmStaffProposal({ db, begin }, { ...input, by: actor, now }),
  decline: async ({ tx, actor, input, now }) => declineStaffProposal(tx, { ...input, by: actor, now }),
  close: async ({ tx, actor, input, now }) => closeOperator(tx, { id: input.id, by: actor, now }),
  endSessions: async ({ tx, actor, input, now }) => endOperatorSessions(tx, { id: input.id, by: actor, now }),
  changePassword: async ({ db, begin, actor, input, now }) => {
    const { id, session, mustChangePassword: isForced } = actor;
    await changeOperatorPassword({ db, begin }, { ...input, id, session, isForced, now }, async (tx) => {
      const ended = await endSessions(tx, { kind: "operator", subjectId: id, except: session, now });
      await finishSession(tx, session);
      // This session is remembered as one that must first change its password.
      await forgetSessionsOnCommit(tx, [...ended, session]);
    });
    return {};
  },
});
