import { type GameCategory, gameCategories } from "@laro/contract/core/gameCategories";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import { POINTS_STEP, POINTS_STEP_MINOR } from "@laro/contract/points";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** What is bet for one point, minor units by category. */
export type PointsRatios = Readonly<Record<GameCategory, bigint>>;

/** Points give back at most half a per cent of a bet. */
const GIVEN_BACK_PER_MILLE_MAX = 5n;
/** The least that is bet for one point, in minor units: ₱2.00 at ₱0.01 a point. */
export const RATIO_LEAST_MINOR = (POINTS_STEP_MINOR * 1_000n) / (BigInt(POINTS_STEP) * GIVEN_BACK_PER_MILLE_MAX);

/** Refuses a table that would give back too much of a bet with `points.ratios_wrong`. */
export function checkRatios(ratios: PointsRatios): void {
  const wrong = gameCategories.find((category) => ratios[category] < RATIO_LEAST_MINOR);
  if (wrong !== undefined) refuse("points.ratios_wrong", { field: wrong, category: wrong, minimum: formatAmount(RATIO_LEAST_MINOR) });
}

/** As a table is kept. */
export const keepRatios = (ratios: PointsRatios): string =>
  JSON.stringify(Object.fromEntries(gameCategories.map((category) => [category, Number(ratios[category])])));

/** As it was kept. */
export const readRatios = (kept: unknown): PointsRatios =>
  Object.fromEntries(gameCategories.map((category) => [category, BigInt((kept as Record<GameCategory, number>)[category])])) as PointsRatios;

/** The version of the table that holds for a day. */
export async function ratioVersionOf(db: Db | Tx, day: string): Promise<number> {
  const row = await (db as Db)
    .selectFrom("points_ratio")
    .select("version")
    .where("from_day", "<=", day)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return row.version;
}

interface RatioTable {
  readonly version: number;
  readonly ratios: PointsRatios;
  readonly confirmedAt: Date | null;
}

/** The table that holds for the day of a moment. */
export async function findRatios(db: Db | Tx, { now, timeZone }: { now: Date; timeZone: string }): Promise<RatioTable> {
  const row = await (db as Db)
    .selectFrom("points_ratio")
    .select(["version", "ratios", "confirmed_at as confirmedAt"])
    .where("from_day", "<=", sql<string>`(${now}::timestamptz at time zone ${timeZone})::date`)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return { ...row, ratios: readRatios(row.ratios) };
}

/** Puts a table in force for the days that begin after a moment, and answers its version. Refuses with `points.ratios_wrong`. */
export async function setRatios(tx: Tx, { ratios, now, timeZone }: { ratios: PointsRatios; now: Date; timeZone: string }): Promise<number> {
  checkRatios(ratios);
  const { rows } = await sql<{ version: number }>`
    insert into points_ratio (version, ratios, from_day, confirmed_at)
    select (select max(version) + 1 from points_ratio), ${keepRatios(ratios)}::jsonb, (${now}::timestamptz at time zone ${timeZone})::date + 1, ${now} returning version`.execute(
    tx,
  );
  return rows[0]!.version;
}
