import { refuse } from "@laro/contract/core/errors";
import type { WithdrawalState } from "@laro/contract/withdrawals";
import { sql } from "kysely";
import { createPayout } from "../../core/payments/psp.ts";
import { flagMessage, recordAnswer, type PaymentEvent, type PaymentMoment } from "../../core/payments/webhooks.ts";
import { packs } from "../../core/settings/packs.ts";
import { getCashier } from "../../core/settings/settings.ts";
import { payOutHeld, releaseFunds } from "../../core/wallet/wallet.ts";
import { crashPoint } from "../../platform/crash.ts";
import type { Tx } from "../../platform/db.ts";
import { addJob } from "../../platform/outbox.ts";
import type { Platform } from "../../platform/routes.ts";
import { moveWithdrawal } from "./withdrawals.states.ts";

/** Sends an approved withdrawal to the provider. May run many times: the provider pays a reference once, and its message settles the rest. */
export async function sendPayout(platform: Platform, withdrawalId: string): Promise<void> {
  const { config, clock, timeZone } = platform;
  const { db, begin } = platform.database;
  const payout = await db
    .selectFrom("withdrawal as w")
    .innerJoin("payout_account as p", "p.id", "w.payout_account_id")
    .select(["w.id as reference", "p.bank", "p.holder", "p.number"])
    .select(sql<bigint>`w.amount - w.fee`.as("amountMinor"))
    .where("w.id", "=", withdrawalId)
    .where("w.state", "=", "approved")
    .executeTakeFirst();
  if (payout === undefined) return;
  crashPoint("outbox.before_send");
  const { id, state } = await createPayout(platform, payout);
  crashPoint("outbox.after_send");
  const outcome: PayoutOutcome = { reference: withdrawalId, providerId: id, amount: payout.amountMinor };
  const moment = { now: clock.now(), timeZone, pack: packs[config.pack] };
  const settled = begin(async (tx) => {
    await tx.updateTable("withdrawal").set({ provider_ref: id }).where("id", "=", withdrawalId).where("provider_ref", "is", null).execute();
    if (state === "paid") await settlePayout(tx, outcome, moment);
    if (state === "failed") await failPayout(tx, outcome, moment);
  });
  await settled.catch(async (error: unknown) => {
    if (state !== "open") await recordAnswer(platform, { ...outcome, type: `payout.${state}` }, error);
    throw error;
  });
}

/** What the provider says became of a payout, in a message that has an id or as an answer; `amount` in minor units. */
type PayoutOutcome = Pick<PaymentEvent, "reference" | "providerId" | "amount"> & Partial<Pick<PaymentEvent, "id">>;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The provider paid: the held money leaves the platform, and the member's time to answer begins. */
export async function settlePayout(tx: Tx, outcome: PayoutOutcome, { now, timeZone, pack }: PaymentMoment): Promise<void> {
  const { reference: id, providerId, amount: payoutMinor } = outcome;
  const { autoReceiptMinutes } = await getCashier(tx, pack);
  const change = {
    paid_at: now,
    received_by: new Date(now.getTime() + autoReceiptMinutes * MINUTE_MS),
    disputable_until: new Date(now.getTime() + pack.withdrawal.caseDays * DAY_MS),
    provider_ref: providerId,
  };
  const moved = await moveWithdrawal(tx, { id, payoutMinor, to: "paid", change });
  if (moved === undefined) return checkRepeated(tx, outcome, ["paid", "received", "investigating", "returned"]);
  await payOutHeld(tx, { now, timeZone }, moved);
}

/** The provider could not pay: the held money goes back to the member. */
export async function failPayout(tx: Tx, outcome: PayoutOutcome, { now, timeZone }: PaymentMoment): Promise<void> {
  const { reference: id, providerId, amount: payoutMinor } = outcome;
  const moved = await moveWithdrawal(tx, { id, payoutMinor, to: "failed", change: { closed_at: now, provider_ref: providerId } });
  if (moved === undefined) return checkRepeated(tx, outcome, ["failed"]);
  await releaseFunds(tx, { now, timeZone }, moved);
}

/**
 * Hearing the same again is no news. The opposite of what was settled is refused, and another payout of what was settled is marked: both are for a person to look at.
 */
async function checkRepeated(tx: Tx, { id: eventId, reference, providerId, amount }: PayoutOutcome, settled: readonly WithdrawalState[]): Promise<void> {
  const row = await tx
    .selectFrom("withdrawal")
    .select(["state", "provider_ref as providerRef", sql<bigint>`amount - fee`.as("payout")])
    .where("id", "=", reference)
    .executeTakeFirst();
  if (row === undefined) refuse("webhooks.reference_unknown");
  if (!(settled as readonly string[]).includes(row.state)) refuse("webhooks.contradiction");
  if (row.payout === amount && row.providerRef === providerId) return;
  // An answer is no message that could be marked: refused, it is kept with its fault.
  if (eventId === undefined) refuse("webhooks.contradiction");
  await flagMessage(tx, { id: eventId }, "webhooks.contradiction");
}

/** So many are sent again in one run; those that are behind them come with the next. */
const AGAIN_AT_ONCE_MAX = 100;
const AGAIN_AFTER_MS = 60 * MINUTE_MS;

/**
 * Asks again about approved payouts of which nothing was heard for an hour and that no job will ask about: one that spent its attempts, or was answered "open" and never told
 * of. Who was asked about longest ago comes first, so that none waits behind those that stay open.
 */
export async function sendAgain(tx: Tx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - AGAIN_AFTER_MS);
  const silent = await tx
    .selectFrom("withdrawal as w")
    .select("w.id")
    .where("w.state", "=", "approved")
    .where("w.decided_at", "<=", before)
    .where((where) => where.or([where("w.asked_at", "is", null), where("w.asked_at", "<=", before)]))
    .where(sql<boolean>`not exists (select from graphile_worker.jobs j where j.key = 'payout:' || w.id and j.attempts < j.max_attempts)`)
    .orderBy("w.asked_at", (order) => order.asc().nullsFirst())
    .orderBy("w.number")
    .limit(AGAIN_AT_ONCE_MAX)
    .forUpdate()
    .skipLocked()
    .execute();
  if (silent.length === 0) return;
  const ids = silent.map(({ id }) => id);
  await tx.updateTable("withdrawal").set({ asked_at: now }).where("id", "in", ids).execute();
  for (const id of ids) await addPayoutJob(tx, id);
}

/** Has a payout sent once this transaction commits. */
export const addPayoutJob = (tx: Tx, withdrawalId: string): Promise<void> =>
  addJob(tx, "withdrawals:payout", { withdrawalId }, { key: `payout:${withdrawalId}` });
