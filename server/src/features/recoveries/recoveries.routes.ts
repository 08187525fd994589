import { recoveries } from "@laro/contract/recoveries";
import { visitOf } from "../../core/sessions/visit.ts";
import { routes } from "../../platform/routes.ts";
import { recoverByEmail, recoverByPhone, recoverByTicket, sendRecoveryCode } from "./recoveries.ts";

export const recoveriesRoutes = routes(recoveries, {
  byEmail: async ({ input, ...call }) => {
    await recoverByEmail(call.platform, { ...input, ...visitOf(call) });
    return {};
  },
  sendCode: async ({ input, ...call }) => sendRecoveryCode(call.platform, { ...input, ...visitOf(call) }),
  byPhone: async ({ input, ...call }) => recoverByPhone(call.platform, { ...input, ...visitOf(call) }),
  byTicket: async ({ input, ...call }) => recoverByTicket(call.platform, { ...input, ...visitOf(call) }),
});
