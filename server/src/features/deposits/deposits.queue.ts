import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { parseAmount } from "@laro/contract/core/money";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import { type deposits, depositStates, type QueuedDeposit } from "@laro/contract/deposits";
import { sql } from "kysely";
import { type ApprovalMoment, leftForOneOf } from "../../core/approvals/approvals.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { countStates, cutPage, isNumberCursor } from "../../platform/pages.ts";
import { aloneUpTo } from "./deposits.methods.ts";
import { describeDeposit, selectDeposits } from "./deposits.ts";

/** When and under which rules officers look at deposits. */
export interface DecisionMoment extends ApprovalMoment {
  readonly pack: JurisdictionPack;
}

type Filter = InputOf<(typeof deposits)["queue"]>;

/** The officers' queue: of what waits for them the oldest comes first, of the rest the newest. */
export async function listQueue(
  db: Db,
  { state, cursor, limit = PAGE_LIMIT_DEFAULT, ...moment }: Filter & DecisionMoment,
): Promise<OutputOf<(typeof deposits)["queue"]>> {
  const isOldestFirst = state === "submitted" || state === "checked";
  const [rows, counts, creditedToday] = await Promise.all([
    selectQueued(db, moment)
      .where("d.state", "=", state)
      .$if(isNumberCursor(cursor), (query) => query.where("d.number", isOldestFirst ? ">" : "<", BigInt(cursor!)))
      .orderBy("d.number", isOldestFirst ? "asc" : "desc")
      .limit(limit + 1)
      .execute(),
    countStates(db, "deposit", depositStates),
    sumCreditedToday(db, moment),
  ]);
  return { ...cutPage(rows, { limit, describe: (row) => describeQueued(row, moment), cursorOf: ({ number }) => number }), counts, creditedToday };
}

async function sumCreditedToday(db: Db, { now, timeZone }: DecisionMoment): Promise<bigint> {
  const row = await db
    .selectFrom("deposit")
    .select(sql<bigint>`coalesce(sum(paid), 0)::bigint`.as("paid"))
    .where("settled_at", ">=", sql<Date>`period_start(${now}, 'day', ${timeZone})`)
    .executeTakeFirstOrThrow();
  return row.paid;
}

interface ApprovalRow {
  readonly officer: string;
  readonly paid: string;
  readonly reason: string;
  readonly at: string;
}

/** Those who agree on one amount: whoever named another before them counts no more. An amount is text, because JSON has no bigint. */
const approvalsOfRow = sql<readonly ApprovalRow[]>`(
  select coalesce(json_agg(json_build_object('officer', v.operator_name, 'paid', v.paid::text, 'reason', v.reason, 'at', v.at) order by v.at), '[]')
  from deposit_approval v where v.deposit_id = d.id and v.round = (select max(l.round) from deposit_approval l where l.deposit_id = d.id))`;

const selectQueued = (db: Db | Tx, moment: ApprovalMoment) =>
  selectDeposits(db)
    .innerJoin("account as a", "a.id", "d.account_id")
    .select(["a.id as memberId", "a.name as memberName", "a.verified_name as verifiedName", "d.decided_by as decidedBy", approvalsOfRow.as("approvals")])
    // A member's day is summed only for what still waits for officers.
    .select(
      sql<bigint>`case when d.state in ('submitted', 'checked') then ${leftForOneOf({ accountId: sql.ref("d.account_id"), orderId: sql.ref("d.id") }, moment)} else 0 end`.as(
        "leftForOne",
      ),
    )
    .select(sql<bigint>`(select coalesce(sum(o.paid), 0)::bigint from deposit o where o.account_id = a.id)`.as("depositedTotal"));

type Row = Awaited<ReturnType<ReturnType<typeof selectQueued>["executeTakeFirstOrThrow"]>>;

function describeQueued(
  { memberId, memberName, verifiedName, decidedBy, depositedTotal, approvals, leftForOne, ...row }: Row,
  moment: DecisionMoment,
): QueuedDeposit {
  return {
    ...describeDeposit(row),
    memberId,
    memberName,
    verifiedName,
    decidedBy,
    depositedTotal,
    approvals: approvals.map(({ paid, at, ...approval }) => ({ ...approval, paid: BigInt(paid), at: new Date(at).toISOString() })),
    aloneUpTo: aloneUpTo(row, { leftForOne, pack: moment.pack }),
  };
}

/** One deposit as the queue shows it. */
export async function getQueued(db: Db | Tx, { id, ...moment }: DecisionMoment & { id: string }): Promise<QueuedDeposit> {
  return describeQueued(await selectQueued(db, moment).where("d.id", "=", id).executeTakeFirstOrThrow(), moment);
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
