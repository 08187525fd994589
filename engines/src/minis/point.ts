import { type Rational, rational } from "../engine.ts";

export const DRAWS = 2 ** 32;
/** 99 % of an even game, in hundredths of the stake. */
const EDGE_HUNDREDTHS = 99;
/** The bounds of the contract's `LimboChoice`. */
export const TARGET_MIN = 101;
export const TARGET_MAX = 1_000_000;

/** The point a draw leads to, in hundredths, rounded down: `r` is one of 0 … 2^32 - 1. */
export const pointOf = (r: number): number => Math.floor((EDGE_HUNDREDTHS * DRAWS) / (r + 1));

/** How many of the 2^32 draws lead to the target (in hundredths) or beyond. */
export const winningDraws = (target: number): number => Math.floor((EDGE_HUNDREDTHS * DRAWS) / target);

const draws = BigInt(DRAWS);
const returnOf = (target: number): Rational => rational(BigInt(target) * BigInt(winningDraws(target)), 100n * draws);

/** The target whose return is the least: what rounding takes is most where the fewest draws win. */
function findLeast(): number {
  let [least, leastPaid] = [TARGET_MIN, Infinity];
  for (let target = TARGET_MIN; target <= TARGET_MAX; target += 1) {
    const paid = target * winningDraws(target); // Below 2^39: exact.
    if (paid < leastPaid) [least, leastPaid] = [target, paid];
  }
  return least;
}

let least: number | undefined;

/** The target, in hundredths, that gives back the least. */
export const leastTarget = (): number => (least ??= findLeast());

/** Expected win per unit staked on a target, in hundredths; without one, the least of all. */
export const targetReturn = (target: number = leastTarget()): Rational => returnOf(target);

/** Variance of the win per unit staked: chance × (target/100)² less the return squared. */
export function targetVariance(target: number): Rational {
  const wins = BigInt(winningDraws(target));
  const square = BigInt(target) ** 2n;
  return rational(square * wins * (draws - wins), 10_000n * draws ** 2n);
}
