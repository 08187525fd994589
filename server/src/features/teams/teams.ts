import { refuse } from "@laro/contract/core/errors";
import { TEAM_DAYS_MAX, type Mate } from "@laro/contract/teams";
import { sql } from "kysely";
import { maskName } from "../../core/accounts/faces.ts";
import { aliasOf } from "../../core/agents/alias.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";

/** An agent who looks at its line, and by which market's rules. */
export interface Reader {
  readonly agentId: bigint;
  readonly timeZone: string;
  readonly now: Date;
  readonly keys: Pick<Keys, "dataKey">;
  readonly pack: Pick<JurisdictionPack, "agents">;
}

/** An account of the reader's line, or the reader, and from which day on it stands there: what it did under others is theirs. */
export interface Seen {
  readonly id: bigint;
  readonly type: number;
  readonly isDirect: boolean;
  readonly since: string | null;
  readonly trail: Mate[];
}

/** Finds an account by the range of the reader's path. Refuses with `agents.not_found` whatever is not in it, there or not. */
export async function seeAccount(db: Db, reader: Reader, id = reader.agentId): Promise<Seen> {
  const { rows } = await sql<{ type: number; isDirect: boolean; path: string[]; since: string | null }>`
    select a.type, n.parent_id is not distinct from v.account_id as "isDirect", n.path[cardinality(v.path):]::text[] as path,
           (select max(p.until_day)::text from agent_past p where p.account_id = n.account_id and not p.path @> array[v.account_id]) as since
    from agent_node v join agent_node n on n.account_id = ${id} and n.path >= v.path and n.path < line_end(v.path) join account a on a.id = n.account_id
    where v.account_id = ${reader.agentId}`.execute(db as Tx);
  const [row] = rows;
  if (row === undefined) refuse("agents.not_found");
  // Above the reader nothing is in a trail, and the reader's own parent is none of theirs.
  return { id, type: row.type, isDirect: row.isDirect, since: id === reader.agentId ? null : row.since, trail: await readTrail(db, reader, row.path) };
}

async function readTrail(db: Db, reader: Reader, path: readonly string[]): Promise<Mate[]> {
  const { rows } = await sql<{ id: bigint; name: string; type: number }>`
    select a.id, a.name, a.type from unnest(${path}::bigint[]) with ordinality p(id, place) join account a on a.id = p.id order by p.place`.execute(db as Tx);
  return rows.map((row, level) => describeMate(reader, { ...row, isDirect: level === 1 }));
}

interface Named {
  readonly id: bigint;
  readonly name: string;
  readonly type: number;
  readonly isDirect: boolean;
}

/** An account as the reader may know it. */
export const describeMate = (reader: Reader, { id, name, type, isDirect }: Named): Mate => ({ id, account: nameOf(reader, { id, name, isDirect }), type });

function nameOf({ agentId, keys, pack }: Reader, { id, name, isDirect }: Pick<Named, "id" | "name" | "isDirect">): string {
  if (id === agentId) return name;
  if (!pack.agents.seesNames) return aliasOf(keys, agentId, id);
  return isDirect ? name : maskName(name);
}

/** Today by the market's calendar, up to which day facts are closed, and up to when today's hours are counted. */
export interface Calendar {
  readonly today: string;
  readonly yesterday: string;
  readonly start: Date;
  readonly frozenTo: string | null;
  readonly asOf: Date | null;
}

export async function readCalendar(db: Db, { now, timeZone }: Reader): Promise<Calendar> {
  const { rows } = await sql<Calendar>`
    select d.start, (d.start at time zone ${timeZone})::date::text as today, ((d.start at time zone ${timeZone})::date - 1)::text as yesterday,
           (select max(day)::text from activity_day where state = 'frozen') as "frozenTo",
           (select max(starts_at) + interval '5 minutes' from activity_window where starts_at >= d.start and starts_at <= ${now}) as "asOf"
    from (select period_start(${now}::timestamptz, 'day', ${timeZone}) as start) d`.execute(db as Tx);
  return rows[0]!;
}

/** Days, both included; none at all where the first comes after the last. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

export const DAY_MS = 24 * 60 * 60_000;

/** Refuses a span that ends before it begins, or is longer than `TEAM_DAYS_MAX`. */
export function checkSpan({ from, to }: Span): void {
  if (from > to) refuse("request.invalid", { field: "to", problem: "before_from" });
  if (Date.parse(to) - Date.parse(from) >= TEAM_DAYS_MAX * DAY_MS) refuse("request.invalid", { field: "from", problem: "too_many_days" });
}

const BEFORE_ALL = "1999-12-31";

/** The closed days of a span that an account spent in the reader's line. */
export function closedDays({ from, to }: Span, { frozenTo }: Calendar, since: string | null = null): Span {
  const end = frozenTo ?? BEFORE_ALL;
  return { from: since !== null && since > from ? since : from, to: to < end ? to : end };
}
