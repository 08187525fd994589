import { operators } from "@laro/contract/operators";
import { changeOperatorPassword } from "../../core/accounts/operators.ts";
import { endSessions, finishSession } from "../../core/sessions/sessions.ts";
import { forgetSessionsOnCommit } from "../../platform/live.ts";
import { routes } from "../../platform/routes.ts";
import { changeRole, closeOperator, endOperatorSessions, listOperators, openOperator, reopenOperator, resetOperatorPassword } from "./operators.ts";

export const operatorsRoutes = routes(operators, {
  list: async ({ db, input, now }) => listOperators(db, { ...input, now }),
  create: async ({ begin, input, now }) => openOperator(begin, { ...input, now }),
  resetPassword: async ({ begin, actor, input, now }) => resetOperatorPassword(begin, { id: input.id, by: actor, now }),
  setRole: async ({ tx, actor, input, now }) => changeRole(tx, { id: input.id, role: input.role, by: actor, now }),
  close: async ({ tx, actor, input, now }) => closeOperator(tx, { id: input.id, by: actor, now }),
  reopen: async ({ tx, actor, input, now }) => reopenOperator(tx, { id: input.id, by: actor, now }),
  endSessions: async ({ tx, actor, input, now }) => endOperatorSessions(tx, { id: input.id, by: actor, now }),
  changePassword: async ({ db, begin, actor, input, now }) => {
    const { id, session, mustChangePassword: isForced } = actor;
    await changeOperatorPassword({ db, begin }, { ...input, id, isForced, now }, async (tx) => {
      const ended = await endSessions(tx, { kind: "operator", subjectId: id, except: session, now });
      await finishSession(tx, session);
      // This session is remembered as one that must first change its password.
      await forgetSessionsOnCommit(tx, [...ended, session]);
    });
    return {};
  },
});
