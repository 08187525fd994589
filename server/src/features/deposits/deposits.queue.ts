import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { parseAmount } from "@laro/contract/core/money";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import { type deposits, depositStates, type QueuedDeposit } from "@laro/contract/deposits";
import { sql } from "kysely";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { countStates, cutPage, isNumberCursor } from "../../platform/pages.ts";
import { creditMoney } from "./deposits.settle.ts";
import { moveDeposit, refuseMove } from "./deposits.states.ts";
import { describeDeposit, selectDeposits } from "./deposits.ts";

type Filter = InputOf<(typeof deposits)["queue"]>;

/** The officers' queue: of what waits for them the oldest comes first, of the rest the newest. */
export async function listQueue(
  db: Db,
  { state, cursor, limit = PAGE_LIMIT_DEFAULT, now, timeZone }: Filter & { now: Date; timeZone: string },
): Promise<OutputOf<(typeof deposits)["queue"]>> {
  const isOldestFirst = state === "submitted";
  const [rows, counts, creditedToday] = await Promise.all([
    selectQueued(db)
      .where("d.state", "=", state)
      .$if(isNumberCursor(cursor), (query) => query.where("d.number", isOldestFirst ? ">" : "<", BigInt(cursor!)))
      .orderBy("d.number", isOldestFirst ? "asc" : "desc")
      .limit(limit + 1)
      .execute(),
    countStates(db, "deposit", depositStates),
    sumCreditedToday(db, { now, timeZone }),
  ]);
  return { ...cutPage(rows, { limit, describe: describeQueued, cursorOf: ({ number }) => number }), counts, creditedToday };
}

async function sumCreditedToday(db: Db, { now, timeZone }: { now: Date; timeZone: string }): Promise<bigint> {
  const row = await db
    .selectFrom("deposit")
    .select(sql<bigint>`coalesce(sum(paid), 0)::bigint`.as("paid"))
    .where("settled_at", ">=", sql<Date>`period_start(${now}, 'day', ${timeZone})`)
    .executeTakeFirstOrThrow();
  return row.paid;
}

const selectQueued = (db: Db) =>
  selectDeposits(db)
    .innerJoin("account as a", "a.id", "d.account_id")
    .select(["a.id as memberId", "a.name as memberName", "a.verified_name as verifiedName", "d.decided_by as decidedBy"])
    .select(sql<bigint>`(select coalesce(sum(o.paid), 0)::bigint from deposit o where o.account_id = a.id)`.as("depositedTotal"));

type Row = Awaited<ReturnType<ReturnType<typeof selectQueued>["executeTakeFirstOrThrow"]>>;

const describeQueued = ({ memberId, memberName, verifiedName, decidedBy, depositedTotal, ...row }: Row): QueuedDeposit => ({
  ...describeDeposit(row),
  memberId,
  memberName,
  verifiedName,
  decidedBy,
  depositedTotal,
});

const getQueued = async (db: Db, id: string): Promise<QueuedDeposit> => describeQueued(await selectQueued(db).where("d.id", "=", id).executeTakeFirstOrThrow());

interface Decision {
  readonly id: string;
  readonly reason: string;
  readonly officer: OperatorActor;
  readonly now: Date;
}

/** Credits a bank transfer with what the officer found on the account; of two officers one decides. */
export async function approveDeposit(
  tx: Tx,
  { id, paid, reason, officer, now, timeZone }: Decision & { paid: bigint; timeZone: string },
): Promise<QueuedDeposit> {
  const moved = await moveDeposit(tx, { id, way: "transfer", to: "credited", change: { paid, reason, decided_by: officer.name, settled_at: now } });
  if (moved === undefined) return refuseMove(tx, { id, code: "deposits.not_submitted" });
  await creditMoney(tx, { now, timeZone }, { ...moved, paidMinor: paid });
  return getQueued(tx, id);
}

/** Closes a bank transfer whose money did not arrive. */
export async function rejectDeposit(tx: Tx, { id, reason, officer, now }: Decision): Promise<QueuedDeposit> {
  const moved = await moveDeposit(tx, { id, way: "transfer", to: "rejected", change: { reason, decided_by: officer.name, settled_at: now } });
  return moved === undefined ? refuseMove(tx, { id, code: "deposits.not_submitted" }) : getQueued(tx, id);
}

interface Message {
  readonly id: bigint;
  readonly fault: string;
  readonly type: string | null;
  readonly amount: string | null;
  readonly about: string | null;
  readonly at: Date;
}

const UNSIGNED_COUNTED_MAX = 1_000_000;

/** What came in 24 hours that nobody we know signed: of these messages staff see how many there were. */
async function countUnsigned(db: Db, now: Date): Promise<OutputOf<(typeof deposits)["messages"]>["unsigned"]> {
  const { rows } = await sql<{ count: number; addresses: number }>`
    select least(coalesce(sum(count), 0), ${UNSIGNED_COUNTED_MAX})::int as count, count(distinct address)::int as addresses from unsigned_message
    where minute > ${now}::timestamptz - interval '24 hours'`.execute(db as Tx);
  return rows[0]!;
}

/** The provider's signed messages that need a person's eye, newest first. */
export async function listFaultyMessages(
  db: Db,
  { cursor, limit = PAGE_LIMIT_DEFAULT, now }: PageInput & { now: Date },
): Promise<OutputOf<(typeof deposits)["messages"]>> {
  const before = isNumberCursor(cursor) ? BigInt(cursor!) : null;
  const { rows } = await sql<Message>`
    select m.id, m.fault, m.body->>'type' as type, m.body->>'amount' as amount, coalesce('D-' || d.number, 'W-' || w.number) as about, m.at
    from (
      select *, case when body->>'reference' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (body->>'reference')::uuid end as reference from webhook_event
      where fault is not null and fault not in ('webhooks.signature_wrong', 'webhooks.too_old') and (${before}::bigint is null or id < ${before}) order by id desc limit ${limit + 1}
    ) m left join deposit d on d.id = m.reference left join withdrawal w on w.id = m.reference order by m.id desc`.execute(db as Tx);
  const describe = ({ amount, at, ...row }: Message) => ({ ...row, amount: parseAmount(amount ?? "") ?? null, at: at.toISOString() });
  return { ...cutPage(rows, { limit, describe, cursorOf: ({ id }) => id }), unsigned: await countUnsigned(db, now) };
}
