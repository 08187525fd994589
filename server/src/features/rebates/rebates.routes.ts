import { rebates } from "@laro/contract/rebates";
import { packs } from "../../core/settings/packs.ts";
import { routes } from "../../platform/routes.ts";
import { claimRebates } from "./rebates.claim.ts";
import { exportDay, listDays, readTable } from "./rebates.desk.ts";
import { decideRates, proposeRates } from "./rebates.rates.ts";
import { getMine, listHistory } from "./rebates.ts";

export const rebatesRoutes = routes(rebates, {
  mine: async ({ db, actor, now, platform: { timeZone, config } }) => getMine(db, { accountId: actor.id, now, timeZone, pack: packs[config.pack] }),
  history: async ({ db, actor, input }) => listHistory(db, { ...input, accountId: actor.id }),
  claim: async ({ platform, actor, input: { requestId }, now }) => claimRebates(platform, { accountId: actor.id, requestId, now }),
  rates: async ({ db, platform: { timeZone } }) => readTable(db, timeZone),
  proposeRates: async ({ tx, actor: by, input: { rates, reason }, now }) => proposeRates(tx, rates, { reason, by, now }),
  confirmRates: async ({ tx, actor: by, input, now, platform: { timeZone } }) => decideRates(tx, "confirmed", { ...input, by, now, timeZone }),
  declineRates: async ({ tx, actor: by, input, now, platform: { timeZone } }) => decideRates(tx, "declined", { ...input, by, now, timeZone }),
  days: async ({ db, input }) => listDays(db, input),
  dayCsv: async ({ db, input }) => exportDay(db, input),
});
