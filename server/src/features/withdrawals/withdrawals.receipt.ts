import type { InputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import { PROOFS_MAX, type Withdrawal, type withdrawals } from "@laro/contract/withdrawals";
import { sql } from "kysely";
import { readUpload, storeImage } from "../../core/images/images.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { tell } from "../../platform/outbox.ts";
import type { Platform } from "../../platform/routes.ts";
import { type MovedWithdrawal, moveWithdrawal, staleWithdrawals } from "./withdrawals.states.ts";
import { getWithdrawal } from "./withdrawals.ts";

interface Mine {
  readonly accountId: bigint;
  readonly now: Date;
}

type Answer = Mine & InputOf<(typeof withdrawals)["confirm"]>;

/** The member's word on a paid withdrawal: receipt closes it, anything else opens an investigation. */
export async function answerReceipt({ database: { db, begin }, keys }: Platform, { accountId, now, ...answer }: Answer): Promise<Withdrawal> {
  const { id } = answer;
  const { state, payout } = await getWithdrawal(db, { accountId, id, now });
  if (state !== "paid") refuse("withdrawals.not_paid");
  const remaining = readMissing(answer, payout);
  const picture = remaining === 0n || answer.proof === undefined ? undefined : await readUpload(answer.proof, "proof");
  return begin((tx) => settleReceipt(tx, { id, accountId, keys, remaining, picture, now }));
}

/** Closes a paid withdrawal as received, or opens a case about what remains of it. */
export async function settleReceipt(tx: Tx, { remaining, ...settling }: NewCase): Promise<Withdrawal> {
  const { id, accountId, now } = settling;
  const moved =
    remaining === 0n
      ? await moveWithdrawal(tx, { id, accountId, to: "received", from: "paid", change: { closed_at: now } })
      : await moveWithdrawal(tx, { id, accountId, to: "investigating", from: "paid", change: {}, toldMinor: remaining });
  if (moved === undefined) refuse("withdrawals.not_paid");
  if (remaining > 0n) await openCase(tx, moved, { ...settling, remaining });
  return getWithdrawal(tx, { accountId, id, now });
}

/** How much the member says did not arrive. */
function readMissing({ answer, remaining, proof }: InputOf<(typeof withdrawals)["confirm"]>, payout: bigint): bigint {
  if (answer === "received") return 0n;
  if (answer === "notReceived") return proof === undefined ? refuse("withdrawals.proof_needed", { field: "proof" }) : payout;
  if (remaining === undefined) refuse("withdrawals.remaining_needed", { field: "remaining" });
  checkMissing(remaining, payout - 1n);
  return remaining;
}

function checkMissing(remaining: bigint, most: bigint): void {
  if (remaining > most) refuse("withdrawals.remaining_too_large", { field: "remaining", maximum: formatAmount(most) });
}

/** Opens a case about a withdrawal that counts as received, within the days promised when it was paid. */
export async function disputeReceipt(
  { database: { db, begin }, keys }: Platform,
  { accountId, now, id, remaining, proof }: Mine & InputOf<(typeof withdrawals)["dispute"]>,
): Promise<Withdrawal> {
  const { disputableUntil, payout } = await getWithdrawal(db, { accountId, id, now });
  if (disputableUntil === null) refuse("withdrawals.case_closed");
  checkMissing(remaining, payout);
  const picture = await readUpload(proof, "proof");
  return begin(async (tx) => {
    const moved = await moveWithdrawal(tx, { id, accountId, to: "investigating", from: "received", change: { closed_at: null }, toldMinor: remaining });
    if (moved === undefined) refuse("withdrawals.case_closed");
    await openCase(tx, moved, { id, accountId, keys, remaining, picture, now });
    return getWithdrawal(tx, { accountId, id, now });
  });
}

interface Keeping extends Mine {
  readonly id: string;
  readonly keys: Pick<Keys, "dataKey">;
}

interface NewCase extends Keeping {
  /** What did not arrive, in minor units. */
  readonly remaining: bigint;
  readonly picture: Buffer | undefined;
}

async function openCase(tx: Tx, { amountMinor, feeMinor }: MovedWithdrawal, { remaining, picture, ...keeping }: NewCase): Promise<void> {
  const answer = remaining === amountMinor - feeMinor ? "notReceived" : "partlyReceived";
  await tx.insertInto("withdrawal_case").values({ withdrawal_id: keeping.id, answer, remaining, opened_at: keeping.now }).execute();
  if (picture !== undefined) await keepProof(tx, { ...keeping, picture });
}

async function keepProof(tx: Tx, { id, accountId, keys, picture, now }: Keeping & { picture: Buffer }): Promise<void> {
  const imageId = await storeImage(tx, keys, { accountId, purpose: "receipt", picture, now });
  await tx.insertInto("withdrawal_proof").values({ withdrawal_id: id, image_id: imageId, at: now }).execute();
}

/** Adds a picture to an investigation, up to the most there may be. */
export async function addProof(
  { database: { db, begin }, keys }: Platform,
  { accountId, now, id, proof }: Mine & InputOf<(typeof withdrawals)["addProof"]>,
): Promise<Withdrawal> {
  await checkTakesProof(db, { accountId, id, now });
  const picture = await readUpload(proof, "proof");
  return begin(async (tx) => {
    // Locked, so that of many pictures at once no more are kept than there may be.
    await tx.selectFrom("withdrawal").select("id").where("id", "=", id).where("account_id", "=", accountId).forUpdate().executeTakeFirst();
    await checkTakesProof(tx, { accountId, id, now });
    await keepProof(tx, { id, accountId, keys, picture, now });
    staleWithdrawals(tx, [accountId]);
    return getWithdrawal(tx, { accountId, id, now });
  });
}

async function checkTakesProof(db: Db | Tx, { accountId, id, now }: Mine & { id: string }): Promise<void> {
  const withdrawal = await getWithdrawal(db, { accountId, id, now });
  if (withdrawal.state !== "investigating" || withdrawal.case === null) refuse("withdrawals.not_investigated");
  if (withdrawal.case.proofs.length >= PROOFS_MAX) refuse("withdrawals.proofs_full", { maximum: PROOFS_MAX });
}

const DUE_AT_ONCE_MAX = 500;

interface DuePayout {
  readonly id: string;
  readonly number: bigint;
  readonly accountId: bigint;
  readonly payout: bigint;
}

const selectPaid = (db: Db, after: bigint) =>
  db
    .selectFrom("withdrawal")
    .select(["id", "number", "account_id as accountId", sql<bigint>`amount - fee`.as("payout")])
    .where("state", "=", "paid")
    .where("number", ">", after)
    .orderBy("number")
    .limit(DUE_AT_ONCE_MAX);

/** Paid withdrawals whose members' time to answer is over, by number. */
export const listUnanswered = (db: Db, { now, after }: { now: Date; after: bigint }): Promise<readonly DuePayout[]> =>
  selectPaid(db, after).where("received_by", "<=", now).execute();

/** Counts silence as receipt. */
export async function closeUnanswered(tx: Tx, { id, now }: { id: string; now: Date }): Promise<void> {
  await moveWithdrawal(tx, { id, to: "received", from: "paid", change: { closed_at: now, forced: true } });
}

/** Paid withdrawals whose members' time to answer is half over and who were not reminded, by number. */
export const listUnreminded = (db: Db, { now, after }: { now: Date; after: bigint }): Promise<readonly DuePayout[]> =>
  selectPaid(db, after)
    .where("received_by", ">", now)
    .where("reminded_at", "is", null)
    .where(sql<Date>`paid_at + (received_by - paid_at) / 2`, "<=", now)
    .execute();

/** Reminds a member once that a paid withdrawal waits for their answer. */
export async function remindOfReceipt(tx: Tx, { id, accountId, payout, now }: DuePayout & { now: Date }): Promise<void> {
  const reminded = await tx.updateTable("withdrawal").set({ reminded_at: now }).where("id", "=", id).where("reminded_at", "is", null).executeTakeFirst();
  if (reminded.numUpdatedRows === 0n) return;
  await tell(tx, "withdrawals.reminder", { withdrawalId: id, accountId: String(accountId), amount: formatAmount(payout) });
}
