import { accounts } from "@laro/contract/accounts";
import { routes } from "../../platform/routes.ts";
import { packs } from "../settings/packs.ts";
import { checkNotResting } from "./rest.ts";
import { endChallenges } from "../sessions/challenge.ts";
import { visitOf } from "../sessions/visit.ts";
import { forgetAllRemembered } from "../sessions/remember.ts";
import { endSessions, finishSession } from "../sessions/sessions.ts";
import { changePassword, getMember, register, setLanguage, setPaymentPassword } from "./accounts.ts";

export const accountsRoutes = routes(accounts, {
  register: async ({ db, begin, input, ...call }) => register({ db, begin }, { user: input, pack: packs[call.platform.config.pack], ...visitOf(call) }),
  me: async ({ db, actor }) => getMember(db, actor),
  changePassword: async ({ db, begin, actor, input, now, platform }) => {
    let ended: readonly string[] = [];
    await changePassword(
      { db, begin },
      {
        accountId: actor.id,
        oldPassword: input.oldPassword,
        newPassword: input.newPassword,
        confirmNewPassword: input.confirmNewPassword,
        isForced: actor.mustChangePassword,
        now,
      },
      async (tx) => {
        ended = await endSessions(tx, { kind: "member", subjectId: actor.id, except: actor.session, now });
        await finishSession(tx, actor.session);
        await forgetAllRemembered(tx, actor.id);
        await endChallenges(tx, actor.id);
      },
    );
    // This session's own cached state is stale too: it may do everything again.
    for (const session of [...ended, actor.session]) platform.live.forgetSessionHere(session);
    return {};
  },
  setPaymentPassword: async ({ db, begin, actor, input, now, platform }) => {
    await checkNotResting(platform, actor, now);
    await setPaymentPassword({ db, begin }, { accountId: actor.id, ...input, now });
    return {};
  },
  setLanguage: async ({ tx, actor, input }) => {
    await setLanguage(tx, { accountId: actor.id, language: input.language });
    return {};
  },
});
