import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import type { QueuedWithdrawal, Withdrawal, withdrawals } from "@laro/contract/withdrawals";
import { sql } from "kysely";
import { checkPayee } from "../../core/accounts/accounts.ts";
import { getStanding } from "../../core/accounts/standing.ts";
import { findExclusion } from "../../core/limits/exclusions.ts";
import { checkMay } from "../../core/limits/gates.ts";
import { findPayoutAccounts } from "../../core/payments/payoutAccounts.ts";
import { packs, type JurisdictionPack, type WithdrawalRules } from "../../core/settings/packs.ts";
import { getCashier } from "../../core/settings/settings.ts";
import { checkTurnover, listOpenTurnover, readOpenTurnover, sumOpenTurnover } from "../../core/turnover/turnover.ts";
import { walletKinds } from "../../core/wallet/posting.ts";
import { holdFunds } from "../../core/wallet/wallet.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { derivedId } from "../../platform/ids.ts";
import type { Platform } from "../../platform/routes.ts";
import { approveWithdrawal } from "./withdrawals.queue.ts";
import { readRisks } from "./withdrawals.risks.ts";
import { staleWithdrawals } from "./withdrawals.states.ts";
import { getWithdrawal } from "./withdrawals.ts";

interface When {
  readonly now: Date;
  readonly timeZone: string;
}

/** What a member asked for since midnight, or an officer for them; what was rejected or failed does not count. */
interface Day {
  readonly count: number;
  readonly sum: bigint;
}

export async function readDay(db: Db | Tx, { accountId, now, timeZone }: When & { accountId: bigint }): Promise<Day> {
  return (db as Db)
    .selectFrom("withdrawal")
    .select([sql<number>`count(*)::integer`.as("count"), sql<bigint>`coalesce(sum(amount), 0)::bigint`.as("sum")])
    .where("account_id", "=", accountId)
    .where("created_at", ">=", sql<Date>`period_start(${now}, 'day', ${timeZone})`)
    .where("state", "not in", ["rejected", "failed"])
    .executeTakeFirstOrThrow();
}

/** The first ones of a day are free. */
const feeOf = ({ freePerDay, feeMinor }: WithdrawalRules, { count }: Day): bigint => (count < freePerDay ? 0n : feeMinor);

export const notNegative = (minor: bigint): bigint => (minor > 0n ? minor : 0n);

/** What stands between a member and a withdrawal, in minor units. */
export async function getTerms(
  db: Db,
  { accountId, pack, now, timeZone }: When & { accountId: bigint; pack: JurisdictionPack },
): Promise<OutputOf<(typeof withdrawals)["terms"]>> {
  const rules = pack.withdrawal;
  const [account, turnover, { needed, done }, day, { autoReceiptMinutes }] = await Promise.all([
    readAccount(db, accountId),
    listOpenTurnover(db, accountId),
    readOpenTurnover(db, accountId),
    readDay(db, { accountId, now, timeZone }),
    getCashier(db, pack),
  ]);
  return {
    ...account,
    minimum: rules.minimumMinor,
    maximum: rules.maximumMinor,
    fee: feeOf(rules, day),
    freePerDay: rules.freePerDay,
    leftToday: notNegative(rules.dailyMaximumMinor - day.sum),
    countLeftToday: Math.max(rules.dailyCount - day.count, 0),
    turnoverNeeded: needed,
    turnoverDone: done,
    turnover,
    autoReceiptMinutes,
  };
}

async function readAccount(db: Db, accountId: bigint): Promise<{ available: bigint; hasPaymentPassword: boolean; hasPayoutAccount: boolean }> {
  const [account, payoutAccounts] = await Promise.all([
    db
      .selectFrom("account as a")
      .innerJoin("wallet as w", (join) => join.onRef("w.account_id", "=", "a.id").on("w.kind", "=", walletKinds.main))
      .select("w.balance as available")
      .select(sql<boolean>`a.payment_password_hash is not null`.as("hasPaymentPassword"))
      .where("a.id", "=", accountId)
      .executeTakeFirst(),
    findPayoutAccounts(db, accountId),
  ]);
  return { ...(account ?? refuse("wallet.not_found")), hasPayoutAccount: payoutAccounts.length > 0 };
}

type Request = Omit<InputOf<(typeof withdrawals)["request"]>, "paymentPassword">;

/** Holds the amount and puts the withdrawal before an officer, both or neither; `prove` refuses whoever is not the member. */
export async function requestWithdrawal(
  { database, config, timeZone }: Platform,
  { accountId, request, prove, now }: { accountId: bigint; request: Request; prove: () => Promise<void>; now: Date },
): Promise<Withdrawal> {
  const { db, begin } = database;
  const pack = packs[config.pack];
  const id = derivedId("withdrawal", String(accountId), request.requestId);
  if (!(await isRepeated(db, { id, request }))) {
    checkAmount(request.amount, pack.withdrawal);
    await checkPayout(db, { accountId, payoutAccountId: request.payoutAccountId, pack, now });
    await prove();
    await begin((tx) => holdRequest(tx, { id, accountId, request, pack, now, timeZone }));
    await isRepeated(db, { id, request });
  }
  return getWithdrawal(db, { accountId, id, now });
}

type RequestFor = InputOf<(typeof withdrawals)["requestFor"]>;

/**
 * Asks on behalf of a member whose login an exclusion closes, in the same way but for the payment password. The officer's word is the first approval,
 * so another must give theirs; what can never be staked keeps no money back, and neither does the minimum if it is all there is.
 */
export async function requestForExcluded(
  tx: Tx,
  { memberId: accountId, reason, officer, pack, now, timeZone, ...request }: RequestFor & When & { officer: OperatorActor; pack: JurisdictionPack },
): Promise<QueuedWithdrawal> {
  const { balance } = (await lockMain(tx, accountId)) ?? refuse("accounts.not_found", { field: "memberId" });
  if ((await findExclusion(tx, { accountId, now, closesLogin: true })) === undefined) refuse("withdrawals.not_excluded", { field: "memberId" });
  const rules = pack.withdrawal;
  checkAmount(request.amount, { ...rules, minimumMinor: smaller(rules.minimumMinor, balance) });
  await checkPayout(tx, { accountId, payoutAccountId: request.payoutAccountId, pack, now });
  const id = derivedId("withdrawal-for", String(officer.id), request.requestId);
  await holdRequest(tx, { id, accountId, request, pack, officer, now, timeZone });
  return approveWithdrawal(tx, { id, reason, officer, pack, now, timeZone });
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** Whether this request was carried out before. Refuses the same id with other content. */
async function isRepeated(db: Db | Tx, { id, request }: { id: string; request: Request }): Promise<boolean> {
  const row = await (db as Db).selectFrom("withdrawal").select(["amount", "payout_account_id as payoutAccountId"]).where("id", "=", id).executeTakeFirst();
  if (row !== undefined && (row.amount !== request.amount || row.payoutAccountId !== request.payoutAccountId)) refuse("request.id_reused");
  return row !== undefined;
}

/** How much one withdrawal can be. */
function checkAmount(amount: bigint, { minimumMinor, maximumMinor }: WithdrawalRules): void {
  if (amount < minimumMinor) refuse("withdrawals.below_minimum", { field: "amount", minimum: formatAmount(minimumMinor) });
  if (amount > maximumMinor) refuse("withdrawals.above_maximum", { field: "amount", maximum: formatAmount(maximumMinor) });
}

/** Whether money may leave at all, and to this payout account: the member's own, in their verified name. */
async function checkPayout(
  db: Db | Tx,
  { accountId, payoutAccountId, pack, now }: { accountId: bigint; payoutAccountId: bigint; pack: JurisdictionPack; now: Date },
): Promise<void> {
  checkMay("withdraw", await getStanding(db, accountId), { pack, now, isAbroad: false });
  const payoutAccount = await (db as Db)
    .selectFrom("payout_account")
    .select("holder")
    .where("id", "=", payoutAccountId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (payoutAccount === undefined) refuse("payoutAccounts.not_found", { field: "payoutAccountId" });
  await checkPayee(db, { accountId, payee: payoutAccount.holder, field: "payoutAccountId" });
}

interface Holding extends When {
  readonly id: string;
  readonly accountId: bigint;
  readonly request: Request;
  readonly pack: JurisdictionPack;
  /** Who asks for an excluded member: that needs one approval more, costs nothing, and what can never be staked does not keep it back. */
  readonly officer?: OperatorActor;
}

/** One request of a member at a time: what the day, the turnover and the risks say stands until it is written. */
async function holdRequest(tx: Tx, { id, accountId, request, pack, officer, now, timeZone }: Holding): Promise<void> {
  const { amount, payoutAccountId } = request;
  const rules = pack.withdrawal;
  await lockMain(tx, accountId);
  if (await isRepeated(tx, { id, request })) return;
  if (officer === undefined) await checkTurnover(tx, accountId);
  const day = await readDay(tx, { accountId, now, timeZone });
  checkDay(rules, day, amount);
  const turnoverMinor = officer === undefined ? 0n : await sumOpenTurnover(tx, accountId);
  const risks = await readRisks(tx, { accountId, payoutAccountId, amountMinor: amount, countToday: day.count + 1, turnoverMinor, pack, now });
  await tx
    .insertInto("withdrawal")
    .values({
      id,
      account_id: accountId,
      payout_account_id: payoutAccountId,
      amount,
      fee: officer === undefined ? feeOf(rules, day) : 0n,
      risks: JSON.stringify(risks),
      approvals_needed: (amount >= pack.twoOfficersFromMinor ? 2 : 1) + (officer === undefined ? 0 : 1),
      requested_by: officer?.id ?? null,
      created_at: now,
    })
    .execute();
  await holdFunds(tx, { now, timeZone }, { id, accountId, amountMinor: amount });
  staleWithdrawals(tx, [accountId]);
}

const lockMain = (tx: Tx, accountId: bigint): Promise<{ balance: bigint } | undefined> =>
  tx.selectFrom("wallet").select("balance").where("account_id", "=", accountId).where("kind", "=", walletKinds.main).forUpdate().executeTakeFirst();

function checkDay({ dailyCount, dailyMaximumMinor }: WithdrawalRules, { count, sum }: Day, amount: bigint): void {
  if (count >= dailyCount) refuse("withdrawals.daily_count", { maximum: dailyCount });
  if (sum + amount > dailyMaximumMinor) refuse("withdrawals.daily_maximum", { field: "amount", left: formatAmount(notNegative(dailyMaximumMinor - sum)) });
}
