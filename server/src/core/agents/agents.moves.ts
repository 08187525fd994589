import { type AgentMove, type agents, MOVE_AHEAD_DAYS_MAX, MOVED_MAX } from "@laro/contract/agents";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { sql } from "kysely";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { addJob, tell } from "../../platform/outbox.ts";
import { cutPage, isIdCursor } from "../../platform/pages.ts";
import { type Decision, decideProposal } from "../approvals/proposals.ts";
import type { AgentRules } from "../settings/packs.ts";
import { below } from "./agents.ts";
import { fingerprintOf, weighMove } from "./agents.moves.weigh.ts";

const select = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("agent_move as m")
    .innerJoin("account as a", "a.id", "m.account_id")
    .leftJoin("account as f", "f.id", "m.from_parent")
    .leftJoin("account as t", "t.id", "m.to_parent")
    .select(["m.id", "m.account_id as accountId", "a.name", "m.from_parent as fromId", "f.name as fromName", "m.to_parent as toId", "t.name as toName"])
    .select(["m.state", "m.reason", "m.proposed_name as proposedBy", "m.proposed_at as proposedAt", "m.decided_name as decidedBy", "m.decision"])
    .select(["m.decided_at as decidedAt", "m.from_day as fromDay", "m.done_on as doneOn"]);

type Row = Awaited<ReturnType<ReturnType<typeof select>["executeTakeFirstOrThrow"]>>;

const named = (id: bigint | null, name: string | null) => (id === null ? null : { id, name: name ?? "" });

const describe = ({ accountId, name, fromId, fromName, toId, toName, state, proposedAt, decidedAt, ...row }: Row): AgentMove => ({
  ...row,
  account: { id: accountId, name },
  from: named(fromId, fromName),
  to: named(toId, toName),
  state: state as AgentMove["state"],
  proposedAt: proposedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});

/** The moves in a state: what waits oldest first, what is over newest first. */
export async function listMoves(
  db: Db,
  { state, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof agents)["moves"]>,
): Promise<OutputOf<(typeof agents)["moves"]>> {
  const isOldestFirst = state === "proposed" || state === "confirmed";
  const rows = await select(db)
    .where("m.state", "=", state)
    .$if(isIdCursor(cursor), (query) => query.where("m.id", isOldestFirst ? ">" : "<", cursor!))
    .orderBy("m.id", isOldestFirst ? "asc" : "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe, cursorOf: ({ id }) => id });
}

const KEPT_MAX = 20;

/** The last moves of one account, newest first. */
export const listMovesOf = async (db: Db, accountId: bigint): Promise<AgentMove[]> =>
  (await select(db).where("m.account_id", "=", accountId).orderBy("m.id", "desc").limit(KEPT_MAX).execute()).map(describe);

async function getMove(tx: Tx, id: string): Promise<AgentMove> {
  const row = await select(tx).where("m.id", "=", id).executeTakeFirst();
  return row === undefined ? refuse("agents.proposal_not_found") : describe(row);
}

interface Place {
  readonly rules: AgentRules;
  readonly timeZone: string;
  readonly now: Date;
}

/** A move begins tomorrow at the earliest: today's facts belong to today's tree. */
async function checkDay(tx: Tx, { fromDay, now, timeZone }: { fromDay: string; now: Date; timeZone: string }): Promise<void> {
  const { rows } = await sql<{ ahead: number }>`select ${fromDay}::date - (${now}::timestamptz at time zone ${timeZone})::date as ahead`.execute(tx);
  if (rows[0]!.ahead < 1 || rows[0]!.ahead > MOVE_AHEAD_DAYS_MAX) refuse("agents.move_day", { field: "fromDay", days: MOVE_AHEAD_DAYS_MAX });
}

/** Of two moves at once that touch one line the second would be weighed on a tree that is about to change. */
const takeTurn = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('agent_move'))`.execute(tx);

/** Whether a move that waits is of this line: of somebody above or below the account or above its new place, or to a place below it. */
async function refuseWaiting(tx: Tx, { id, toId }: { id: bigint; toId: bigint | null }): Promise<void> {
  const { rows } = await sql`
    with open as (select n.account_id, n.path, coalesce(t.path, '{}') as to_path from agent_move m join agent_node n on n.account_id = m.account_id
                  left join agent_node t on t.account_id = m.to_parent where m.state in ('proposed', 'confirmed')),
         asked as (select n.path, coalesce((select path from agent_node where account_id = ${toId}), '{}') as to_path from agent_node n where n.account_id = ${id})
    select from open o, asked a
    where o.account_id = any(a.path) or o.account_id = any(a.to_path) or ${id} = any(o.path) or ${id} = any(o.to_path) limit 1`.execute(tx);
  if (rows.length > 0) refuse("agents.move_waiting");
}

interface Proposed extends InputOf<(typeof agents)["proposeMove"]>, Place {
  readonly by: Pick<OperatorActor, "id" | "name">;
  readonly membersMax?: number;
}

const STALE = ["agents.moves", "agents.view", "agents.level", "agents.find"];

/** Proposes a move from a day on. Refuses as `weighMove` does, and with `agents.move_day`, `agents.move_waiting` or `agents.changed`. */
export async function proposeMove(tx: Tx, { id, toId, fromDay, fingerprint, reason, by, membersMax = MOVED_MAX, ...place }: Proposed): Promise<AgentMove> {
  await takeTurn(tx);
  await checkDay(tx, { fromDay, ...place });
  const weighed = await weighMove(tx, { id, toId: toId ?? null, rules: place.rules, membersMax });
  await refuseWaiting(tx, { id, toId: toId ?? null });
  if (fingerprintOf(weighed) !== fingerprint) refuse("agents.changed");
  const moveId = newId(place.now);
  await tx
    .insertInto("agent_move")
    .values({
      id: moveId,
      account_id: id,
      from_parent: weighed.fromId,
      to_parent: toId ?? null,
      from_day: fromDay,
      depth_max: place.rules.depthMax,
      members_max: membersMax,
      fingerprint,
      reason,
      proposed_by: by.id,
      proposed_name: by.name,
      proposed_at: place.now,
    })
    .execute();
  staleOnCommit(tx, STALE, ["operators"]);
  return getMove(tx, moveId);
}

/** Confirms a move another officer proposed, on the tree they saw. Refuses as `proposeMove` does, and with `agents.proposal_not_found`, `agents.not_proposed` or `agents.own_proposal`. */
export async function confirmMove(tx: Tx, decision: Decision, place: Place): Promise<AgentMove> {
  await takeTurn(tx);
  const move = await decide(tx, "confirmed", decision);
  await checkDay(tx, { fromDay: move.fromDay, ...place });
  const seen = await tx.selectFrom("agent_move").select(["fingerprint", "members_max as membersMax"]).where("id", "=", move.id).executeTakeFirstOrThrow();
  const weighed = await weighMove(tx, { id: move.account.id, toId: move.to?.id ?? null, rules: place.rules, membersMax: seen.membersMax });
  if (fingerprintOf(weighed) !== seen.fingerprint) refuse("agents.changed");
  // Contracts that it ends must not outlive the night: the next look may be after it.
  await addJob(tx, "agentContracts:lapse", {}, { key: "agentContracts:lapse" });
  return move;
}

/** Declines a move that waits. Refuses with `agents.proposal_not_found` or `agents.not_proposed`. */
export const declineMove = (tx: Tx, decision: Decision): Promise<AgentMove> => decide(tx, "declined", decision);

async function decide(tx: Tx, to: "confirmed" | "declined", decision: Decision): Promise<AgentMove> {
  const isMoved = await decideProposal(tx, "agent_move", to, decision);
  const move = await getMove(tx, decision.id);
  if (!isMoved) refuse(move.state === "proposed" ? "agents.own_proposal" : "agents.not_proposed");
  staleOnCommit(tx, STALE, ["operators"]);
  return move;
}

const CARRIED_MAX = 100;

interface Due {
  readonly id: string;
  readonly accountId: bigint;
  readonly toId: bigint | null;
  readonly fromDay: string;
  readonly depthMax: number;
  readonly membersMax: number;
}

/**
 * Carries out the confirmed moves whose day has come, `today` as yyyy-mm-dd in the pack's calendar; answers how many. Whoever writes a day down calls it
 * first, in its own transaction: who moved keeps the old place for the days before. A move the tree no longer allows becomes `failed` and changes nothing.
 */
export async function carryOutMoves(tx: Tx, today: string): Promise<number> {
  if ((await listDue(tx, today)).length === 0) return 0;
  await sql`select pg_advisory_xact_lock(hashtext('agent_tree'))`.execute(tx);
  // Read again under the lock: another may have carried them out meanwhile.
  const due = await listDue(tx, today);
  let carried = 0;
  for (const move of due) {
    const isDone = await carryOut(tx, move);
    const state = isDone ? "done" : "failed";
    await tx.updateTable("agent_move").set({ state, done_on: today }).where("id", "=", move.id).where("state", "=", "confirmed").execute();
    if (!isDone) continue;
    carried += 1;
    await tell(tx, "agents.moved", { accountId: String(move.accountId), moveId: move.id, day: move.fromDay });
  }
  staleOnCommit(tx, STALE, ["operators"]);
  return carried;
}

/** The same for the day it is in the pack's calendar. */
export async function carryOutMovesOfToday(tx: Tx, { now, timeZone }: { now: Date; timeZone: string }): Promise<number> {
  const { rows } = await sql<{ today: string }>`select (${now}::timestamptz at time zone ${timeZone})::date::text as today`.execute(tx);
  return carryOutMoves(tx, rows[0]!.today);
}

async function listDue(tx: Tx, today: string): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select id, account_id as "accountId", to_parent as "toId", from_day::text as "fromDay", depth_max as "depthMax", members_max as "membersMax" from agent_move
    where state = 'confirmed' and from_day <= ${today}::date order by from_day, id limit ${CARRIED_MAX}`.execute(tx);
  return rows;
}

/** Moves one branch; false, and nothing done, where it no longer fits. */
async function carryOut(tx: Tx, { accountId, toId, fromDay, depthMax, membersMax }: Due): Promise<boolean> {
  const { rows } = await sql<{ path: bigint[]; toPath: bigint[]; fits: boolean }>`
    select n.path, coalesce(t.path, '{}') as "toPath",
           not ${accountId} = any(coalesce(t.path, '{}')) and b.size <= ${membersMax} and coalesce(t.depth, 0) + b.deepest - n.depth + 1 <= ${depthMax} as fits
    from agent_node n left join agent_node t on t.account_id = ${toId}
    cross join lateral (select count(*) + 1 as size, greatest(n.depth, max(l.depth)) as deepest from agent_node l where ${below(sql`l.path`, sql`n.path`)}) b
    where n.account_id = ${accountId}`.execute(tx);
  const { path, toPath, fits } = rows[0]!;
  if (!fits) return false;
  while (await carrySome(tx, { accountId, toId, fromDay, path, toPath }));
  return true;
}

/** So many at a time: no statement takes longer than any may. */
const CARRIED_AT_ONCE = 50_000;

interface Branch extends Pick<Due, "accountId" | "toId" | "fromDay"> {
  readonly path: readonly bigint[];
  readonly toPath: readonly bigint[];
}

/** Moves some of a branch, who keep their old place for the days before; false when nobody stands below the old place any more. */
async function carrySome(tx: Tx, { accountId, toId, fromDay, path, toPath }: Branch): Promise<boolean> {
  const { rows } = await sql<{ moved: number }>`
    with chosen as materialized (
      select account_id, parent_id, path from agent_node where path >= ${path}::bigint[] and path < line_end(${path}::bigint[]) limit ${CARRIED_AT_ONCE}
    ), past as (
      insert into agent_past (account_id, until_day, parent_id, path) select account_id, ${fromDay}::date, parent_id, path from chosen
    ), moved as (
      update agent_node n set path = ${toPath}::bigint[] || c.path[${path.length}::integer:],
        parent_id = case when n.account_id = ${accountId} then ${toId}::bigint else n.parent_id end
      from chosen c where n.account_id = c.account_id returning n.account_id
    )
    select count(*)::int as moved from moved`.execute(tx);
  return rows[0]!.moved === CARRIED_AT_ONCE;
}
