import { getWalletId, type LedgerMoment, postMovement } from "../core/wallet/wallet.ts";
import { derivedId } from "../platform/ids.ts";
import type { Tx } from "../platform/db.ts";
import { credit, pass, withdraw } from "./money.ts";
import type { World } from "./world.ts";

/** A deposit, a transfer between members, a withdrawal that was received and one that came back, each with a fee. */
export async function moveCashier(world: World): Promise<void> {
  const { database, timeZone } = world.open.platform;
  const [{ id: accountId }, { id: to }] = [await world.player(), await world.player()];
  const moment = { now: world.clock.now(), timeZone };
  await database.begin(async (tx) => {
    await credit(tx, moment, { accountId, amountMinor: 100_00n });
    await pass(tx, moment, { from: accountId, to, amountMinor: 10_00n });
    await withdraw(tx, moment, { accountId, amountMinor: 20_00n, feeMinor: 1_00n });
    await comeBack(tx, moment, { accountId, withdrawalId: await withdraw(tx, moment, { accountId, amountMinor: 30_00n, feeMinor: 1_00n }) });
  });
}

/** A payout of 29.00 that never arrived is given back with its fee. */
async function comeBack(tx: Tx, moment: LedgerMoment, { accountId, withdrawalId }: { accountId: bigint; withdrawalId: string }): Promise<void> {
  const walletId = await getWalletId(tx, { accountId, kind: "main" });
  const words = { proposed_by: 1n, proposed_name: "one", decided_by: 2n, decided_name: "two" };
  await tx.updateTable("withdrawal").set({ state: "returned" }).where("id", "=", withdrawalId).execute();
  await tx
    .insertInto("withdrawal_case")
    .values({ withdrawal_id: withdrawalId, answer: "notReceived", remaining: 29_00n, returned: 29_00n, opened_at: moment.now, ...words })
    .execute();
  const back = { walletId, kind: "reversal" } as const;
  await postMovement(tx, moment, { ...back, ref: derivedId("withdrawal-return", withdrawalId), contra: "psp:payout", amountMinor: 29_00n });
  await postMovement(tx, moment, { ...back, ref: derivedId("withdrawal-return-fee", withdrawalId), contra: "fees", amountMinor: 1_00n });
}

const CREDITED =
  "insert into deposit (id, account_id, method, amount, paid, state, created_at, expires_at) select gen_random_uuid(), account_id, 'QRPH', 1, 1, 'credited', now(), now() from deposit limit 1";
const CONFIRMED = `insert into adjustment (id, account_id, kind, amount, reason, state, proposed_by, proposed_name, proposed_at, decided_by)
  select gen_random_uuid(), account_id, 'credit', 1, '', 'confirmed', 1, 'one', now(), 2 from deposit limit 1`;

/** Money of the cashier without its row, and rows without their money. */
export const cashierFaults: readonly [what: string, view: "audit_a46", plant: string][] = [
  ["money that officers gave and nobody decided", "audit_a46", "delete from adjustment where kind = 'credit'"],
  ["money that officers still think about", "audit_a46", "update adjustment set state = 'proposed' where kind = 'credit'"],
  ["an adjustment of another amount than was given", "audit_a46", "update adjustment set amount = amount + 1 where kind = 'credit'"],
  ["an adjustment that was confirmed and gave nothing", "audit_a46", CONFIRMED],
  ["a mirror that nobody decided", "audit_a46", "delete from adjustment where kind = 'reversal'"],
  ["a mirror of another amount than was decided", "audit_a46", "update adjustment set amount = amount + 1 where kind = 'reversal'"],
  ["a debt that the house is said to bear", "audit_a46", "update shortfall set state = 'writtenOff', settled_at = now()"],
  ["a deposit without its row", "audit_a46", "delete from deposit"],
  ["a deposit that is credited and stands nowhere", "audit_a46", CREDITED],
  ["a deposit that went to somebody else", "audit_a46", "update deposit set account_id = account_id + 1"],
  ["a deposit that was credited and is still open", "audit_a46", "update deposit set state = 'pending'"],
  ["a transfer between members without its row", "audit_a46", "delete from member_transfer"],
  ["a transfer that went to somebody else", "audit_a46", "update member_transfer set to_account = to_account + 1"],
  ["a withdrawal that is said to be paid", "audit_a46", "update withdrawal set state = 'paid' where state = 'pending'"],
  ["a withdrawal that is said to be rejected", "audit_a46", "update withdrawal set state = 'rejected' where state = 'pending'"],
  ["a payout without its row", "audit_a46", "delete from withdrawal where state = 'received'"],
  ["a payout that is said to have failed", "audit_a46", "update withdrawal set state = 'failed' where state = 'received'"],
  ["a fee of another amount than was kept", "audit_a46", "update withdrawal set fee = fee + 1 where state = 'received'"],
  ["a return of another amount than officers decided", "audit_a46", "update withdrawal_case set returned = returned - 1"],
  ["a return without its case", "audit_a46", "delete from withdrawal_case"],
  [
    "a return of a payout that is said to be received",
    "audit_a46",
    "update withdrawal set state = 'received' where state = 'returned'; delete from withdrawal_case",
  ],
];
