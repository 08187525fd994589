import { gameCategories, type GameCategory } from "@laro/contract/core/gameCategories";
import { POINTS_STEP, POINTS_STEP_MINOR } from "@laro/contract/points";
import type { CountedGame, RebateRates } from "@laro/contract/rebates";
import { vipLabels } from "@laro/contract/vip";
import { type RawBuilder, sql } from "kysely";
import { listValidEdges } from "../../core/catalogue/edge.ts";
import { type PointsRatios, readRatios } from "../../core/points/points.ratios.ts";
import { isFlagOn } from "../../core/settings/settings.ts";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { type Moment, readRates } from "./rebates.rates.ts";

/** Of what the house keeps of a game so much may be given back, in hundredths: with more, playing for what comes back would pay. */
const SHARE_OF_EDGE = 80;
/** A bet whole, and a hundredth of a percent of it, in thousandths of a percent. */
const [WHOLE, BPS] = [100_000n, 10];
const DAYS_AT_ONCE_MAX = 400;

/** A day whose list is to be reckoned, with the tables that hold for it. */
interface DayTables {
  readonly day: string;
  readonly version: number;
  readonly rates: unknown;
  readonly ratios: unknown;
}

/** The running day, the next, and those that closed without a list of their own, the oldest first. */
async function listDays(db: Db, { now, timeZone }: Moment): Promise<readonly DayTables[]> {
  const { rows } = await sql<DayTables>`
    with today as (select (${now}::timestamptz at time zone ${timeZone})::date as day)
    select d.day::text as day, t.version, t.rates, p.ratios from today cross join lateral (
      select today.day + n as day from generate_series(0, 1) n
      union
      select a.day from activity_day a where a.state = 'frozen' and a.day < today.day and a.day > coalesce((select max(day) from rebate_day), '-infinity')
        and not exists (select from rebate_counted c where c.day = a.day and c.at >= a.day::timestamp at time zone ${timeZone})
    ) d
    cross join lateral (select version, rates from rebate_table where from_day <= d.day order by version desc limit 1) t
    cross join lateral (select ratios from points_ratio where from_day <= d.day order by version desc limit 1) p
    order by d.day limit ${DAYS_AT_ONCE_MAX}`.execute(db as unknown as Tx);
  return rows;
}

/**
 * Reckons which of the house's games do not count whole on a day, and whether it is given at all: of each 100 bet so much counts that the highest rate, with points and with what
 * agents' salaries may come to, stays within four fifths of what the house keeps. Points and salaries have the first call, because they count every bet whole. The running day is
 * reckoned again and again; what stands there when it ends is what it is given by, whatever holds the next day.
 */
export async function keepThinGames({ db, begin }: Pick<Database, "db" | "begin">, moment: Moment): Promise<void> {
  const [days, edges, salaries, isGiven] = [await listDays(db, moment), await listValidEdges(db), await sumSalaries(db), await isFlagOn(db, "rebates")];
  for (const { day, version, rates, ratios } of days) {
    const taken = takenOf(readRates(rates), { ratios: readRatios(ratios), salaries });
    const counted = Object.fromEntries(edges.map(({ gameId, category, edge }) => [gameId, percentOf(edge, taken[category as GameCategory])]));
    const thin = Object.entries(counted).filter(([, percent]) => percent < 100);
    const kept = JSON.stringify(Object.fromEntries(thin));
    await begin((tx) => writeList(tx, { day, version, kept, isGiven, now: moment.now }));
  }
}

interface List {
  readonly day: string;
  readonly version: number;
  readonly kept: string;
  readonly isGiven: boolean;
  readonly now: Date;
}

/** Of a day that had none by this table the desks, which wait for it, hear. */
async function writeList(tx: Tx, { day, version, kept, isGiven, now }: List): Promise<void> {
  const { rows } = await sql<{ before: number | null }>`
    insert into rebate_counted (day, version, counted, given, at) values (${day}::date, ${version}, ${kept}::jsonb, ${isGiven}, ${now})
    on conflict (day) do update set version = excluded.version, counted = excluded.counted, given = excluded.given, at = excluded.at
    returning (select c.version from rebate_counted c where c.day = ${day}::date) as before`.execute(tx);
  if (rows[0]!.before !== version) staleOnCommit(tx, ["rebates.rates"], ["operators"]);
}

/** In thousandths of a percent of a bet. */
interface Taken {
  readonly highest: number;
  /** What points and salaries have before a rebate. */
  readonly before: number;
}

const takenOf = (rates: RebateRates, { ratios, salaries }: { ratios: PointsRatios; salaries: number }) =>
  Object.fromEntries(
    gameCategories.map((category) => [
      category,
      { highest: Math.max(...vipLabels.map((label) => rates[label][category])) * BPS, before: pointsOf(ratios[category]) + salaries },
    ]),
  ) as Record<GameCategory, Taken>;

function percentOf(edge: number, { highest, before }: Taken): number {
  const left = Math.floor((edge * SHARE_OF_EDGE) / 100) - before;
  return highest === 0 ? 100 : Math.min(100, Math.max(0, Math.floor((left * 100) / highest)));
}

/** What points come to of a bet, rounded up. */
const pointsOf = (perPointMinor: bigint): number => {
  const per = perPointMinor * BigInt(POINTS_STEP);
  return Number((WHOLE * POINTS_STEP_MINOR + per - 1n) / per);
};

/** The most that contracts of agents pay of a bet: of each kind of salary as its limits are published. */
async function sumSalaries(db: Db): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum((t.limits->>'rateMax')::integer), 0)::integer as sum from unnest(array['daily', 'hourly', 'realTime']) k(kind) cross join lateral (
      select limits from agent_contract_template where kind = k.kind and state = 'published' order by decided_at desc, id desc limit 1
    ) t`.execute(db as unknown as Tx);
  return rows[0]!.sum;
}

/** The list of a day; while its own is not reckoned, that of the last day before it. */
export const listOfDay = (day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select counted from rebate_counted where day <= ${day} order by day desc limit 1)`;

const namesOf = (list: RawBuilder<unknown>): RawBuilder<CountedGame> => sql<CountedGame>`
  select g.name as game, g.category, e.value::integer as percent
  from ${list} c cross join lateral jsonb_each_text(c.counted) e join game g on g.id = e.key::integer order by g.sort, g.id`;

/** The games that do not count whole on a day, by name. */
export const listThinGames = async (db: Db, day: string): Promise<readonly CountedGame[]> =>
  (await namesOf(listOfDay(sql`${day}::date`)).execute(db as unknown as Tx)).rows;

/** The games that do not count whole with a table, by name; null where no day's list is reckoned by it. */
export async function findThinGames(db: Db, version: number): Promise<readonly CountedGame[] | null> {
  const last = await db
    .selectFrom("rebate_counted")
    .select(sql<string>`day::text`.as("day"))
    .where("version", "=", version)
    .orderBy("day", "desc")
    .limit(1)
    .executeTakeFirst();
  return last === undefined ? null : listThinGames(db, last.day);
}
