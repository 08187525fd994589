import { sessions } from "@laro/contract/sessions";
import { routes } from "../../platform/routes.ts";
import { logIn } from "./login.ts";
import { logInOperator } from "./login.operator.ts";
import { endSession } from "./sessions.ts";
import { issueTicket } from "./tickets.ts";

export const sessionsRoutes = routes(sessions, {
  login: async ({ db, begin, actor, input, now, platform }) => logIn({ db, begin }, { ...input, ip: actor.ip, now, timeZone: platform.timeZone }),
  loginOperator: async ({ db, begin, actor, input, now, requestId, platform }) =>
    logInOperator({ db, begin, platform }, { ...input, ip: actor.ip, now, requestId }),
  logout: async ({ begin, actor, now, platform }) => {
    await begin((tx) => endSession(tx, { session: actor.session, now }));
    platform.live.forgetSessionHere(actor.session);
    return {};
  },
  logoutOperator: async ({ tx, actor, now }) => {
    await endSession(tx, { session: actor.session, now });
    return {};
  },
  liveTicket: async ({ begin, actor, now }) => begin((tx) => issueTicket(tx, actor, now)),
  liveTicketOperator: async ({ begin, actor, now }) => begin((tx) => issueTicket(tx, actor, now)),
});
