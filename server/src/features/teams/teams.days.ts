import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import type { TeamDay, teams } from "@laro/contract/teams";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { describeFlow, describePlay, type FlowRow, type PlayRow } from "./teams.sums.ts";
import { checkSpan, closedDays, readCalendar, type Reader, seeAccount, type Span } from "./teams.ts";

interface DayRow extends PlayRow, FlowRow {
  readonly day: string;
  readonly members: bigint | null;
  readonly joined: bigint | null;
  readonly active: bigint | null;
}

const count = (figure: bigint | null): number | null => (figure === null ? null : Number(figure));
const describeDay = ({ day, members, joined, active, ...row }: DayRow): TeamDay => ({
  day,
  ...describePlay(row),
  flow: describeFlow(row),
  members: count(members),
  joined: count(joined),
  active: count(active),
});

/** The days of everyone below an account, newest first. */
export async function listLineDays(db: Db, { id, from, to }: Span & { id: bigint }): Promise<TeamDay[]> {
  const { rows } = await sql<DayRow>`
    select day::text as day, rounds, stake, valid, win, deposits, withdrawals, bonuses, first_deposits as "firstDeposits", members, joined, active
    from line_day where agent_id = ${id} and day >= ${from}::date and day <= ${to}::date order by day desc`.execute(db as Tx);
  return rows.map(describeDay);
}

async function listOwnDays(db: Db, { id, from, to }: Span & { id: bigint }): Promise<TeamDay[]> {
  const { rows } = await sql<DayRow>`
    select day::text as day, rounds, stake, valid, win, deposits, withdrawals, bonuses, first_deposit::int::bigint as "firstDeposits",
           null as members, null as joined, null as active
    from member_day where account_id = ${id} and day >= ${from}::date and day <= ${to}::date order by day desc`.execute(db as Tx);
  return rows.map(describeDay);
}

/** The closed days of a line, or of one account alone. */
export async function listDays(
  db: Db,
  reader: Reader,
  { id, of = "line", ...span }: InputOf<(typeof teams)["days"]>,
): Promise<OutputOf<(typeof teams)["days"]>> {
  checkSpan(span);
  const seen = await seeAccount(db, reader, id);
  const calendar = await readCalendar(db, reader);
  const days = { id: seen.id, ...closedDays(span, calendar, seen.since) };
  return { trail: seen.trail, frozenTo: calendar.frozenTo, list: await (of === "line" ? listLineDays(db, days) : listOwnDays(db, days)) };
}
