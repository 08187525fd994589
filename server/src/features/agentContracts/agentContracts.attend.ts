import type { ContractKind } from "@laro/contract/core/contractKinds";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { tell } from "../../platform/outbox.ts";
import type { Platform } from "../../platform/routes.ts";
import { workThrough } from "../../platform/rows.ts";
import { findContract, stateOf } from "./agentContracts.ts";
import { endByHouse, goOn } from "./agentContracts.decisions.ts";
import { lockLine } from "./agentContracts.gates.ts";
import { contractsStale, endAffected } from "./agentContracts.plans.ts";

/** A request to end that nobody answers is over: silence never ends an income. */
const END_REQUEST_DAYS = 7;
const ROWS_PER_LOOK = 100;

interface Due {
  readonly number: bigint;
  readonly id: string;
  readonly agentId: bigint;
  readonly kind: ContractKind;
  readonly what: "lapse" | "goOn" | "remind" | "close" | "move";
  /** From when on a move ends it. */
  readonly fromDay: string | null;
}

/** What the clock does to contracts: offers lapse, with a word a day before; requests to end run out; moves, closed agents and exclusions end what they end. */
export async function attendContracts(platform: Platform): Promise<void> {
  const now = platform.clock.now();
  await workThrough(platform, {
    job: "agentContracts:lapse",
    find: (after) => listDue(platform.database.db, { now, after, timeZone: platform.timeZone }),
    each: (tx, due) => attend(tx, platform, { due, now }),
  });
}

/**
 * Of moves it reads those to come, and what the tree looks like after those that are done: a day that began keeps its contracts, so the last one ends tomorrow. An exclusion
 * of one's own ends them; one that an officer made alone does not, because all below would end with it: two officers end those.
 */
async function listDue(db: Db, { now, after, timeZone }: { now: Date; after: bigint; timeZone: string }): Promise<readonly Due[]> {
  const tomorrow = sql`((${now}::timestamptz at time zone ${timeZone})::date + 1)`;
  const { rows } = await sql<Due>`
    with held as (select c.* from agent_contract c where c.state in ('active', 'endRequested') and c.number > ${after}),
    due as (
      select c.number, c.id, c.agent_id, c.kind, null::date as from_day,
             case when c.offered_at + (t.limits ->> 'offerDays')::integer * interval '1 day' <= ${now}::timestamptz then 'lapse' else 'remind' end as what
      from agent_contract c join agent_contract_template t on t.id = c.template_id
      where c.state = 'offered' and c.number > ${after} and (c.offered_at + (t.limits ->> 'offerDays')::integer * interval '1 day' <= ${now}::timestamptz
        or (c.reminded_at is null and c.offered_at + ((t.limits ->> 'offerDays')::integer - 1) * interval '1 day' <= ${now}::timestamptz))
      union all
      select c.number, c.id, c.agent_id, c.kind, null, 'goOn' from agent_contract c
      where c.state = 'endRequested' and c.number > ${after} and c.end_asked_at <= ${now}::timestamptz - ${END_REQUEST_DAYS} * interval '1 day'
      union all
      select c.number, c.id, c.agent_id, c.kind, null, 'close' from held c
      where exists (select from agent_standing s where s.agent_id = c.agent_id and s.state = 'inForce' and s.standing = 'closed')
        or exists (select from exclusion e where e.account_id = c.agent_id and e.kind = 'self' and e.ended_at is null and e.starts_at <= ${now} and e.ends_at > ${now})
      union all
      select c.number, c.id, c.agent_id, c.kind, greatest(m.from_day, ${tomorrow}), 'move' from held c join agent_node n on n.account_id = c.agent_id
      left join agent_move m on m.account_id = c.agent_id and m.state = 'confirmed'
      where c.upline_id is not null and c.upline_id is distinct from case when m.id is null then n.parent_id else m.to_parent end
      union all
      select c.number, c.id, c.agent_id, c.kind, greatest(m.from_day, ${tomorrow}), 'move' from agent_move m join agent_node top on top.account_id = m.account_id
      join agent_node above on above.account_id = m.to_parent join held c on c.upline_id is null
      join agent_node n on n.account_id = c.agent_id and n.path >= top.path and n.path < line_end(top.path)
      where m.state = 'confirmed' and exists (select from agent_contract u where u.agent_id = any(above.path) and u.kind = c.kind and u.state in ('active', 'endRequested'))
      union all
      select c.number, c.id, c.agent_id, c.kind, ${tomorrow}, 'move' from held c join agent_node n on n.account_id = c.agent_id
      where c.upline_id is null and exists (
        select from agent_contract u where u.agent_id = any(n.path) and u.agent_id <> c.agent_id and u.kind = c.kind and u.state in ('active', 'endRequested'))
    )
    select distinct on (number) number, id, agent_id as "agentId", kind, what, from_day::text as "fromDay" from due order by number, what, from_day limit ${ROWS_PER_LOOK}`.execute(
    db as Tx,
  );
  return rows;
}

async function attend(tx: Tx, platform: Platform, { due, now }: { due: Due; now: Date }): Promise<void> {
  await lockLine(tx, due.agentId);
  const row = await findContract(tx, platform, { id: due.id, viewer: null, now });
  if (row === undefined) return;
  const { id, agentId, uplineId, kind } = row;
  const isHeld = row.state === "active" || row.state === "endRequested";
  if (due.what === "lapse" && stateOf(row, now) === "lapsed" && row.state === "offered") {
    await sql`update agent_contract set state = 'lapsed', answered_at = ${now} where id = ${id}::uuid`.execute(tx);
    if (uplineId !== null) await tell(tx, "agentContracts.answered", { wordId: newId(now), accountId: String(uplineId), kind, cause: "lapsed" });
  } else if (due.what === "remind" && row.state === "offered") {
    await sql`update agent_contract set reminded_at = ${now} where id = ${id}::uuid`.execute(tx);
    await tell(tx, "agentContracts.lapsing", { contractId: id, accountId: String(agentId), kind });
  } else if (due.what === "goOn" && row.state === "endRequested") {
    await goOn(tx, id);
    if (row.endAskedBy !== null) await tell(tx, "agentContracts.answered", { wordId: newId(now), accountId: String(row.endAskedBy), kind, cause: "endLapsed" });
  } else if (due.what === "close" && isHeld) await endByHouse(tx, platform, { row, reason: null, cause: "house", now });
  else if (due.what === "move" && isHeld) await endForMove(tx, due, now);
  contractsStale(tx, [agentId, uplineId]);
}

/** A contract and the chain below it end with the day of the move. */
async function endForMove(tx: Tx, { id, kind, fromDay }: Due, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string; agentId: bigint; uplineId: bigint | null; endsOn: string; state: string }>`
    with own as (select c.id, c.agent_id, greatest(c.starts_on, ${fromDay}::date) as from_day, c.ends_on as until_day from agent_contract c where c.id = ${id}::uuid)
    select c.id, c.agent_id as "agentId", c.upline_id as "uplineId", min(lost.from_day)::text as "endsOn", c.state
    from (select id, from_day from own union all
          select b.id, b.from_day from own, agent_contract_chain(${kind}, array[own.agent_id], array[own.from_day], array[own.until_day]) b) lost
    join agent_contract c on c.id = lost.id group by c.id`.execute(tx);
  await endAffected(tx, { kind, affected: rows, cause: "move", now });
}
