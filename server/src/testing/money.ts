/** Money that moves as the cashier and officers move it, without their screens: a row and its lines. */
import { derivedId, newId, type OwnId } from "../platform/ids.ts";
import type { Tx } from "../platform/db.ts";
import { getWalletId, holdFunds, type LedgerMoment, passMoney, payOutHeld, postMovement, reverseOperation } from "../core/wallet/wallet.ts";

interface Amount {
  readonly accountId: bigint;
  readonly amountMinor: bigint;
}

/** What officers give counts towards what they may give in a day; what tests give is as old as that nobody's day is fuller by it. */
const AGO_MS = 30 * 24 * 60 * 60_000;

interface Adjustment extends Amount {
  readonly kind: "credit" | "debit" | "reversal";
  readonly original?: string;
}

async function writeRow(tx: Tx, now: Date, { accountId, amountMinor, kind, original }: Adjustment): Promise<string> {
  const [id, at] = [newId(now), new Date(now.getTime() - AGO_MS)];
  const words = { reason: "A test.", proposed_by: 1n, proposed_name: "one", proposed_at: at, decided_by: 2n, decided_name: "two", decided_at: at };
  await tx
    .insertInto("adjustment")
    .values({ id, account_id: accountId, kind, amount: amountMinor, original: original ?? null, state: "confirmed", ...words })
    .execute();
  return id;
}

/** Writes what two officers decided to give, or below zero to take; answers the id of the line that is to follow. */
export async function writeAdjustment(tx: Tx, now: Date, { accountId, amountMinor }: Amount): Promise<OwnId> {
  return derivedId("adjustment", await writeRow(tx, now, { accountId, amountMinor, kind: amountMinor < 0n ? "debit" : "credit" }));
}

/** Gives, or below zero takes, an amount of the main wallet. */
export async function adjust(tx: Tx, moment: LedgerMoment, amount: Amount): Promise<void> {
  const walletId = await getWalletId(tx, { accountId: amount.accountId, kind: "main" });
  const ref = await writeAdjustment(tx, moment.now, amount);
  await postMovement(tx, moment, { ref, walletId, contra: "adjustment", kind: "adjustment", amountMinor: amount.amountMinor });
}

/** Mirrors an operation of a wallet, a round's too, which officers correct instead. */
export async function reverse(tx: Tx, moment: LedgerMoment, { walletId, original }: { walletId: bigint; original: string }): Promise<void> {
  await reverseOperation(tx, moment, { walletId, original });
  const { accountId } = await tx.selectFrom("wallet").select("account_id as accountId").where("id", "=", walletId).executeTakeFirstOrThrow();
  const lines = await tx.selectFrom("transfer").select("amount").where("wallet_id", "=", walletId).where("ref", "=", original).execute();
  const amountMinor = lines.reduce((sum, { amount }) => sum - amount, 0n);
  await writeRow(tx, moment.now, { accountId, amountMinor, kind: "reversal", original });
}

/** A deposit that was credited at that moment, and asks for no turnover; answers its id. */
export async function credit(
  tx: Tx,
  moment: LedgerMoment,
  { accountId, amountMinor, method = "QRPH" }: Amount & { readonly method?: string },
): Promise<string> {
  const [id, at] = [newId(moment.now), moment.now];
  const walletId = await getWalletId(tx, { accountId, kind: "main" });
  await tx
    .insertInto("deposit")
    .values({ id, account_id: accountId, method, amount: amountMinor, paid: amountMinor, state: "credited", created_at: at, expires_at: at, settled_at: at })
    .execute();
  await postMovement(tx, moment, { ref: derivedId("deposit-credit", id), walletId, contra: "psp:deposit", kind: "deposit", amountMinor });
  return id;
}

/** A withdrawal that was paid at that moment, of money that is there; answers its id. */
export async function withdraw(
  tx: Tx,
  moment: LedgerMoment,
  { accountId, amountMinor, feeMinor = 0n }: Amount & { readonly feeMinor?: bigint },
): Promise<string> {
  const [id, at] = [newId(moment.now), moment.now];
  await tx
    .insertInto("withdrawal")
    .values({ id, account_id: accountId, payout_account_id: 1n, amount: amountMinor, fee: feeMinor, state: "received", created_at: at, paid_at: at })
    .execute();
  await holdFunds(tx, moment, { id, accountId, amountMinor });
  await payOutHeld(tx, moment, { id, accountId, amountMinor, feeMinor });
  return id;
}

/** What one member passed to another, of money that is there. */
export async function pass(
  tx: Tx,
  moment: LedgerMoment,
  { from: sender, to: receiver, amountMinor }: { from: bigint; to: bigint; amountMinor: bigint },
): Promise<void> {
  const id = newId(moment.now);
  const [from, to] = [await getWalletId(tx, { accountId: sender, kind: "main" }), await getWalletId(tx, { accountId: receiver, kind: "main" })];
  await tx.insertInto("member_transfer").values({ id, from_account: sender, to_account: receiver, amount: amountMinor, at: moment.now }).execute();
  await passMoney(tx, moment, { reason: "memberTransfer", id, from, to, transit: "transit:member", kind: "transfer", amountMinor });
}
