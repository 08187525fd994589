import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { TEAM_LEVEL_MAX, type TeamRow, type teams } from "@laro/contract/teams";
import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage } from "../../platform/pages.ts";
import { describeFlow, describePlay, type FlowRow, flowSums, levelDays, levelHours, type PlayRow, playSums, sumHours, sumLine } from "./teams.sums.ts";
import { checkSpan, closedDays, describeMate, readCalendar, type Reader, seeAccount } from "./teams.ts";

type Asked = Omit<InputOf<(typeof teams)["report"]>, "limit">;
type Report = OutputOf<(typeof teams)["report"]>;

interface LevelRow extends PlayRow, FlowRow {
  readonly id: bigint;
  readonly name: string;
  readonly type: number;
  readonly isHere: boolean;
  readonly figure: bigint;
}

/** Whether no more accounts than this stand directly below an agent; looks at no more of them. */
export async function isLevelSmall(db: Db, agentId: bigint, most: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from agent_node where parent_id = ${agentId} limit ${most + 1}) level`.execute(db as Tx);
  return rows[0]!.count <= most;
}

interface Level {
  readonly agentId: bigint;
  /** What the level's accounts did, as `levelDays` and `levelHours` say it. */
  readonly facts: RawBuilder<unknown>;
  readonly sort: NonNullable<Asked["sort"]>;
  readonly isDescending: boolean;
  readonly cursor: string | undefined;
  readonly limit: number;
}

const CURSOR = /^(-?[0-9]{1,18})_([0-9]{1,18})$/;

/** One level by a figure. Its cost is that of the level's own facts, however large the lines below are. */
export function levelQuery({ agentId, facts, sort, isDescending, cursor, limit }: Level): RawBuilder<LevelRow> {
  const [, figure, id] = CURSOR.exec(cursor ?? "") ?? [];
  const isBeyond = isDescending ? sql`<` : sql`>`;
  const after = figure === undefined ? sql`true` : sql`(m.figure ${isBeyond} ${figure}::bigint or (m.figure = ${figure}::bigint and m.id > ${id}::bigint))`;
  return sql<LevelRow>`
    with level as (select p.id, ${playSums}, ${flowSums} from (${facts}) p group by p.id),
    measured as (select l.*, ${sort === "result" ? sql`l.stake - l.win` : sql.ref(`l.${sort}`)} as figure from level l)
    select m.*, a.name, a.type, coalesce(n.parent_id = ${agentId}, false) as "isHere"
    from measured m join account a on a.id = m.id left join agent_node n on n.account_id = m.id
    where ${after} order by m.figure ${isDescending ? sql`desc` : sql`asc`}, m.id limit ${limit}`;
}

/** One level of the line by a figure, and what all of it comes to. Refuses with `teams.level_too_large` what is too much to sort. */
export async function readReport(db: Db, reader: Reader, { limit = PAGE_LIMIT_DEFAULT, ...asked }: Asked & { limit?: number | undefined }): Promise<Report> {
  const { id, sort = "valid", order = "descending", cursor, ...span } = asked;
  checkSpan(span);
  const seen = await seeAccount(db, reader, id);
  if (!(await isLevelSmall(db, seen.id, TEAM_LEVEL_MAX))) refuse("teams.level_too_large", { maximum: TEAM_LEVEL_MAX });
  const calendar = await readCalendar(db, reader);
  const isToday = span.from === calendar.today;
  const days = { id: seen.id, ...closedDays(span, calendar, seen.since) };
  const facts = isToday ? levelHours({ id: seen.id, start: calendar.start }) : levelDays(days);
  const level: Level = { agentId: seen.id, facts, sort, isDescending: order === "descending", cursor, limit: limit + 1 };
  const { rows } = await levelQuery(level).execute(db as Tx);
  const describe = ({ isHere, ...row }: LevelRow): TeamRow => ({
    ...describeMate(reader, { ...row, isDirect: isHere && seen.id === reader.agentId }),
    isHere,
    ...describePlay(row),
    flow: isToday ? null : describeFlow(row),
  });
  return {
    trail: seen.trail,
    frozenTo: calendar.frozenTo,
    basis: isToday ? "hours" : "days",
    asOf: calendar.asOf?.toISOString() ?? null,
    totals: isToday ? { ...describePlay(await sumHours(db, { id: seen.id, ...calendar, now: reader.now })), flow: null } : await totalsOf(db, days),
    ...cutPage(rows, { limit, describe, cursorOf: (row) => `${row.figure}_${row.id}` }),
  };
}

async function totalsOf(db: Db, days: Parameters<typeof sumLine>[1]): Promise<Report["totals"]> {
  const sum = await sumLine(db, days);
  return { ...describePlay(sum), flow: describeFlow(sum) };
}
