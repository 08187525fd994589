import { type Rational, rational } from "../engine.ts";
import { type Weighted, weightsOf } from "./wheel.ts";

/** A prize of the golden eggs: points, or money in minor units, and none of the other. */
export interface EggPrize extends Weighted {
  readonly points: number;
  readonly amountMinor: bigint;
  /** How many there are in all; null where nobody counts. */
  readonly stock: number | null;
}

/** Where in a table the prize stands that is given for one that has run out: of the points nobody counts, the fewest. -1 for a table without such. */
export function replacementOf(prizes: readonly Pick<EggPrize, "points" | "stock">[]): number {
  let found = -1;
  for (const [place, { points, stock }] of prizes.entries())
    if (stock === null && points > 0 && (found === -1 || points < prizes[found]!.points)) found = place;
  return found;
}

/**
 * The most that a ticket costs on average, exactly, in minor units: each prize by its weight, one that can run out as the dearer of itself and its replacement. `pointMinor` is
 * what a point costs.
 */
export function eggCost(prizes: readonly EggPrize[], pointMinor: bigint): Rational {
  const worth = ({ points, amountMinor }: EggPrize): bigint => amountMinor + BigInt(points) * pointMinor;
  const replacement = prizes[replacementOf(prizes)];
  const least = replacement === undefined ? 0n : worth(replacement);
  const costs = prizes.map((prize) => BigInt(prize.weight) * (prize.stock !== null && worth(prize) < least ? least : worth(prize)));
  return rational(
    costs.reduce((sum, cost) => sum + cost, 0n),
    BigInt(weightsOf({ slices: prizes })),
  );
}
