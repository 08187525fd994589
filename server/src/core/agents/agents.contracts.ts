import type { AgentContractRow } from "@laro/contract/agents";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

interface Row extends Omit<AgentContractRow, "agent" | "upline"> {
  readonly agentId: bigint;
  readonly agentName: string;
  readonly uplineId: bigint | null;
  readonly uplineName: string | null;
}

const describe = ({ agentId, agentName, uplineId, uplineName, ...row }: Row): AgentContractRow => ({
  ...row,
  agent: { id: agentId, name: agentName },
  upline: uplineId === null ? null : { id: uplineId, name: uplineName ?? "" },
});

interface Asked {
  /** What names them: a query of contract ids. */
  readonly ids: RawBuilder<unknown>;
  /** What `ids` reads from. */
  readonly having?: RawBuilder<unknown>;
  readonly limit: number;
}

/** Contracts as officers see them beside the tree, the newest first. */
async function readContracts(db: Db | Tx, { ids, having = sql``, limit }: Asked): Promise<AgentContractRow[]> {
  const { rows } = await sql<Row>`
    ${having}
    select c.id, c.kind, c.agent_id as "agentId", a.name as "agentName", c.upline_id as "uplineId", u.name as "uplineName", c.state, c.starts_on as "startsOn",
           c.ends_on as "endsOn", t.least as "rateFrom", t.most as "rateTo"
    from agent_contract c join account a on a.id = c.agent_id left join account u on u.id = c.upline_id
    cross join lateral (select coalesce(min(rate), 0) as least, coalesce(max(rate), 0) as most from agent_contract_tier where contract_id = c.id) t
    where c.id in (${ids}) order by c.number desc limit ${limit}`.execute(db as Tx);
  return rows.map(describe);
}

const SHOWN_MAX = 50;

/** The contracts an agent holds and gave. */
export const listContractsOf = (db: Db, id: bigint): Promise<AgentContractRow[]> =>
  readContracts(db, {
    ids: sql`(select id from agent_contract where agent_id = ${id} order by id desc limit ${SHOWN_MAX})
             union (select id from agent_contract where upline_id = ${id} order by id desc limit ${SHOWN_MAX})`,
    limit: SHOWN_MAX,
  });

const RUNNING = sql`('offered', 'active', 'endRequested')`;
const ENDING_MAX = 10_000;

/**
 * The contracts a move ends: those of the account with its upline, below each of them the whole chain of its kind, and those of the house in the line
 * whose kind somebody above the new place holds.
 */
export const listEnding = (
  db: Db | Tx,
  { id, path, toPath }: { id: bigint; path: readonly bigint[]; toPath: readonly bigint[] },
): Promise<AgentContractRow[]> =>
  readContracts(db, {
    having: sql`
      with recursive first as (
        select c.id, c.kind, c.agent_id from agent_contract c where c.agent_id = ${id} and c.state in ${RUNNING}
        union
        select c.id, c.kind, c.agent_id from agent_node n join agent_contract c on c.agent_id = n.account_id and c.upline_id is null and c.state in ${RUNNING}
        where n.path > ${path}::bigint[] and n.path < line_end(${path}::bigint[])
          and c.kind in (select h.kind from agent_contract h where h.agent_id = any(${toPath}::bigint[]) and h.state in ('active', 'endRequested'))
      ), ending as (
        select * from first
        union
        select c.id, c.kind, c.agent_id from ending e join agent_contract c on c.upline_id = e.agent_id and c.kind = e.kind and c.state in ${RUNNING}
      )`,
    ids: sql`select id from ending`,
    limit: ENDING_MAX,
  });
