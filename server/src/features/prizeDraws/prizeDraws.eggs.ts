import { EGG_COST_MAX_MINOR, POINT_MINOR } from "@laro/contract/core/campaignRules";
import type { OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import type { EggPrize, prizeDraws, WantedEgg } from "@laro/contract/prizeDraws";
import type { Stream } from "@laro/engines/fair";
import { eggCost, replacementOf } from "@laro/engines/prizes/eggs";
import { drawStop, sliceAt, weightsOf } from "@laro/engines/prizes/wheel";
import { sql } from "kysely";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import type { Db, Tx } from "../../platform/db.ts";

/** The version of the table that new tickets are for. */
export async function getEggVersion(db: Db | Tx): Promise<number> {
  const { version } = await (db as Db).selectFrom("prize_egg_table").select("version").orderBy("version", "desc").limit(1).executeTakeFirstOrThrow();
  return version;
}

/** A prize of a table with its place, and how often it was given. */
export type Egg = EggPrize & { readonly place: number; readonly given: number };

/** The prizes of a table in their order; none of a version there never was. */
export async function readEggs(db: Db | Tx, version: number): Promise<readonly Egg[]> {
  const rows = await (db as Db)
    .selectFrom("prize_egg")
    .select(["place", "points", "cash", "weight", "stock", "given"])
    .where("version", "=", version)
    .orderBy("place")
    .execute();
  return rows.map(({ place, points, cash, weight, stock, given }) => ({
    place,
    points: points ?? 0,
    amount: cash ?? 0n,
    weight,
    stock,
    left: stock === null ? null : stock - Number(given),
    given: Number(given),
  }));
}

/** A table as anybody may read it. Refuses with `prizeDraws.table_not_found`. */
export async function describeEggs(db: Db, wanted: number | undefined): Promise<OutputOf<(typeof prizeDraws)["eggs"]>> {
  const version = wanted ?? (await getEggVersion(db));
  const eggs = await readEggs(db, version);
  if (eggs.length === 0) refuse("prizeDraws.table_not_found", { field: "version" });
  const prizes = eggs.map(({ place: _, given: __, ...prize }) => prize);
  return { version, weights: weightsOf({ slices: eggs }), prizes, replacement: replacementOf(eggs) };
}

/** What a draw came to: points or money, the other null; of an egg the place of what was given, and whether that replaced what had run out. */
export interface Outcome {
  readonly stop: number;
  readonly points: number | null;
  readonly cash: bigint | null;
  readonly prize: number | null;
  readonly replaced: boolean;
}

/** Draws an egg of a table and takes what lies at the stop, or its replacement where that has run out. What nobody limits is still to be counted by `countEgg`. */
export async function drawEgg(tx: Tx, version: number, stream: Stream): Promise<Outcome> {
  const slices = await readEggs(tx, version);
  const stop = drawStop({ slices }, stream);
  const drawn = sliceAt({ slices }, stop);
  const isThere = drawn.stock === null || (await take(tx, version, drawn));
  const given = isThere ? drawn : slices[replacementOf(slices)];
  if (given === undefined) throw new Error(`Table ${version} of eggs has no replacement that never runs out.`);
  return {
    stop,
    points: given.points === 0 ? null : given.points,
    cash: given.points === 0 ? given.amount : null,
    prize: given.place,
    replaced: !isThere,
  };
}

/** Counts a limited prize as given, once more and never beyond its stock; false where none is left. Of many at once each takes another. */
async function take(tx: Tx, version: number, { place }: Egg): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update prize_egg set given = given + 1 where version = ${version} and place = ${place} and given < stock`.execute(tx);
  return numAffectedRows === 1n;
}

/** Counts a prize that nobody limits as given: last in its transaction, because everybody's draws come by its row. */
export async function countEgg(tx: Tx, version: number, { prize }: Pick<Outcome, "prize">): Promise<void> {
  await sql`update prize_egg set given = given + 1 where version = ${version} and place = ${prize} and stock is null`.execute(tx);
}

/** The most that a ticket of a table costs on average, as the exact fraction it is and rounded up to the centavo. */
export function costOfEggs(prizes: readonly Pick<EggPrize, "points" | "amount" | "weight" | "stock">[]): {
  readonly isTooDear: boolean;
  readonly minor: bigint;
} {
  const { numerator, denominator } = eggCost(
    prizes.map(({ amount, ...prize }) => ({ ...prize, amountMinor: amount })),
    POINT_MINOR,
  );
  return { isTooDear: numerator > EGG_COST_MAX_MINOR * denominator, minor: (numerator + denominator - 1n) / denominator };
}

/** What a table may not be: the first prize that is not as it must be, and how. */
function findFault(prizes: readonly WantedEgg[], aloneMinor: bigint): { readonly field: string; readonly place: number; readonly what: string } | undefined {
  const seen = new Set<string>();
  for (const [at, { points, amount, stock }] of prizes.entries()) {
    const fault = (part: string, what: string) => ({ field: `prizes.${at}.${part}`, place: at + 1, what });
    if (points > 0 === amount > 0n) return fault("points", "kind");
    if (seen.has(`${points} ${amount}`)) return fault(points > 0 ? "points" : "amount", "twice");
    seen.add(`${points} ${amount}`);
    // What nobody gives alone is counted.
    if (stock === null && amount >= aloneMinor) return fault("stock", "stock");
  }
  return replacementOf(prizes) === -1 ? { field: "prizes", place: 0, what: "replacement" } : undefined;
}

/** Refuses a table that cannot be with `prizeDraws.eggs_wrong`, and one whose tickets cost too much on average with `prizeDraws.eggs_too_dear`. */
export function checkEggs(prizes: readonly WantedEgg[], { twoOfficersFromMinor }: Pick<JurisdictionPack, "twoOfficersFromMinor">): void {
  const fault = findFault(prizes, twoOfficersFromMinor);
  if (fault !== undefined) refuse("prizeDraws.eggs_wrong", { ...fault });
  const { isTooDear, minor } = costOfEggs(prizes);
  if (isTooDear) refuse("prizeDraws.eggs_too_dear", { field: "prizes", cost: formatAmount(minor), maximum: formatAmount(EGG_COST_MAX_MINOR) });
}
