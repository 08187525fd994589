import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { TeamMember, teams } from "@laro/contract/teams";
import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";
import { describePlay, type PlayRow, playSums } from "./teams.sums.ts";
import { type Calendar, checkSpan, closedDays, describeMate, readCalendar, type Reader, type Seen, seeAccount, type Span } from "./teams.ts";

type Asked = InputOf<(typeof teams)["members"]>;
type Members = OutputOf<(typeof teams)["members"]>;

interface MemberRow {
  readonly id: bigint;
  readonly name: string;
  readonly type: number;
  readonly isDirect: boolean;
  readonly level: number;
  readonly joinedOn: string;
  readonly link: string | null;
  readonly hasLine: boolean;
  readonly lastDay: string | null;
  readonly own: Texts;
  readonly line: Texts;
}
/** As JSON hands sums on: numbers as text. */
type Texts = Readonly<Record<keyof PlayRow, string>>;

const playOf = ({ rounds, stake, valid, win }: Texts) => describePlay({ rounds: BigInt(rounds), stake: BigInt(stake), valid: BigInt(valid), win: BigInt(win) });

export const describeMember = (reader: Reader, { own, line, ...row }: MemberRow): TeamMember => ({
  ...describeMate(reader, row),
  level: row.level,
  joinedOn: row.joinedOn,
  link: row.link,
  hasLine: row.hasLine,
  lastDay: row.lastDay,
  own: playOf(own),
  line: playOf(line),
});

const sumsAsText = sql`json_build_object('rounds', s.rounds::text, 'stake', s.stake::text, 'valid', s.valid::text, 'win', s.win::text)`;
const CLOSED_TOO_LONG_AGO = "1999-12-31";

/** What is shown of each of some nodes `n`; each one's facts are a range of its own index. */
export function membersOf(reader: Reader, nodes: RawBuilder<unknown>, { from, to, frozenTo }: Span & Pick<Calendar, "frozenTo">): RawBuilder<MemberRow> {
  const { agentId, timeZone } = reader;
  return sql<MemberRow>`
    select n.account_id as id, n.name, n.type, n.parent_id = v.account_id as "isDirect", n.depth - v.depth as level,
           (n.joined_at at time zone ${timeZone})::date::text as "joinedOn", k.label as link,
           exists (select from agent_node c where c.parent_id = n.account_id) as "hasLine",
           (select d.day::text from member_day d where d.account_id = n.account_id and d.rounds > 0 and d.day >= coalesce(p.since, d.day)
              and d.day <= ${frozenTo ?? CLOSED_TOO_LONG_AGO}::date order by d.day desc limit 1) as "lastDay",
           (select ${sumsAsText} from (select ${playSums} from member_day p where p.account_id = n.account_id and p.day >= greatest(${from}::date, since) and p.day <= ${to}::date) s) as own,
           (select ${sumsAsText} from (select ${playSums} from line_day p where p.agent_id = n.account_id and p.day >= greatest(${from}::date, since) and p.day <= ${to}::date) s) as line
    from (${nodes}) n join agent_node v on v.account_id = ${agentId} left join agent_link k on k.code = n.link_code and k.agent_id = ${agentId}
    cross join lateral (select ${sinceOf(reader)} as since) p
    order by n.path`;
}

const IDLE_DAYS = 14;

/** From which day on a node `n` stands in the reader's line; null where it always did. What it did under others is theirs. */
const sinceOf = ({ agentId }: Reader) =>
  sql`(select max(p.until_day) from agent_past p where p.account_id = n.account_id and not p.path @> array[${agentId}::bigint])`;

/** Has played on a closed day of the last fourteen, itself or its line, in the reader's line. */
const hasPlayed = (reader: Reader, today: string) => sql`exists (
  select from (select greatest(${today}::date - ${IDLE_DAYS}::int, ${sinceOf(reader)}) as day) begun
  where exists (select from member_day d where d.account_id = n.account_id and d.day >= begun.day and d.rounds > 0)
    or exists (select from line_day d where d.agent_id = n.account_id and d.day >= begun.day and d.rounds > 0))`;

interface Filter extends Pick<Asked, "type" | "joinedFrom" | "joinedTo" | "state"> {
  readonly reader: Reader;
  readonly today: string;
}

const filtersOf = ({ type, joinedFrom, joinedTo, state, reader, today }: Filter): RawBuilder<unknown>[] => [
  ...(type === undefined ? [] : [sql`a.type = ${type}`]),
  ...(joinedFrom === undefined ? [] : [sql`n.joined_at >= ${joinedFrom}::date::timestamp at time zone ${reader.timeZone}`]),
  ...(joinedTo === undefined ? [] : [sql`n.joined_at < (${joinedTo}::date + 1)::timestamp at time zone ${reader.timeZone}`]),
  ...(state === undefined ? [] : [state === "active" ? hasPlayed(reader, today) : sql`not ${hasPlayed(reader, today)}`]),
];

interface Place {
  readonly reader: Reader;
  readonly seen: Seen;
  readonly reach: "level" | "line";
  readonly search: string | undefined;
  readonly cursor: string | undefined;
}

const pathWithin = (rootId: bigint, id: bigint) =>
  sql`(select w.path from agent_node w where w.account_id = ${id} and w.path > ${pathOf(rootId)} and w.path < line_end(${pathOf(rootId)}))`;
const pathOf = (id: bigint) => sql`(select o.path from agent_node o where o.account_id = ${id})`;

/** Which nodes, and in what order: a level by account, which is the order of its paths; a line by path. */
function placeOf({ reader, seen, reach, search, cursor }: Place): { where: RawBuilder<unknown>[]; order: RawBuilder<unknown> } {
  const after = isNumberCursor(cursor) ? BigInt(cursor!) : undefined;
  if (search === undefined && reach === "level")
    return { where: [sql`n.parent_id = ${seen.id}`, ...(after === undefined ? [] : [sql`n.account_id > ${after}`])], order: sql`n.account_id` };
  const inLine = [
    sql`n.path > ${pathOf(seen.id)}`,
    sql`n.path < line_end(${pathOf(seen.id)})`,
    // A place outside the line says no more than none: where it stands would tell that it is there.
    ...(after === undefined ? [] : [sql`n.path > coalesce(${pathWithin(seen.id, after)}, ${pathOf(seen.id)})`]),
  ];
  return { where: search === undefined ? inLine : [...inLine, named(reader, search)], order: sql`n.path` };
}

/** Direct downlines, whose names the agent sees, by the beginning of one; anyone else by the whole name, so that no hidden name can be found letter by letter. */
const named = ({ agentId }: Reader, search: string) => sql`n.account_id in (
  select a.id from account a where lower(a.name) = lower(${search})
  union all
  select d.account_id from agent_node d join account a on a.id = d.account_id where d.parent_id = ${agentId} and starts_with(lower(a.name), lower(${search})))`;

interface Page {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** So many places are looked at for a page, whatever a filter leaves of them; past that a page is short, and the next goes on. */
const LOOKED_MAX = 5_000;

interface Looked {
  readonly where: readonly RawBuilder<unknown>[];
  readonly order: RawBuilder<unknown>;
}

const places = ({ where, order }: Looked) => sql`select n.* from agent_node n where ${sql.join(where, sql` and `)} order by ${order}`;

/** The last place that was looked at, where there may be more beyond. */
async function findLastLooked(db: Db, looked: Looked): Promise<bigint | null> {
  const { rows } = await sql<{ id: bigint }>`select n.account_id as id from (${places(looked)} offset ${LOOKED_MAX - 1} limit 1) n`.execute(db as Tx);
  return rows[0]?.id ?? null;
}

/** Accounts of the line as it stands today, with what each did on the closed days of a span. Refuses to search by names that are not shown. */
export async function listMembers(db: Db, reader: Reader, asked: Omit<Asked, "cursor" | "limit"> & Page): Promise<Members> {
  const { id, from, to, reach = "level", search, cursor, limit = PAGE_LIMIT_DEFAULT, ...filter } = asked;
  checkSpan({ from, to });
  const searched = search?.trim() === "" ? undefined : search?.trim();
  const seen = await seeAccount(db, reader, id);
  if (searched !== undefined && !reader.pack.agents.seesNames) refuse("teams.names_hidden", { field: "search" });
  const calendar = await readCalendar(db, reader);
  const looked = placeOf({ reader, seen, reach, search: searched, cursor });
  const filters = filtersOf({ ...filter, reader, today: calendar.today });
  // A search finds its few by name, whatever the size of the line.
  const isBounded = filters.length > 0 && searched === undefined;
  const source = isBounded ? sql`(${places(looked)} limit ${LOOKED_MAX})` : sql`agent_node`;
  const nodes = sql`select n.*, a.name, a.type from ${source} n join account a on a.id = n.account_id
    where ${sql.join([...(isBounded ? [] : looked.where), ...filters], sql` and `)} order by ${looked.order} limit ${limit + 1}`;
  const { rows } = await membersOf(reader, nodes, { ...closedDays({ from, to }, calendar), frozenTo: calendar.frozenTo }).execute(db as Tx);
  const { list, next } = cutPage(rows, { limit, describe: (row) => describeMember(reader, row), cursorOf: (row) => row.id });
  const last = next === null && isBounded ? await findLastLooked(db, looked) : null;
  return {
    trail: seen.trail,
    frozenTo: calendar.frozenTo,
    searchable: reader.pack.agents.seesNames,
    list,
    next: last === null ? next : String(last),
  };
}
