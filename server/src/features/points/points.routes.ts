import { refuse } from "@laro/contract/core/errors";
import { points } from "@laro/contract/points";
import { checkPaymentPassword } from "../../core/accounts/accounts.ts";
import { checkNotResting } from "../../core/accounts/rest.ts";
import { packs } from "../../core/settings/packs.ts";
import type { MemberActor } from "../../platform/actor.ts";
import { type Platform, routes } from "../../platform/routes.ts";
import { convertPoints } from "./points.convert.ts";
import { listItems, saveItem } from "./points.items.ts";
import { listRedeems, listRewards } from "./points.mall.ts";
import { approveRedeem, listQueue, rejectRedeem, sendRedeem, writeRedeems } from "./points.queue.ts";
import { decideRatios, proposeRatios, readDesk } from "./points.ratios.ts";
import { redeemItem } from "./points.redeem.ts";
import { getBalance, getConfig, listDetails } from "./points.ts";

const proofOf =
  ({ database, timeZone }: Platform, { actor, paymentPassword, now }: { actor: MemberActor; paymentPassword: string; now: Date }) =>
  async (): Promise<void> => {
    await checkNotResting({ db: database.db, timeZone }, actor, now);
    await checkPaymentPassword(database, { accountId: actor.id, paymentPassword, now });
  };

/** An empty field is told at once: it is no try. */
function checkGiven(paymentPassword: string): void {
  if (paymentPassword === "") refuse("points.password_missing", { field: "paymentPassword" });
}

export const pointsRoutes = routes(points, {
  balance: async ({ db, actor, now, platform: { timeZone } }) => getBalance(db, { accountId: actor.id, now, timeZone }),
  rewards: async ({ db, actor, input }) => listRewards(db, actor.id, input),
  redeem: async ({ platform, actor, input: { paymentPassword, ...request }, now }) => {
    checkGiven(paymentPassword);
    return redeemItem(platform, { accountId: actor.id, request, prove: proofOf(platform, { actor, paymentPassword, now }), now });
  },
  redeems: async ({ db, actor, input }) => listRedeems(db, actor.id, input),
  config: async ({ db, now, platform: { timeZone } }) => getConfig(db, { now, timeZone }),
  details: async ({ db, actor, input }) => listDetails(db, actor.id, input),
  convert: async ({ platform, actor, input: { paymentPassword, ...request }, now }) => {
    checkGiven(paymentPassword);
    return convertPoints(platform, { accountId: actor.id, request, prove: proofOf(platform, { actor, paymentPassword, now }), now });
  },
  items: async ({ db, input }) => listItems(db, input),
  saveItem: async ({ tx, actor: by, input: { reason: _, ...item }, now, platform: { config } }) => saveItem(tx, { item, pack: packs[config.pack], by, now }),
  queue: async ({ db, input, platform: { keys } }) => listQueue(db, keys, input),
  approve: async ({ tx, actor: by, input, now, platform: { keys, config } }) => approveRedeem(tx, { ...input, by, keys, now, pack: packs[config.pack] }),
  reject: async ({ tx, actor: by, input, now, platform: { keys } }) => rejectRedeem(tx, { ...input, by, keys, now }),
  sent: async ({ tx, input, now, platform: { keys } }) => sendRedeem(tx, keys, { ...input, now }),
  ratios: async ({ db, platform: { timeZone } }) => readDesk(db, timeZone),
  proposeRatios: async ({ tx, actor: by, input: { ratios, reason }, now }) => proposeRatios(tx, ratios, { reason, by, now }),
  confirmRatios: async ({ tx, actor: by, input, now, platform: { timeZone } }) => decideRatios(tx, "confirmed", { ...input, by, now, timeZone }),
  declineRatios: async ({ tx, actor: by, input, now, platform: { timeZone } }) => decideRatios(tx, "declined", { ...input, by, now, timeZone }),
  redeemsCsv: async ({ db }) => ({ name: "redeems.csv", content: writeRedeems(db) }),
});
