import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

interface Rhythm {
  /** The zone its times are told in. */
  readonly zone: string;
  /** How long before the draw it takes no more tickets. */
  readonly closesBeforeMs: number;
  /** So many links suit its calendar: what the server draws itself is used up in weeks where draws are of every minute, in years where they are of days. */
  readonly chainLength: number;
}

/** Draws at times of day, on some days of the week (1 is Monday), as far ahead as days say. */
interface Daily extends Rhythm {
  readonly kind: "daily";
  readonly times: readonly string[];
  readonly weekdays: readonly number[];
  readonly daysAhead: number;
}

/** Draws every so many minutes from midnight on, so many ahead. */
interface Minutely extends Rhythm {
  readonly kind: "minutely";
  readonly everyMinutes: number;
  readonly drawsAhead: number;
}

export type Calendar = Daily | Minutely;

const MINUTE_MS = 60_000;
const DAILY_CHAIN = 4_096;
const MINUTE_CHAIN = 50_000;
const MANILA = "Asia/Manila";
const everyDay = [1, 2, 3, 4, 5, 6, 7];

const daily = (zone: string, times: readonly string[], minutes: number, weekdays: readonly number[] = everyDay): Daily => ({
  kind: "daily",
  zone,
  times,
  weekdays,
  daysAhead: 7,
  closesBeforeMs: minutes * MINUTE_MS,
  chainLength: DAILY_CHAIN,
});

const minutely = (everyMinutes: number): Minutely => ({
  kind: "minutely",
  zone: MANILA,
  everyMinutes,
  drawsAhead: 3,
  closesBeforeMs: 5_000,
  chainLength: MINUTE_CHAIN,
});

const thrice = daily(MANILA, ["11:30", "15:30", "19:30"], 10);
const vietnam = (time: string): Daily => daily("Asia/Ho_Chi_Minh", [time], 10);

/** When each lottery is drawn: times of our own, so that no ticket can be taken for one on a state's draw. */
export const calendars: Readonly<Record<string, Calendar>> = {
  PH_2D: thrice,
  PH_3D: thrice,
  PH_4D: daily(MANILA, ["19:30"], 10, [1, 3, 5]),
  SEA_4D: daily(MANILA, ["19:00"], 15),
  SEA_5D: daily(MANILA, ["19:00"], 15),
  VN_SOUTH: vietnam("15:45"),
  VN_CENTRAL: vietnam("16:45"),
  VN_NORTH: vietnam("17:45"),
  PK10: minutely(1),
  PK10_5: minutely(5),
  K3: minutely(1),
  SSC: minutely(1),
  SSC_5: minutely(5),
  C11X5: minutely(1),
  LUCKY28: minutely(1),
};

/** A draw there is to be: its number is the local day and which one of that day it is. */
export interface Planned {
  readonly number: string;
  readonly closesAt: Date;
  readonly drawsAt: Date;
}

/** The draws that may be bought from now on and close after a moment, in their order; times are the database's, so a zone with summer time works. */
export async function planDraws(db: Db | Tx, calendar: Calendar, { now, after }: { now: Date; after: Date }): Promise<readonly Planned[]> {
  const from = after > now ? after : now;
  const { rows } = await (calendar.kind === "daily" ? planDays(calendar, { now, from }) : planMinutes(calendar, { now, from })).execute(db as Tx);
  return rows;
}

const before = ({ closesBeforeMs }: Calendar) => sql`make_interval(secs => ${closesBeforeMs / 1_000}::double precision)`;

const planDays = (calendar: Daily, { now, from }: { now: Date; from: Date }) => sql<Planned>`
  select to_char(p.day, 'YYYYMMDD') || '-' || lpad(p.place::text, 4, '0') as number, p.at - ${before(calendar)} as "closesAt", p.at as "drawsAt"
  from (
    select d.day, t.place, (d.day + t.time) at time zone ${calendar.zone} as at
    from (select (${now}::timestamptz at time zone ${calendar.zone})::date + s as day from generate_series(0, ${calendar.daysAhead}::integer) s) d
    cross join unnest(${calendar.times}::time[]) with ordinality as t(time, place)
    where extract(isodow from d.day)::integer = any(${calendar.weekdays}::integer[])
  ) p
  where p.at - ${before(calendar)} > ${from} and p.at <= ${now}::timestamptz + make_interval(days => ${calendar.daysAhead}::integer)
  order by p.at`;

const planMinutes = (calendar: Minutely, { now, from }: { now: Date; from: Date }) => sql<Planned>`
  select number, "closesAt", "drawsAt" from (
    select to_char(l.local, 'YYYYMMDD') || '-' || lpad((extract(epoch from l.local - date_trunc('day', l.local))::integer / ${calendar.everyMinutes * 60}::integer + 1)::text, 4, '0') as number,
           l.local at time zone ${calendar.zone} - ${before(calendar)} as "closesAt", l.local at time zone ${calendar.zone} as "drawsAt"
    from generate_series(
      date_trunc('hour', ${now}::timestamptz at time zone ${calendar.zone}), (${now}::timestamptz at time zone ${calendar.zone}) + make_interval(mins => ${calendar.everyMinutes * (calendar.drawsAhead + 1)}::integer),
      make_interval(mins => ${calendar.everyMinutes}::integer)
    ) as l(local)
    where l.local at time zone ${calendar.zone} - ${before(calendar)} > ${now}
    order by l.local limit ${calendar.drawsAhead}
  ) ahead where "closesAt" > ${from} order by "closesAt"`;
