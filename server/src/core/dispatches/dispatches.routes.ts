import { dispatches } from "@laro/contract/dispatches";
import { routes } from "../../platform/routes.ts";
import { packs } from "../settings/packs.ts";
import { resendLetter } from "./dispatches.again.ts";
import { listDispatches } from "./dispatches.ts";
import { listLetterAlerts, readLetterUse } from "./dispatches.use.ts";

export const dispatchesRoutes = routes(dispatches, {
  list: async ({ db, input, now, platform: { keys, config } }) => listDispatches(db, { ...input, keys, now, isOpen: packs[config.pack].playMoney }),
  resend: async ({ tx, input: { id }, now, platform: { keys } }) => ({ id: await resendLetter(tx, keys, { id, now }) }),
  use: async ({ db, now, platform: { timeZone } }) => readLetterUse(db, { now, timeZone }),
  alerts: async ({ db, now }) => listLetterAlerts(db, now),
});
