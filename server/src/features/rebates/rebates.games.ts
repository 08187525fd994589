import type { GameCategory } from "@laro/contract/core/gameCategories";
import { POINTS_STEP, POINTS_STEP_MINOR } from "@laro/contract/points";
import { type CountedGame, type RebateRates } from "@laro/contract/rebates";
import { vipLabels } from "@laro/contract/vip";
import { sql } from "kysely";
import { listValidEdges } from "../../core/catalogue/edge.ts";
import { findRatios } from "../../core/points/points.ratios.ts";
import type { Db, Tx } from "../../platform/db.ts";

/** Of what the house keeps of a game so much may be given back, in hundredths: with more, playing for what comes back would pay. */
const SHARE_OF_EDGE = 80;
/** A bet whole, and a hundredth of a percent of it, in thousandths of a percent. */
const [WHOLE, BPS] = [100_000n, 10];

export interface ThinGame extends CountedGame {
  readonly gameId: number;
}

/**
 * The house's games that do not count whole for a table of rates: of each 100 bet so much counts that the highest rate, with points and with what agents' salaries may come to,
 * stays within four fifths of what the house keeps. Points and salaries have the first call, because they count every bet whole.
 */
export async function listThinGames(db: Db | Tx, rates: RebateRates, moment: { readonly now: Date; readonly timeZone: string }): Promise<readonly ThinGame[]> {
  const [edges, { ratios }, salaries] = [await listValidEdges(db), await findRatios(db, moment), await sumSalaries(db)];
  return edges.flatMap(({ gameId, game, category: kept, edge }) => {
    const category = kept as GameCategory;
    const highest = Math.max(...vipLabels.map((label) => rates[label][category])) * BPS;
    const left = Math.floor((edge * SHARE_OF_EDGE) / 100) - pointsOf(ratios[category]) - salaries;
    const percent = highest === 0 ? 100 : Math.min(100, Math.max(0, Math.floor((left * 100) / highest)));
    return percent === 100 ? [] : [{ gameId, game, category, percent }];
  });
}

/** What points come to of a bet, in thousandths of a percent, rounded up. */
const pointsOf = (perPointMinor: bigint): number =>
  Number((WHOLE * POINTS_STEP_MINOR + perPointMinor * BigInt(POINTS_STEP) - 1n) / (perPointMinor * BigInt(POINTS_STEP)));

/** The most that contracts of agents pay of a bet, in thousandths of a percent: of each kind of salary as its limits are published. */
async function sumSalaries(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum((t.limits->>'rateMax')::integer), 0)::integer as sum from unnest(array['daily', 'hourly', 'realTime']) k(kind) cross join lateral (
      select limits from agent_contract_template where kind = k.kind and state = 'published' order by decided_at desc, id desc limit 1
    ) t`.execute(db as Tx);
  return rows[0]!.sum;
}

/** As a day keeps them: how much of each 100 counts, by the game's number. */
export const keepCounted = (games: readonly ThinGame[]): string => JSON.stringify(Object.fromEntries(games.map(({ gameId, percent }) => [gameId, percent])));

/** As members and officers read them. */
export const shownOf = (games: readonly ThinGame[]): CountedGame[] => games.map(({ game, category, percent }) => ({ game, category, percent }));
