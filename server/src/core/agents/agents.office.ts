import { type AgentRow, type agents, type LineFigures, LINE_COUNT_MAX } from "@laro/contract/agents";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";
import { below } from "./agents.ts";
import { standingOf } from "./agents.standing.ts";

type Row = Omit<AgentRow, "joinedAt"> & { readonly joinedAt: Date };

const describe = ({ joinedAt, ...row }: Row): AgentRow => ({ ...row, joinedAt: joinedAt.toISOString() });

/** Places of `agent_node n` with their accounts; a line is counted no further than it is said. */
const selectRows = (now: Date): RawBuilder<unknown> => sql`
  select n.account_id as id, a.name, a.type, n.depth, n.invitation_code is not null as "isAgent", ${standingOf(sql`n.account_id`, now)} as standing,
         (select count(*)::int from (select from agent_node l where ${below(sql`l.path`, sql`n.path`)} limit ${LINE_COUNT_MAX}) counted) as line, n.joined_at as "joinedAt"
  from agent_node n join account a on a.id = n.account_id`;

/** One account as lists show it. Refuses with `agents.not_found`. */
export async function readRow(db: Db, { id, now }: { id: bigint; now: Date }): Promise<AgentRow> {
  const { rows } = await sql<Row>`${selectRows(now)} where n.account_id = ${id}`.execute(db as Tx);
  return rows[0] === undefined ? refuse("agents.not_found", { field: "id" }) : describe(rows[0]);
}

const NUMBER = /^[0-9]{1,18}$/;
/** Beyond every text that begins with what comes before it. */
const LAST = "\u{10FFFF}";

/** Agents by number or by the beginning of a name in the order of names; without a text those at the top, first come first. */
export async function findAgents(
  db: Db,
  { search = "", cursor, limit = PAGE_LIMIT_DEFAULT, now }: InputOf<(typeof agents)["find"]> & { now: Date },
): Promise<OutputOf<(typeof agents)["find"]>> {
  const text = search.normalize("NFKC").trim().toLowerCase();
  const isByName = text !== "" && !NUMBER.test(text);
  const after = isNumberCursor(cursor) ? BigInt(cursor!) : 0n;
  const name = sql`lower(a.name) collate "C"`;
  const where = isByName
    ? sql`${name} >= ${text} and ${name} < ${text + LAST} and ${name} > ${cursor ?? ""}`
    : text === ""
      ? sql`n.parent_id is null and n.account_id > ${after}`
      : sql`n.account_id = ${BigInt(text)}`;
  const { rows } = await sql<Row>`
    ${selectRows(now)} where n.invitation_code is not null and ${where}
    order by ${isByName ? name : sql`n.account_id`} limit ${limit + 1}`.execute(db as Tx);
  return cutPage(rows, { limit, describe, cursorOf: ({ id, name: last }) => (isByName ? last.toLowerCase() : id) });
}

/** Who stands directly below an agent, first come first. Refuses with `agents.not_found`. */
export async function listLevel(
  db: Db,
  { id, who, cursor, limit = PAGE_LIMIT_DEFAULT, now }: InputOf<(typeof agents)["level"]> & { now: Date },
): Promise<OutputOf<(typeof agents)["level"]>> {
  await readRow(db, { id, now });
  const after = isNumberCursor(cursor) ? BigInt(cursor!) : 0n;
  const kind = who === "agents" ? sql`n.invitation_code is not null` : sql`n.invitation_code is null`;
  const { rows } = await sql<Row>`
    ${selectRows(now)} where n.parent_id = ${id} and n.account_id > ${after} and ${kind} order by n.account_id limit ${limit + 1}`.execute(db as Tx);
  return cutPage(rows, { limit, describe, cursorOf: ({ id: last }) => last });
}

/** What a line did on the days `[from, until)` that are written down: frozen facts, never today's. */
export async function readLineFigures(db: Db, { agentId, from, until }: { agentId: bigint; from: string; until: string }): Promise<LineFigures> {
  const { rows } = await sql<LineFigures>`
    select count(*)::int as days, coalesce(sum(valid), 0)::bigint as valid, coalesce(sum(stake - win), 0)::bigint as result,
           coalesce(sum(deposits), 0)::bigint as deposits, coalesce(sum(withdrawals), 0)::bigint as withdrawals, coalesce(sum(bonuses), 0)::bigint as bonuses,
           coalesce(sum(commission), 0)::bigint as commission, coalesce(sum(joined), 0)::int as joined, coalesce(sum(first_deposits), 0)::int as "firstDeposits"
    from line_day where agent_id = ${agentId} and day >= ${from}::date and day < ${until}::date`.execute(db as Tx);
  return rows[0]!;
}
