import type { ContractKind, ContractPeriod } from "@laro/contract/core/contractKinds";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** What is computed at once: all contracts of a kind for some days, an hour or five minutes. */
export interface Unit {
  readonly kind: ContractKind;
  /** Of a dividend: contracts of this period alone. */
  readonly period: ContractPeriod | null;
  /** From `firstDay` on, before `nextDay`. */
  readonly firstDay: string;
  readonly nextDay: string;
  /** Of an hour and of five minutes: from here on. */
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

/**
 * The next unit that can be computed and is not, by what stands in the tables and not by the clock, so a missed night is made up for. Five minutes before hours, hours
 * before days, days before periods, the oldest first: each finds what it builds on. Nothing of a day or a period is computed before all its days are frozen.
 */
export const findDue = async (db: Db | Tx, timeZone: string): Promise<Unit | undefined> =>
  (await findWindow(db, timeZone)) ?? (await findHour(db, timeZone)) ?? (await findDay(db)) ?? (await findPeriod(db));

/** A span that was gathered later than those after it is found for so long. */
const LOOKS_BACK_DAYS = 3;

const sinceOf = (kind: "hourly" | "realTime", timeZone: string) => sql`greatest(
  (select min(c.starts_on) from agent_contract c where c.kind = ${kind})::timestamp at time zone ${timeZone},
  (select max(s.starts_at) from settlement_window s where s.kind = ${kind}) - ${LOOKS_BACK_DAYS} * interval '1 day')`;

/** Every five minutes and hour that are due and in which nobody of all played: nothing comes of them, however many there are, unless a correction waits for its kind. */
export async function passIdle(tx: Tx, timeZone: string): Promise<void> {
  await sql`
    insert into settlement_window (kind, starts_at)
    select 'realTime', w.starts_at from (select a.starts_at, (a.starts_at at time zone ${timeZone})::date as day from activity_window a where a.starts_at >= ${sinceOf("realTime", timeZone)}) w
    where ${isUntouched("realTime", sql`w.starts_at`)} and not exists (select from round_settled r where r.at >= w.starts_at and r.at < w.starts_at + interval '5 minutes')
      and not exists (select from reversal v where v.at >= w.starts_at and v.at < w.starts_at + interval '5 minutes')
      and exists (select from settlement_contracts('realTime', null, w.day, w.day + 1))
    union all
    select 'hourly', h.hour from (
      select date_trunc('hour', a.starts_at, ${timeZone}) as hour, min((a.starts_at at time zone ${timeZone})::date) as day
      from activity_window a where a.starts_at >= ${sinceOf("hourly", timeZone)} group by 1 having count(*) = 12
    ) h
    where ${isUntouched("hourly", sql`h.hour`)} and not exists (select from line_hour l where l.hour = h.hour) and exists (select from settlement_contracts('hourly', null, h.day, h.day + 1))
    on conflict do nothing`.execute(tx);
}

const isUntouched = (kind: "hourly" | "realTime", startsAt: RawBuilder<unknown>) => sql`(
  not exists (select from settlement_window s where s.kind = ${kind} and s.starts_at = ${startsAt})
  and not exists (select from settlement_proposal x where x.kind = 'correction' and x.state = 'confirmed' and x.contract_kind = ${kind} and x.taken_by is null))`;

async function findWindow(db: Db | Tx, timeZone: string): Promise<Unit | undefined> {
  const { rows } = await sql<Unit>`
    select 'realTime' as kind, null as period, w.day::text as "firstDay", (w.day + 1)::text as "nextDay", w.starts_at as "startsAt", w.starts_at + interval '5 minutes' as "endsAt"
    from (select a.starts_at, (a.starts_at at time zone ${timeZone})::date as day from activity_window a where a.starts_at >= ${sinceOf("realTime", timeZone)}) w
    where not exists (select from settlement_window s where s.kind = 'realTime' and s.starts_at = w.starts_at)
      and exists (select from settlement_contracts('realTime', null, w.day, w.day + 1))
    order by w.starts_at limit 1`.execute(db as Tx);
  return rows[0];
}

/** An hour is whole with its twelve spans, or when its day is frozen. */
async function findHour(db: Db | Tx, timeZone: string): Promise<Unit | undefined> {
  const { rows } = await sql<Unit>`
    select 'hourly' as kind, null as period, h.day::text as "firstDay", (h.day + 1)::text as "nextDay", h.hour as "startsAt", h.hour + interval '1 hour' as "endsAt"
    from (
      select date_trunc('hour', a.starts_at, ${timeZone}) as hour, min((a.starts_at at time zone ${timeZone})::date) as day, count(*) as spans
      from activity_window a where a.starts_at >= ${sinceOf("hourly", timeZone)} group by 1
    ) h
    where not exists (select from settlement_window s where s.kind = 'hourly' and s.starts_at = h.hour)
      and exists (select from settlement_contracts('hourly', null, h.day, h.day + 1))
      and (h.spans = 12 or exists (select from activity_day d where d.day = h.day and d.state = 'frozen'))
    order by h.hour limit 1`.execute(db as Tx);
  return rows[0];
}

/** The last day that is frozen with all before it. */
const frozenUpto = sql`least((select max(day) from activity_day where state = 'frozen'), (select min(day) - 1 from activity_day where state <> 'frozen'))`;

async function findDay(db: Db | Tx): Promise<Unit | undefined> {
  const { rows } = await sql<Unit>`
    select 'daily' as kind, null as period, d.day::text as "firstDay", (d.day + 1)::text as "nextDay", null as "startsAt", null as "endsAt"
    from activity_day d
    where d.state = 'frozen' and d.day <= ${frozenUpto} and d.day >= (select min(c.starts_on) from agent_contract c where c.kind = 'daily')
      and exists (select from settlement_contracts('daily', null, d.day, d.day + 1))
      and not exists (select from settlement_run r where r.kind = 'daily' and r.starts_on = d.day and r.state <> 'discarded')
    order by d.day limit 1`.execute(db as Tx);
  return rows[0];
}

/** Of periods that end together the shorter come first: a contract within a longer one is owed in it. */
async function findPeriod(db: Db | Tx): Promise<Unit | undefined> {
  const { rows } = await sql<Unit>`
    with started as (
      select c.period, min(c.starts_on) as first_day from agent_contract c where c.kind = 'dividend' and c.starts_on is not null group by c.period
    ), upto as (
      select ${frozenUpto} as day
    ), span as (
      select distinct s.period, p.first_day, p.next_day
      from started s cross join upto u cross join lateral generate_series(s.first_day::timestamp, u.day::timestamp, '1 day') g(day)
      cross join lateral settlement_span(s.period, g.day::date) p where p.next_day <= u.day + 1
    ), open as materialized (
      select * from span s
      where not exists (select from settlement_run r where r.kind = 'dividend' and r.period = s.period and r.starts_on = s.first_day and r.state <> 'discarded')
    )
    select 'dividend' as kind, s.period, s.first_day::text as "firstDay", s.next_day::text as "nextDay", null as "startsAt", null as "endsAt"
    from open s cross join lateral (
      select min(c.from_day) as from_day, max(c.to_day) as to_day from settlement_contracts('dividend', s.period, s.first_day, s.next_day) c
    ) k
    where k.from_day is not null
      and (select count(*) from activity_day d where d.day >= k.from_day and d.day < k.to_day and d.state = 'frozen') = k.to_day - k.from_day
    order by s.next_day, s.first_day desc limit 1`.execute(db as Tx);
  return rows[0];
}
