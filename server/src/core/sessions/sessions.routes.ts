import { sessions } from "@laro/contract/sessions";
import { routes } from "../../platform/routes.ts";
import { readChallenge } from "./challenge.ts";
import { answerChallenge } from "./login.challenge.ts";
import { listEntries } from "./login.events.ts";
import { takeOver } from "./login.handOver.ts";
import { logInOperator } from "./login.operator.ts";
import { logInRemembered } from "./login.remembered.ts";
import { logIn } from "./login.ts";
import { proveSession, readProof } from "./proof.ts";
import { forgetAllRemembered, forgetRemembered, readRemembered } from "./remember.ts";
import { endMySession, listMySessions } from "./sessions.mine.ts";
import { endSession, endSessions } from "./sessions.ts";
import { issueTicket } from "./tickets.ts";

export const sessionsRoutes = routes(sessions, {
  login: async ({ db, begin, actor, input, now, platform, visitor }) =>
    logIn({ db, begin }, { ...input, visitor, ip: actor.ip, now, timeZone: platform.timeZone }),
  remembered: async ({ db, now, visitor }) => readRemembered(db, { visitor, now }),
  loginRemembered: async ({ db, begin, actor, now, platform, visitor }) =>
    logInRemembered({ db, begin }, { visitor, ip: actor.ip, now, timeZone: platform.timeZone }),
  challenge: async ({ db, now, visitor }) => readChallenge(db, { visitor, now }),
  answerChallenge: async ({ db, begin, actor, input, now, platform, visitor }) =>
    answerChallenge({ db, begin }, { ...input, visitor, ip: actor.ip, now, timeZone: platform.timeZone }),
  mine: async ({ db, actor, now }) => listMySessions(db, actor, now),
  end: async ({ begin, actor, input, now, platform }) => {
    await endMySession(begin, { accountId: actor.id, session: input.id, now });
    platform.live.forgetSessionHere(input.id);
    return {};
  },
  endOthers: async ({ begin, actor, now, platform }) => {
    const ended = await begin(async (tx) => {
      await forgetAllRemembered(tx, actor.id);
      return endSessions(tx, { kind: "member", subjectId: actor.id, except: actor.session, now });
    });
    for (const session of ended) platform.live.forgetSessionHere(session);
    return { ended: ended.length };
  },
  history: async ({ db, actor, input }) => listEntries(db, actor.id, input),
  proof: async ({ db, actor }) => readProof(db, actor),
  prove: async ({ db, begin, actor, input, now, platform }) => {
    await proveSession({ db, begin }, { actor, ...input, now });
    platform.live.forgetSessionHere(actor.session);
    return {};
  },
  handOver: async ({ begin, actor, now }) => begin((tx) => issueTicket(tx, "handOver", actor, now)),
  takeOver: async ({ db, begin, actor, input, now, platform, visitor }) =>
    takeOver({ db, begin }, { ticket: input.ticket, visitor, ip: actor.ip, now, timeZone: platform.timeZone }),
  loginOperator: async ({ db, begin, actor, input, now, requestId }) => logInOperator({ db, begin }, { ...input, ip: actor.ip, now, requestId }),
  logout: async ({ begin, actor, now, platform, visitor }) => {
    await begin(async (tx) => {
      await endSession(tx, { session: actor.session, now });
      await forgetRemembered(tx, visitor);
    });
    platform.live.forgetSessionHere(actor.session);
    return {};
  },
  logoutOperator: async ({ tx, actor, now }) => {
    await endSession(tx, { session: actor.session, now });
    return {};
  },
  liveTicket: async ({ begin, actor, now }) => begin((tx) => issueTicket(tx, "live", actor, now)),
  liveTicketOperator: async ({ begin, actor, now }) => begin((tx) => issueTicket(tx, "live", actor, now)),
});
