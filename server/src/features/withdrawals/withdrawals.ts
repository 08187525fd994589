import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import type { Withdrawal, withdrawals, WithdrawalState } from "@laro/contract/withdrawals";
import { sql } from "kysely";
import { isVerified } from "../../core/accounts/accounts.ts";
import { bankName, maskNumber } from "../../core/payments/banks.ts";
import { packs, type JurisdictionPack } from "../../core/settings/packs.ts";
import { kindNumber, walletKinds } from "../../core/wallet/posting.ts";
import { holdFunds } from "../../core/wallet/wallet.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { derivedId } from "../../platform/ids.ts";
import type { Platform } from "../../platform/routes.ts";
import { moveWithdrawal, staleWithdrawals } from "./withdrawals.states.ts";

/** What stands between a member and a withdrawal, in minor units. Every deposit must be staked once before money leaves. */
export async function getTerms(db: Db, { accountId, pack }: { accountId: bigint; pack: JurisdictionPack }): Promise<OutputOf<(typeof withdrawals)["terms"]>> {
  const { rows } = await sql<{ available: bigint; turnoverNeeded: bigint; turnoverDone: bigint; hasPaymentPassword: boolean; hasPayoutAccount: boolean }>`
    select w.balance as available,
           (select coalesce(sum(t.amount), 0)::bigint from transfer t where t.wallet_id = w.id and t.kind = ${kindNumber.deposit}) as "turnoverNeeded",
           (select coalesce(sum(r.stake), 0)::bigint from round r where r.wallet_id = w.id) as "turnoverDone",
           a.payment_password_hash is not null as "hasPaymentPassword",
           exists (select from payout_account p where p.account_id = a.id) as "hasPayoutAccount"
    from account a join wallet w on w.account_id = a.id and w.kind = ${walletKinds.main} where a.id = ${accountId}`.execute(db as Tx);
  const [terms] = rows;
  if (terms === undefined) refuse("wallet.not_found");
  return { ...terms, minimum: pack.withdrawal.minimumMinor, maximum: pack.withdrawal.maximumMinor };
}

type Request = Omit<InputOf<(typeof withdrawals)["request"]>, "paymentPassword">;

/** Holds the amount and puts the withdrawal before an officer, both or neither; `prove` refuses whoever is not the member. */
export async function requestWithdrawal(
  { database, config, timeZone }: Platform,
  { accountId, request, prove, now }: { accountId: bigint; request: Request; prove: () => Promise<void>; now: Date },
): Promise<Withdrawal> {
  const { db, begin } = database;
  const { amount, payoutAccountId } = request;
  const id = derivedId("withdrawal", String(accountId), request.requestId);
  const repeated = await findRepeated(db, { id, request });
  if (repeated) return getWithdrawal(db, { accountId, id });
  await checkRequest(db, { accountId, request, pack: packs[config.pack] });
  await prove();
  await begin(async (tx) => {
    const isNew = await tx
      .insertInto("withdrawal")
      .values({ id, account_id: accountId, payout_account_id: payoutAccountId, amount, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (isNew === undefined) return;
    await holdFunds(tx, { now, timeZone }, { id, accountId, amountMinor: amount });
    await staleWithdrawals(tx, [accountId]);
  });
  await findRepeated(db, { id, request });
  return getWithdrawal(db, { accountId, id });
}

/** Whether this request was carried out before. Refuses the same id with other content. */
async function findRepeated(db: Db, { id, request }: { id: string; request: Request }): Promise<boolean> {
  const row = await db.selectFrom("withdrawal").select(["amount", "payout_account_id as payoutAccountId"]).where("id", "=", id).executeTakeFirst();
  if (row !== undefined && (row.amount !== request.amount || row.payoutAccountId !== request.payoutAccountId)) refuse("request.id_reused");
  return row !== undefined;
}

async function checkRequest(db: Db, { accountId, request, pack }: { accountId: bigint; request: Request; pack: JurisdictionPack }): Promise<void> {
  const terms = await getTerms(db, { accountId, pack });
  if (request.amount < terms.minimum) refuse("withdrawals.below_minimum", { field: "amount", minimum: formatAmount(terms.minimum) });
  if (request.amount > terms.maximum) refuse("withdrawals.above_maximum", { field: "amount", maximum: formatAmount(terms.maximum) });
  if (pack.verifiedOnly && !(await isVerified(db, accountId))) refuse("limits.kyc_required");
  const payoutAccount = await db
    .selectFrom("payout_account")
    .select("id")
    .where("id", "=", request.payoutAccountId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (payoutAccount === undefined) refuse("payoutAccounts.not_found", { field: "payoutAccountId" });
  const left = terms.turnoverNeeded - terms.turnoverDone;
  if (left > 0n) refuse("withdrawals.turnover_open", { left: formatAmount(left) });
}

/** What every reader of withdrawals selects. */
export const selectWithdrawals = (db: Db) =>
  db
    .selectFrom("withdrawal as w")
    .innerJoin("payout_account as p", "p.id", "w.payout_account_id")
    .select([
      "w.id",
      "w.number",
      "w.amount",
      "w.state",
      "w.reason",
      "w.created_at as createdAt",
      "w.decided_at as decidedAt",
      "w.paid_at as paidAt",
      "w.received_by as receivedBy",
      "w.closed_at as closedAt",
    ])
    .select(["p.bank", "p.number as accountNumber"]);

type Row = Awaited<ReturnType<ReturnType<typeof selectWithdrawals>["executeTakeFirstOrThrow"]>>;

/** A withdrawal as its officer sees it. */
export const describeWithdrawal = ({
  id,
  number,
  amount,
  state,
  reason,
  bank,
  accountNumber,
  createdAt,
  decidedAt,
  paidAt,
  receivedBy,
  closedAt,
}: Row): Withdrawal => ({
  id,
  reference: `W-${number}`,
  amount,
  state: state as WithdrawalState,
  bank: bankName(bank),
  numberMasked: maskNumber(accountNumber),
  reason,
  createdAt: createdAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
  paidAt: paidAt?.toISOString() ?? null,
  receivedBy: state === "paid" ? (receivedBy?.toISOString() ?? null) : null,
  closedAt: closedAt?.toISOString() ?? null,
});

/** A withdrawal as its member sees it: the officers' own words stay theirs unless they reject. */
const describeMine = (row: Row): Withdrawal => describeWithdrawal({ ...row, reason: row.state === "rejected" ? row.reason : null });

/** One of the member's own withdrawals; another's looks like none. */
export async function getWithdrawal(db: Db, { accountId, id }: { accountId: bigint; id: string }): Promise<Withdrawal> {
  const row = await selectWithdrawals(db).where("w.account_id", "=", accountId).where("w.id", "=", id).executeTakeFirst();
  return row === undefined ? refuse("withdrawals.not_found") : describeMine(row);
}

/** The member's withdrawals, newest first. */
export async function listMyWithdrawals(
  db: Db,
  accountId: bigint,
  { cursor, limit = PAGE_LIMIT_DEFAULT }: PageInput,
): Promise<{ list: Withdrawal[]; next: string | null }> {
  const rows = await selectWithdrawals(db)
    .where("w.account_id", "=", accountId)
    .$if(/^[0-9]{1,18}$/.test(cursor ?? ""), (query) => query.where("w.number", "<", BigInt(cursor!)))
    .orderBy("w.number", "desc")
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  return { list: page.map(describeMine), next: rows.length > limit ? String(page.at(-1)!.number) : null };
}

/** The member's word that the money arrived: it closes the withdrawal. */
export async function confirmReceipt(tx: Tx, { accountId, id, now }: { accountId: bigint; id: string; now: Date }): Promise<Withdrawal> {
  const moved = await moveWithdrawal(tx, { id, accountId, to: "received", change: { closed_at: now } });
  const withdrawal = await getWithdrawal(tx, { accountId, id });
  return moved === undefined ? refuse("withdrawals.not_paid") : withdrawal;
}

const CLOSED_AT_ONCE_MAX = 500;

/** Counts silence as receipt once the member's time to answer is over. */
export async function closeUnanswered(tx: Tx, now: Date): Promise<void> {
  const due = await tx
    .selectFrom("withdrawal")
    .select("id")
    .where("state", "=", "paid")
    .where("received_by", "<=", now)
    .orderBy("received_by")
    .limit(CLOSED_AT_ONCE_MAX)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { id } of due) await moveWithdrawal(tx, { id, to: "received", change: { closed_at: now } });
}
