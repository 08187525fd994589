import type { agents, NotCounted } from "@laro/contract/agents";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { type RawBuilder, sql } from "kysely";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tell } from "../../platform/outbox.ts";
import { cutPage, isIdCursor } from "../../platform/pages.ts";
import { type Decision, decideProposal } from "../approvals/proposals.ts";
import { decideInTurn } from "./agents.turns.ts";

type Row = Omit<NotCounted, "account" | "proposedAt" | "decidedAt"> & {
  readonly accountId: bigint;
  readonly name: string;
  readonly proposedAt: Date;
  readonly decidedAt: Date | null;
};

/** That somebody is not counted, and that somebody is again, in one list; `where` sees them as `c`. */
async function readRows(
  db: Db | Tx,
  { where, isOldestFirst = false, limit }: { where: RawBuilder<unknown>; isOldestFirst?: boolean; limit: number },
): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select c.id, c.account_id as "accountId", a.name, c.code, c.state, c.reason, c.proposed_name as "proposedBy", c.proposed_at as "proposedAt", c.decided_name as "decidedBy",
      c.decision, c.decided_at as "decidedAt", c.from_day::text as "fromDay", c.until_day::text as "untilDay", c.again
    from (
      select id, account_id, code, state, reason, proposed_name, proposed_at, decided_name, decision, decided_at, from_day, until_day, false as again from agent_not_counted
      union all
      select g.id, n.account_id, n.code, g.state, g.reason, g.proposed_name, g.proposed_at, g.decided_name, g.decision, g.decided_at, n.from_day, g.until_day, true
      from agent_counted_again g join agent_not_counted n on n.id = g.not_counted_id
    ) c join account a on a.id = c.account_id where ${where} order by c.id ${isOldestFirst ? sql`asc` : sql`desc`} limit ${limit}`.execute(db as Tx);
  return rows;
}

const describe = ({ accountId, name, proposedAt, decidedAt, ...row }: Row): NotCounted => ({
  ...row,
  account: { id: accountId, name },
  proposedAt: proposedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});

/** Whose play earns nobody commission: what waits oldest first, what is decided newest first. */
export async function listNotCounted(
  db: Db,
  { state, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof agents)["notCounted"]>,
): Promise<OutputOf<(typeof agents)["notCounted"]>> {
  const isOldestFirst = state === "proposed";
  const place = isIdCursor(cursor) ? sql`c.id ${isOldestFirst ? sql`>` : sql`<`} ${cursor}::uuid` : sql`true`;
  const rows = await readRows(db, { where: sql`c.state = ${state} and ${place}`, isOldestFirst, limit: limit + 1 });
  return cutPage(rows, { limit, describe, cursorOf: ({ id }) => id });
}

async function getNotCounted(tx: Tx, id: string): Promise<NotCounted> {
  const [row] = await readRows(tx, { where: sql`c.id = ${id}::uuid`, limit: 1 });
  return row === undefined ? refuse("agents.proposal_not_found") : describe(row);
}

interface Wanted extends InputOf<(typeof agents)["proposeNotCounted"]> {
  readonly by: OperatorActor;
  readonly now: Date;
  readonly timeZone: string;
}

const BACK_DAYS_MAX = 62;

async function refuseFar(tx: Tx, { day, field, now, timeZone }: { day: string; field: string; now: Date; timeZone: string }): Promise<void> {
  const { rows } = await sql<{ isNear: boolean }>`
    select abs(${day}::date - (${now}::timestamptz at time zone ${timeZone})::date) <= ${BACK_DAYS_MAX} as "isNear"`.execute(tx);
  if (!rows[0]!.isNear) refuse("agents.day_wrong", { field });
}

/** Where an account stood, each place with its days: `[from_day, until_day)`. */
const placesOf = (accountId: bigint) => sql`
  select p.path, lag(p.until_day) over (order by p.until_day) as from_day, p.until_day from agent_past p where p.account_id = ${accountId}
  union all
  select n.path, (select max(p.until_day) from agent_past p where p.account_id = ${accountId}), null from agent_node n where n.account_id = ${accountId}`;

/** A settlement `r` that nobody can discard any more, and so is paid as it was computed. */
const isFinal = sql`(r.state is distinct from 'preview' or exists (
  select from settlement_run l where l.number > r.number and l.ends_on >= r.ends_on and l.state not in ('preview', 'discarded') and (l.kind = r.kind or l.kind = 'dividend')))`;

/** No pay is of more days than these, and one in a time zone ahead begins a day earlier. */
const PAY_DAYS_MAX = 32;

/**
 * What is paid, or will be as it was computed, is settled: a day is open where no line the member stood in on that day has such a pay. What waits for approval may still be
 * discarded; it cannot be approved after who counts has changed.
 */
async function refuseSettled(tx: Tx, { accountId, fromDay, field = "fromDay" }: { accountId: bigint; fromDay: string; field?: string }): Promise<void> {
  const { rows } = await sql`
    select from (${placesOf(accountId)}) l cross join lateral unnest(l.path) up(id) join settlement_pay p on p.agent_id = up.id left join settlement_run r on r.id = p.run_id
    where not p.discarded and p.starts_at >= ${fromDay}::date - ${PAY_DAYS_MAX}::integer and p.ends_on >= greatest(${fromDay}::date, l.from_day)
      and p.starts_on < coalesce(l.until_day, 'infinity') and (p.state in ('approved', 'paid') or p.state in ('computed', 'held') and ${isFinal}) limit 1`.execute(
    tx,
  );
  if (rows.length > 0) refuse("agents.settled", { field });
}

/** Proposes that a member is not counted. Refuses with `agents.not_found`, `agents.day_wrong`, `agents.settled` or `agents.already_proposed`. */
export async function proposeNotCounted(tx: Tx, { id: accountId, fromDay, untilDay, code, reason, by, now, timeZone }: Wanted): Promise<NotCounted> {
  const node = await tx.selectFrom("agent_node").select("account_id").where("account_id", "=", accountId).executeTakeFirst();
  if (node === undefined) refuse("agents.not_found", { field: "id" });
  await refuseFar(tx, { day: fromDay, field: "fromDay", now, timeZone });
  if (untilDay !== undefined && untilDay <= fromDay) refuse("agents.day_wrong", { field: "untilDay" });
  await refuseSettled(tx, { accountId, fromDay });
  const row = { id: newId(now), account_id: accountId, code, reason, proposed_by: by.id, proposed_name: by.name, proposed_at: now };
  const isNew = await tx
    .insertInto("agent_not_counted")
    .values({ ...row, from_day: fromDay, until_day: untilDay ?? null })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (isNew === undefined) refuse("agents.already_proposed");
  staleOnCommit(tx, ["agents.notCounted"], ["operators"]);
  return getNotCounted(tx, row.id);
}

interface Again extends Pick<Wanted, "by" | "now" | "timeZone" | "reason"> {
  readonly id: string;
  readonly untilDay: string;
}

/** Proposes that a member is counted again, earlier than was decided. Refuses with `agents.proposal_not_found`, `agents.day_wrong`, `agents.settled` or `agents.already_proposed`. */
export async function proposeCountedAgain(tx: Tx, { id, untilDay, reason, by, now, timeZone }: Again): Promise<NotCounted> {
  const row = await getNotCounted(tx, id);
  if (row.again || row.state !== "confirmed") refuse("agents.proposal_not_found");
  if (untilDay <= row.fromDay || (row.untilDay !== null && untilDay >= row.untilDay)) refuse("agents.day_wrong", { field: "untilDay" });
  await refuseFar(tx, { day: untilDay, field: "untilDay", now, timeZone });
  await refuseSettled(tx, { accountId: row.account.id, fromDay: untilDay, field: "untilDay" });
  const proposal = { id: newId(now), not_counted_id: id, until_day: untilDay, reason, proposed_by: by.id, proposed_name: by.name, proposed_at: now };
  const isNew = await tx
    .insertInto("agent_counted_again")
    .values(proposal)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (isNew === undefined) refuse("agents.already_proposed");
  staleOnCommit(tx, ["agents.notCounted"], ["operators"]);
  return getNotCounted(tx, proposal.id);
}

/** Confirms what another officer proposed; the agent above is told by its code of who is not counted. Refuses with a code of `agents.` */
export async function confirmNotCounted(tx: Tx, decision: Decision): Promise<NotCounted> {
  await decideInTurn(tx);
  const row = await decide(tx, "confirmed", decision);
  if (row.again) return endNotCounted(tx, row);
  await refuseSettled(tx, { accountId: row.account.id, fromDay: row.fromDay });
  const node = await tx.selectFrom("agent_node").select("parent_id as parentId").where("account_id", "=", row.account.id).executeTakeFirstOrThrow();
  if (node.parentId !== null) await tell(tx, "agents.notCounted", { accountId: String(node.parentId), notCountedId: row.id, kind: row.code });
  return row;
}

async function endNotCounted(tx: Tx, row: NotCounted): Promise<NotCounted> {
  await refuseSettled(tx, { accountId: row.account.id, fromDay: row.untilDay!, field: "untilDay" });
  await sql`
    update agent_not_counted n set until_day = g.until_day from agent_counted_again g
    where g.id = ${row.id}::uuid and n.id = g.not_counted_id and coalesce(n.until_day, 'infinity') > g.until_day`.execute(tx);
  return row;
}

/** Declines what waits. Refuses with `agents.proposal_not_found` or `agents.not_proposed`. */
export const declineNotCounted = (tx: Tx, decision: Decision): Promise<NotCounted> => decide(tx, "declined", decision);

async function decide(tx: Tx, to: "confirmed" | "declined", decision: Decision): Promise<NotCounted> {
  const { again } = await getNotCounted(tx, decision.id);
  const isMoved = await decideProposal(tx, again ? "agent_counted_again" : "agent_not_counted", to, decision);
  const row = await getNotCounted(tx, decision.id);
  if (!isMoved) refuse(row.state === "proposed" ? "agents.own_proposal" : "agents.not_proposed");
  staleOnCommit(tx, ["agents.notCounted"], ["operators"]);
  return row;
}
