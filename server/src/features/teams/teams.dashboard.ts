import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import type { TeamDay, teams } from "@laro/contract/teams";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { listLineDays } from "./teams.days.ts";
import { listMovers } from "./teams.movers.ts";
import { describePlay, sumHours } from "./teams.sums.ts";
import { type Calendar, checkSpan, closedDays, DAY_MS, readCalendar, type Reader, type Span } from "./teams.ts";

type Dashboard = OutputOf<(typeof teams)["dashboard"]>;

/** The landing page of an agent: its own line, and what it was paid. */
export async function readDashboard(db: Db, reader: Reader, span: InputOf<(typeof teams)["dashboard"]>): Promise<Dashboard> {
  checkSpan(span);
  const { agentId: id, now } = reader;
  const calendar = await readCalendar(db, reader);
  const closed = closedDays(span, calendar);
  const days = await listLineDays(db, { id, ...closed });
  const { yesterday, frozenTo, start, asOf } = calendar;
  const isClosed = frozenTo !== null && frozenTo >= yesterday;
  const [before] = isClosed ? await listLineDays(db, { id, from: yesterday, to: yesterday }) : [];
  return {
    asOf: asOf?.toISOString() ?? null,
    frozenTo,
    today: describePlay(await sumHours(db, { id, start, now })),
    yesterday: isClosed ? (before ?? { day: yesterday, ...nothing }) : null,
    period: sumDays(days, countDays(closed)),
    income: await sumIncome(db, reader, { ...span, calendar }),
    days,
    movers: await listMovers(db, reader, calendar),
  };
}

const nothing = {
  rounds: 0,
  stake: 0n,
  valid: 0n,
  win: 0n,
  result: 0n,
  flow: { deposits: 0n, withdrawals: 0n, bonuses: 0n, firstDeposits: 0 },
  members: 0,
  joined: 0,
  active: 0,
} as const;

const countDays = ({ from, to }: Span): number => Math.max(0, (Date.parse(to) - Date.parse(from)) / DAY_MS + 1);

/** The sum of days; members as of the newest, active as their average over all days, those without play included. */
function sumDays(days: readonly TeamDay[], closed: number): Dashboard["period"] {
  const sum: Dashboard["period"] = days.reduce<Dashboard["period"]>(
    (sums, day) => ({
      rounds: sums.rounds + day.rounds,
      stake: sums.stake + day.stake,
      valid: sums.valid + day.valid,
      win: sums.win + day.win,
      result: sums.result + day.result,
      flow: {
        deposits: sums.flow.deposits + day.flow.deposits,
        withdrawals: sums.flow.withdrawals + day.flow.withdrawals,
        bonuses: sums.flow.bonuses + day.flow.bonuses,
        firstDeposits: sums.flow.firstDeposits + day.flow.firstDeposits,
      },
      members: sums.members,
      joined: sums.joined! + day.joined!,
      active: sums.active! + day.active!,
    }),
    { ...nothing, flow: { ...nothing.flow } },
  );
  return { ...sum, members: days[0]?.members ?? 0, active: closed === 0 ? 0 : Math.floor(sum.active! / closed) };
}

/** What contracts paid the agent, by the moment it was paid. */
async function sumIncome(db: Db, { agentId, timeZone }: Reader, { from, to, calendar }: Span & { calendar: Calendar }): Promise<Dashboard["income"]> {
  const { rows } = await sql<Dashboard["income"]>`
    select coalesce(sum(p.pay) filter (where p.day = ${calendar.today}::date), 0)::bigint as today,
           coalesce(sum(p.pay) filter (where p.day = ${calendar.yesterday}::date), 0)::bigint as yesterday,
           coalesce(sum(p.pay) filter (where p.day >= ${from}::date and p.day <= ${to}::date), 0)::bigint as period
    from (
      select pay, (paid_at at time zone ${timeZone})::date as day from settlement_pay
      where agent_id = ${agentId} and state = 'paid' and paid_at >= least(${from}::date, ${calendar.yesterday}::date)::timestamp at time zone ${timeZone}
    ) p`.execute(db as Tx);
  return rows[0]!;
}
