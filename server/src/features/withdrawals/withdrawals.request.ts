import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import type { Withdrawal, withdrawals } from "@laro/contract/withdrawals";
import { sql } from "kysely";
import { checkPayee, isVerified } from "../../core/accounts/accounts.ts";
import { packs, type JurisdictionPack, type WithdrawalRules } from "../../core/settings/packs.ts";
import { getCashier } from "../../core/settings/settings.ts";
import { checkTurnover, listOpenTurnover } from "../../core/turnover/turnover.ts";
import { walletKinds } from "../../core/wallet/posting.ts";
import { holdFunds } from "../../core/wallet/wallet.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { derivedId } from "../../platform/ids.ts";
import type { Platform } from "../../platform/routes.ts";
import { readRisks } from "./withdrawals.risks.ts";
import { staleWithdrawals } from "./withdrawals.states.ts";
import { getWithdrawal } from "./withdrawals.ts";

interface When {
  readonly now: Date;
  readonly timeZone: string;
}

/** What a member asked for since midnight; what was rejected or failed does not count. */
interface Day {
  readonly count: number;
  readonly sum: bigint;
}

async function readDay(db: Db | Tx, { accountId, now, timeZone }: When & { accountId: bigint }): Promise<Day> {
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

const notNegative = (minor: bigint): bigint => (minor > 0n ? minor : 0n);

/** What stands between a member and a withdrawal, in minor units. */
export async function getTerms(
  db: Db,
  { accountId, pack, now, timeZone }: When & { accountId: bigint; pack: JurisdictionPack },
): Promise<OutputOf<(typeof withdrawals)["terms"]>> {
  const rules = pack.withdrawal;
  const [account, turnover, day, { autoReceiptMinutes }] = await Promise.all([
    readAccount(db, accountId),
    listOpenTurnover(db, accountId),
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
    turnoverNeeded: turnover.reduce((sum, { needed }) => sum + needed, 0n),
    turnoverDone: turnover.reduce((sum, { done }) => sum + done, 0n),
    turnover,
    autoReceiptMinutes,
  };
}

async function readAccount(db: Db, accountId: bigint): Promise<{ available: bigint; hasPaymentPassword: boolean; hasPayoutAccount: boolean }> {
  const account = await db
    .selectFrom("account as a")
    .innerJoin("wallet as w", (join) => join.onRef("w.account_id", "=", "a.id").on("w.kind", "=", walletKinds.main))
    .select("w.balance as available")
    .select(sql<boolean>`a.payment_password_hash is not null`.as("hasPaymentPassword"))
    .select(sql<boolean>`exists (select from payout_account p where p.account_id = a.id)`.as("hasPayoutAccount"))
    .where("a.id", "=", accountId)
    .executeTakeFirst();
  return account ?? refuse("wallet.not_found");
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
    await checkRequest(db, { accountId, request, pack });
    await prove();
    await begin((tx) => holdRequest(tx, { id, accountId, request, rules: pack.withdrawal, now, timeZone }));
    await isRepeated(db, { id, request });
  }
  return getWithdrawal(db, { accountId, id, now });
}

/** Whether this request was carried out before. Refuses the same id with other content. */
async function isRepeated(db: Db | Tx, { id, request }: { id: string; request: Request }): Promise<boolean> {
  const row = await (db as Db).selectFrom("withdrawal").select(["amount", "payout_account_id as payoutAccountId"]).where("id", "=", id).executeTakeFirst();
  if (row !== undefined && (row.amount !== request.amount || row.payoutAccountId !== request.payoutAccountId)) refuse("request.id_reused");
  return row !== undefined;
}

/** What needs no lock to be known. */
async function checkRequest(db: Db, { accountId, request, pack }: { accountId: bigint; request: Request; pack: JurisdictionPack }): Promise<void> {
  const { minimumMinor, maximumMinor } = pack.withdrawal;
  if (request.amount < minimumMinor) refuse("withdrawals.below_minimum", { field: "amount", minimum: formatAmount(minimumMinor) });
  if (request.amount > maximumMinor) refuse("withdrawals.above_maximum", { field: "amount", maximum: formatAmount(maximumMinor) });
  if (pack.verifiedOnly && !(await isVerified(db, accountId))) refuse("limits.kyc_required");
  const payoutAccount = await db
    .selectFrom("payout_account")
    .select("holder")
    .where("id", "=", request.payoutAccountId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (payoutAccount === undefined) refuse("payoutAccounts.not_found", { field: "payoutAccountId" });
  await checkPayee(db, { accountId, payee: payoutAccount.holder, field: "payoutAccountId" });
}

interface Holding extends When {
  readonly id: string;
  readonly accountId: bigint;
  readonly request: Request;
  readonly rules: WithdrawalRules;
}

/** One request of a member at a time: what the day, the turnover and the risks say stands until it is written. */
async function holdRequest(tx: Tx, { id, accountId, request: { amount, payoutAccountId, requestId }, rules, now, timeZone }: Holding): Promise<void> {
  await tx.selectFrom("wallet").select("id").where("account_id", "=", accountId).where("kind", "=", walletKinds.main).forUpdate().executeTakeFirstOrThrow();
  if (await isRepeated(tx, { id, request: { amount, payoutAccountId, requestId } })) return;
  await checkTurnover(tx, accountId);
  const day = await readDay(tx, { accountId, now, timeZone });
  checkDay(rules, day, amount);
  const risks = await readRisks(tx, { accountId, payoutAccountId, amountMinor: amount, countToday: day.count + 1, rules, now });
  await tx
    .insertInto("withdrawal")
    .values({
      id,
      account_id: accountId,
      payout_account_id: payoutAccountId,
      amount,
      fee: feeOf(rules, day),
      risks: JSON.stringify(risks),
      approvals_needed: amount >= rules.twoOfficersFromMinor ? 2 : 1,
      created_at: now,
    })
    .execute();
  await holdFunds(tx, { now, timeZone }, { id, accountId, amountMinor: amount });
  await staleWithdrawals(tx, [accountId]);
}

function checkDay({ dailyCount, dailyMaximumMinor }: WithdrawalRules, { count, sum }: Day, amount: bigint): void {
  if (count >= dailyCount) refuse("withdrawals.daily_count", { maximum: dailyCount });
  if (sum + amount > dailyMaximumMinor) refuse("withdrawals.daily_maximum", { field: "amount", left: formatAmount(notNegative(dailyMaximumMinor - sum)) });
}
