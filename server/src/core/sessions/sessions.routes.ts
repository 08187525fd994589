import { sessions } from "@laro/contract/sessions";
import { routes } from "../../platform/routes.ts";
import { logIn, logInOperator } from "./login.ts";
import { endSession } from "./sessions.ts";
import { issueTicket } from "./tickets.ts";

export const sessionsRoutes = routes(sessions, {
  login: async ({ db, begin, actor, input, now, platform }) => logIn({ db, begin }, { ...input, ip: actor.ip, now, timeZone: platform.timeZone }),
  loginOperator: async ({ db, begin, actor, input, now }) => logInOperator({ db, begin }, { ...input, ip: actor.ip, now }),
  logout: async ({ begin, actor, now, platform }) => {
    await begin((tx) => endSession(tx, { session: actor.session, now }));
    platform.live.forgetSessionHere(actor.session);
    return {};
  },
  logoutOperator: async ({ begin, actor, now, platform }) => {
    await begin((tx) => endSession(tx, { session: actor.session, now }));
    platform.live.forgetSessionHere(actor.session);
    return {};
  },
  liveTicket: async ({ begin, actor, now }) => begin((tx) => issueTicket(tx, actor, now)),
  liveTicketOperator: async ({ begin, actor, now }) => begin((tx) => issueTicket(tx, actor, now)),
});
