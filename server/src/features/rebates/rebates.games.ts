import { gameCategories, type GameCategory } from "@laro/contract/core/gameCategories";
import { POINTS_STEP, POINTS_STEP_MINOR } from "@laro/contract/points";
import type { CountedGame, RebateRates } from "@laro/contract/rebates";
import { vipLabels } from "@laro/contract/vip";
import { sql } from "kysely";
import { listValidEdges } from "../../core/catalogue/edge.ts";
import { findRatios, type PointsRatios } from "../../core/points/points.ratios.ts";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { type Moment, readRates } from "./rebates.rates.ts";

/** Of what the house keeps of a game so much may be given back, in hundredths: with more, playing for what comes back would pay. */
const SHARE_OF_EDGE = 80;
/** A bet whole, and a hundredth of a percent of it, in thousandths of a percent. */
const [WHOLE, BPS] = [100_000n, 10];

/**
 * Reckons which of the house's games do not count whole for the table in force, and for each that has no such list yet: of each 100 bet so much counts that the highest rate, with
 * points and with what agents' salaries may come to, stays within four fifths of what the house keeps. Points and salaries have the first call, because they count every bet whole.
 */
export async function keepThinGames({ db, begin }: Pick<Database, "db" | "begin">, moment: Moment): Promise<void> {
  const { rows: tables } = await sql<{ version: number; rates: unknown }>`
    select version, rates from rebate_table t where not exists (select from rebate_counted c where c.version = t.version)
      or version = (select max(version) from rebate_table where from_day <= (${moment.now}::timestamptz at time zone ${moment.timeZone})::date)`.execute(
    db as unknown as Tx,
  );
  const [edges, { ratios }, salaries] = [await listValidEdges(db), await findRatios(db, moment), await sumSalaries(db)];
  for (const { version, rates } of tables) {
    const taken = takenOf(readRates(rates), { ratios, salaries });
    const counted = Object.fromEntries(edges.map(({ gameId, category, edge }) => [gameId, percentOf(edge, taken[category as GameCategory])]));
    const thin = Object.entries(counted).filter(([, percent]) => percent < 100);
    const kept = JSON.stringify(Object.fromEntries(thin));
    await begin((tx) =>
      sql`
        insert into rebate_counted as c (version, counted, at) values (${version}, ${kept}::jsonb, ${moment.now})
        on conflict (version) do update set counted = excluded.counted, at = excluded.at where c.counted <> excluded.counted`.execute(tx),
    );
  }
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

/** The games that do not count whole for a table, by name. */
export async function listThinGames(db: Db, version: number): Promise<readonly CountedGame[]> {
  const { rows } = await sql<CountedGame>`
    select g.name as game, g.category, e.value::integer as percent
    from rebate_counted c cross join lateral jsonb_each_text(c.counted) e join game g on g.id = e.key::integer where c.version = ${version} order by g.sort, g.id`.execute(
    db as unknown as Tx,
  );
  return rows;
}
