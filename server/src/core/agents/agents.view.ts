import { type agents, LINE_COUNT_MAX } from "@laro/contract/agents";
import type { OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { AgentRules } from "../settings/packs.ts";
import { listAccreditationsOf } from "./agents.accreditation.ts";
import { listContractsOf } from "./agents.contracts.ts";
import { below } from "./agents.ts";
import { listLinks } from "./agents.links.ts";
import { listMovesOf } from "./agents.moves.ts";
import { readLineFigures, readRow } from "./agents.office.ts";
import { listStandingsOf } from "./agents.standing.decide.ts";

const FIGURE_DAYS = 30;

interface Asked {
  readonly id: bigint;
  readonly now: Date;
  readonly timeZone: string;
  readonly rules: AgentRules;
}

/** An agent from every side. Refuses with `agents.not_found` whoever is none. */
export async function viewAgent(db: Db, { id, now, timeZone, rules }: Asked): Promise<OutputOf<(typeof agents)["view"]>> {
  const row = await readRow(db, { id, now });
  if (!row.isAgent) refuse("agents.not_found", { field: "id" });
  const { rows } = await sql<{ from: string; until: string; direct: number; agents: number }>`
    select (today - ${FIGURE_DAYS}::integer)::text as from, today::text as until,
           (select count(*)::int from (select from agent_node where parent_id = ${id} limit ${LINE_COUNT_MAX}) counted) as direct,
           (select count(*)::int from (select l.invitation_code from agent_node n join agent_node l on ${below(sql`l.path`, sql`n.path`)}
             where n.account_id = ${id} and l.invitation_code is not null limit ${LINE_COUNT_MAX}) counted) as agents
    from (select (${now}::timestamptz at time zone ${timeZone})::date as today) d`.execute(db as Tx);
  const { direct, agents: agentsBelow, ...days } = rows[0]!;
  return {
    ...row,
    above: await listAbove(db, id),
    direct,
    agents: agentsBelow,
    standings: await listStandingsOf(db, id),
    figures: await readLineFigures(db, { agentId: id, ...days }),
    links: await listLinks(db, { agentId: id, now, timeZone }),
    contracts: await listContractsOf(db, id),
    moves: await listMovesOf(db, id),
    accreditationNeeded: rules.accreditedOnly,
    accreditations: await listAccreditationsOf(db, id),
  };
}

async function listAbove(db: Db, id: bigint) {
  const { rows } = await sql<{ id: bigint; name: string }>`
    select a.id, a.name from agent_node n cross join unnest(n.path) with ordinality up (id, at) join account a on a.id = up.id
    where n.account_id = ${id} and up.id <> ${id} order by up.at`.execute(db as Tx);
  return rows;
}
