import { isAgentType } from "@laro/contract/core/accountTypes";
import type { OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import type { MemberTransfer, transfers } from "@laro/contract/transfers";
import { sql } from "kysely";
import { hideName } from "../../core/agents/agents.names.ts";
import { addTurnover, checkTurnover } from "../../core/turnover/turnover.ts";
import { getStanding } from "../../core/accounts/standing.ts";
import { isHeldAgent, isReached } from "../../core/limits/reach.ts";
import { checkNotExcluded } from "../../core/limits/exclusions.ts";
import { checkMay } from "../../core/limits/gates.ts";
import { readStanding } from "../../core/agents/agents.standing.ts";
import { type JurisdictionPack, packs } from "../../core/settings/packs.ts";
import { isFlagOn } from "../../core/settings/settings.ts";
import { getWalletId, passMoney } from "../../core/wallet/wallet.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { derivedId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tell } from "../../platform/outbox.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";
import type { Platform } from "../../platform/routes.ts";

const NEW_MS = 24 * 60 * 60_000;
/** Each transfer is a line its receiver must stake away: not of a centavo, and not without number. */
const MINIMUM_MINOR = 1_00n;
const DAILY_COUNT_MAX = 50;

type Terms = OutputOf<(typeof transfers)["terms"]>;

interface Asking {
  readonly accountId: bigint;
  readonly now: Date;
}

/** Whether the member may pass money on, to whom, and how much is left of today. */
export async function getTransferTerms({ database: { db }, config, timeZone }: Platform, { accountId, now }: Asking): Promise<Terms> {
  const pack = packs[config.pack];
  const { rows } = await sql<{ type: number; verification: string; hasPaymentPassword: boolean; upline: string | null }>`
    select a.type, a.verification, a.payment_password_hash is not null as "hasPaymentPassword", p.name as upline
    from account a join agent_node n on n.account_id = a.id left join account p on p.id = n.parent_id where a.id = ${accountId}`.execute(db as Tx);
  const [row] = rows;
  if (row === undefined) refuse("accounts.not_found");
  const today = await sumToday(db, { accountId, now, timeZone });
  return {
    open: pack.memberTransfers && (await isFlagOn(db, "memberTransfers")),
    verified: row.verification === "A",
    upline: row.upline === null ? null : hideName(row.upline),
    mayPayDownline: isAgentType(row.type),
    minimum: MINIMUM_MINOR,
    leftToday: atLeastNothing(pack.memberTransferDailyMinor - today.sent),
    receivedToday: today.received,
    hasPaymentPassword: row.hasPaymentPassword,
  };
}

const atLeastNothing = (minor: bigint): bigint => (minor > 0n ? minor : 0n);

interface Today {
  readonly sent: bigint;
  readonly received: bigint;
  /** How often something was sent. */
  readonly count: number;
}

/** What the member passed on and was passed since the day began, in minor units. */
async function sumToday(db: Db | Tx, { accountId, now, timeZone }: Asking & { timeZone: string }): Promise<Today> {
  const { rows } = await sql<Today>`
    with today as (select period_start(${now}, 'day', ${timeZone}) as start)
    select (select coalesce(sum(amount), 0)::bigint from member_transfer, today where from_account = ${accountId} and at >= start) as sent,
           (select count(*)::int from member_transfer, today where from_account = ${accountId} and at >= start) as count,
           (select coalesce(sum(amount), 0)::bigint from member_transfer, today where to_account = ${accountId} and at >= start) as received`.execute(db as Tx);
  return rows[0]!;
}

/** The parent in the agents' tree. Refuses with `transfers.no_upline`. */
export async function getUpline(db: Db, accountId: bigint): Promise<bigint> {
  const row = await db.selectFrom("agent_node").select("parent_id as id").where("account_id", "=", accountId).executeTakeFirst();
  return row?.id ?? refuse("transfers.no_upline");
}

/** A direct downline by account name; anyone else's account looks like none. */
export async function getDownline(db: Db, { accountId, account }: { accountId: bigint; account: string }): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    select a.id from account a join agent_node n on n.account_id = a.id
    where lower(a.name) = lower(${account.trim()}) and n.parent_id = ${accountId}`.execute(db as Tx);
  return rows[0]?.id ?? refuse("transfers.not_downline", { field: "account" });
}

interface Sending extends Asking {
  readonly requestId: string;
  readonly amount: bigint;
  /** Who is paid; refuses where nobody is. */
  readonly findReceiver: () => Promise<bigint>;
  /** Refuses whoever is not the member. */
  readonly prove: () => Promise<void>;
  /** The call comes from outside the market's countries. */
  readonly isAbroad: boolean;
}

/** Passes money from one member to another, once for a request id. */
export async function sendToMember(platform: Platform, { accountId, requestId, amount, findReceiver, prove, now, isAbroad }: Sending): Promise<MemberTransfer> {
  const { db, begin } = platform.database;
  const id = derivedId("memberTransfer", String(accountId), requestId);
  const known = await findTransfer(db, { accountId, id });
  if (known === undefined) await checkOpen(platform);
  const transfer: Transfer = { id, accountId, receiverId: await findReceiver(), amount, now, isAbroad };
  if (known !== undefined) return repeat(known, transfer);
  if (amount < MINIMUM_MINOR) refuse("transfers.below_minimum", { field: "amount", minimum: formatAmount(MINIMUM_MINOR) });
  await checkPeople(db, transfer);
  await prove();
  await begin((tx) => pass(tx, platform, transfer));
  return repeat((await findTransfer(db, transfer))!, transfer);
}

interface Transfer extends Asking, Pick<Sending, "isAbroad"> {
  readonly id: string;
  readonly receiverId: bigint;
  readonly amount: bigint;
}

async function checkOpen({ config, database }: Platform): Promise<void> {
  if (!packs[config.pack].memberTransfers || !(await isFlagOn(database.db, "memberTransfers"))) refuse("transfers.closed");
}

async function findTransfer(db: Db, { id, accountId }: Pick<Transfer, "id" | "accountId">): Promise<Row | undefined> {
  return (await readTransfers(db, { accountId, where: sql`id = ${id}::uuid`, limit: 1 }))[0];
}

/** Answers what was done under this id. Refuses the same id with other content. */
function repeat(row: Row, { receiverId, amount }: Transfer): MemberTransfer {
  if (row.receiverId !== receiverId || row.amount !== amount) refuse("request.id_reused");
  return describe(row);
}

/** The sender's team must be open, both must be verified and neither shut out; that the other one is, is not for the sender to know. */
async function checkPeople(db: Db | Tx, { accountId, receiverId, now, isAbroad }: Transfer): Promise<void> {
  if ((await readStanding(db, accountId, now)) !== "open") refuse("agents.held");
  await checkNotExcluded(db, { accountId, now });
  // Whether both are verified is asked below, in every market.
  checkMay("transfer", await getStanding(db, accountId), { pack: { verifiedOnly: false }, now, isAbroad });
  const { rows: people } = await sql<{ isReceiver: boolean; verification: string; isOpen: boolean; isReached: boolean }>`
    select a.id = ${receiverId} as "isReceiver", a.verification, not a.closed and a.eligibility = 'open' as "isOpen",
           ${isReached(now)} and not ${isHeldAgent(now)} and coalesce(a.rest_until <= ${now}, true) as "isReached"
    from account a where a.id in (${accountId}, ${receiverId})`.execute(db as Tx);
  if (people.some(({ verification }) => verification !== "A")) refuse("transfers.not_verified");
  if (people.some((person) => !person.isOpen || (person.isReceiver && !person.isReached))) refuse("transfers.closed");
}

/** One transaction: the record, both lines, what the receiver must stake, and the word to the receiver. */
async function pass(tx: Tx, { config, timeZone }: Platform, transfer: Transfer): Promise<void> {
  const { id, accountId, receiverId, amount, now } = transfer;
  const [from, to] = [await getWalletId(tx, { accountId, kind: "main" }), await getWalletId(tx, { accountId: receiverId, kind: "main" })];
  // Both wallets, as the passage locks them: under these locks the day's sums stand still.
  const wallets = await tx.selectFrom("wallet").select(["id", "balance"]).where("id", "in", [from, to]).orderBy("id").forUpdate().execute();
  await checkPeople(tx, transfer);
  const known = await tx.selectFrom("member_transfer").select("id").where("id", "=", id).executeTakeFirst();
  if (known !== undefined) return;
  // Else a deposit could leave by another's withdrawal without ever being played.
  await checkTurnover(tx, accountId);
  await checkDay(tx, { transfer, pack: packs[config.pack], timeZone, balance: wallets.find((wallet) => wallet.id === from)!.balance });
  await tx.insertInto("member_transfer").values({ id, from_account: accountId, to_account: receiverId, amount, at: now }).execute();
  await passMoney(tx, { now, timeZone }, { reason: "memberTransfer", id, from, to, transit: "transit:member", kind: "transfer", amountMinor: amount });
  await addTurnover(tx, { accountId: receiverId, source: "transfer", sourceId: id, neededMinor: amount, now });
  await tell(tx, "transfers.received", { transferId: id, accountId: String(receiverId), amount: formatAmount(amount) });
  const stale = ["transfers.mine", "transfers.terms", "transfers.wallets", "wallet.balance", "wallet.history", "withdrawals.terms"];
  staleOnCommit(tx, stale, [`member:${accountId}`, `member:${receiverId}`]);
}

interface Day {
  readonly transfer: Transfer;
  readonly pack: Pick<JurisdictionPack, "memberTransferDailyMinor" | "memberTransferNewDailyMinor">;
  readonly timeZone: string;
  /** The sender's, in minor units. */
  readonly balance: bigint;
}

/** What one day lets through: so much and so often from a sender, nothing of what came by transfer that day, and little to an account that was just opened. */
async function checkDay(tx: Tx, { transfer: { accountId, receiverId, amount, now }, pack, timeZone, balance }: Day): Promise<void> {
  const refuseAbove = (code: "transfers.daily_maximum" | "transfers.received_today" | "transfers.new_receiver", left: bigint): void => {
    if (amount > left) refuse(code, { field: "amount", left: formatAmount(atLeastNothing(left)) });
  };
  const { sent, received, count } = await sumToday(tx, { accountId, now, timeZone });
  if (count >= DAILY_COUNT_MAX) refuse("transfers.daily_count", { maximum: DAILY_COUNT_MAX });
  refuseAbove("transfers.daily_maximum", pack.memberTransferDailyMinor - sent);
  // Who has not so much at all is told that, by the ledger.
  if (amount <= balance) refuseAbove("transfers.received_today", balance - received);
  const receiver = await tx.selectFrom("account").select("created_at as openedAt").where("id", "=", receiverId).executeTakeFirstOrThrow();
  if (now.getTime() - receiver.openedAt.getTime() >= NEW_MS) return;
  const got = await sumToday(tx, { accountId: receiverId, now, timeZone });
  refuseAbove("transfers.new_receiver", pack.memberTransferNewDailyMinor - got.received);
}

interface Row {
  readonly id: string;
  readonly number: bigint;
  readonly isSent: boolean;
  readonly receiverId: bigint;
  readonly counterpart: string;
  readonly amount: bigint;
  readonly at: Date;
}

/** What the member sent and what the member got, each from its own index, the newest of both first. */
async function readTransfers(
  db: Db,
  { accountId, where, limit }: { accountId: bigint; where: ReturnType<typeof sql>; limit: number },
): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select m.id, m.number, m.from_account = ${accountId} as "isSent", m.to_account as "receiverId", a.name as counterpart, m.amount, m.at
    from (
      (select * from member_transfer where from_account = ${accountId} and ${where} order by number desc limit ${limit})
      union all
      (select * from member_transfer where to_account = ${accountId} and ${where} order by number desc limit ${limit})
    ) m join account a on a.id = case when m.from_account = ${accountId} then m.to_account else m.from_account end
    order by m.number desc limit ${limit}`.execute(db as Tx);
  return rows;
}

const describe = ({ id, number, isSent, counterpart, amount, at }: Row): MemberTransfer => ({
  id,
  reference: `T-${number}`,
  direction: isSent ? "sent" : "received",
  counterpart: hideName(counterpart),
  amount,
  at: at.toISOString(),
});

/** What the member passed on or was passed, newest first. */
export async function listMyTransfers(
  db: Db,
  accountId: bigint,
  { cursor, limit = PAGE_LIMIT_DEFAULT }: PageInput,
): Promise<OutputOf<(typeof transfers)["mine"]>> {
  const where = isNumberCursor(cursor) ? sql`number < ${BigInt(cursor!)}::bigint` : sql`true`;
  const rows = await readTransfers(db, { accountId, where, limit: limit + 1 });
  return cutPage(rows, { limit, describe, cursorOf: ({ number }) => number });
}
