import { sessions } from "@laro/contract/sessions";
import { routes } from "../../platform/routes.ts";
import { packs } from "../settings/packs.ts";
import { readChallenge } from "./challenge.ts";
import { answerChallenge, sendChallengeCode } from "./login.challenge.ts";
import { listEntries } from "./login.events.ts";
import { takeOver } from "./login.handOver.ts";
import { logInOperator } from "./login.operator.ts";
import { logInRemembered } from "./login.remembered.ts";
import { logInByCode, sendLoginCode } from "./login.sms.ts";
import { logIn } from "./login.ts";
import { proveSession, readProof } from "./proof.ts";
import { forgetAllRemembered, forgetRemembered, readRemembered } from "./remember.ts";
import { endMySession, listMySessions } from "./sessions.mine.ts";
import { endSession, endSessions } from "./sessions.ts";
import { issueTicket } from "./tickets.ts";
import { visitOf } from "./visit.ts";

export const sessionsRoutes = routes(sessions, {
  login: async ({ db, begin, input, ...call }) => {
    const { username, password, countryDialingCode = "" } = input;
    const { platform, requestId } = call;
    const attempt = { ...input, ...visitOf(call), requestId };
    if (input.type === "sms") return logInByCode(platform, { ...attempt, mobileNum: username, code: password, countryDialingCode });
    const { pack, staffNets } = platform.config;
    return logIn({ db, begin, keys: platform.keys, pack: packs[pack], staffNets }, attempt);
  },
  sendCode: async ({ input, ...call }) => sendLoginCode(call.platform, { ...input, ...visitOf(call) }),
  remembered: async ({ db, now, visitor }) => readRemembered(db, { visitor, now }),
  loginRemembered: async ({ db, begin, ...call }) => logInRemembered({ db, begin }, visitOf(call)),
  challenge: async ({ db, now, visitor }) => readChallenge(db, { visitor, now }),
  sendChallengeCode: async ({ input, ...call }) => sendChallengeCode(call.platform, { ...input, ...visitOf(call) }),
  answerChallenge: async ({ input, ...call }) => answerChallenge(call.platform, { ...input, ...visitOf(call) }),
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
  prove: async ({ actor, input, visitor, now, platform }) => {
    await proveSession(platform, { ...input, actor, visitor, now });
    platform.live.forgetSessionHere(actor.session);
    return {};
  },
  handOver: async ({ begin, actor, now }) => begin((tx) => issueTicket(tx, "handOver", actor, now)),
  takeOver: async ({ db, begin, input, ...call }) => takeOver({ db, begin }, { ...input, actor: call.actor, ...visitOf(call) }),
  loginOperator: async ({ db, begin, input, ...call }) => {
    const { platform, requestId } = call;
    return logInOperator({ db, begin, platform }, { ...input, ...visitOf(call), requestId });
  },
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
