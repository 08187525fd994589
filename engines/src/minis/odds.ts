import { rational } from "../engine.ts";
import type { Ending, Rational } from "../engine.ts";

export type { Ending };

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

/** Expected win per unit staked over all endings. */
export function returnOf(endings: readonly Ending[]): Rational {
  return rational(sum(endings.map(({ ways, pays }) => ways * BigInt(pays))), 100n * sum(endings.map(({ ways }) => ways)));
}

/** Variance of the win per unit staked over all endings. */
export function varianceOf(endings: readonly Ending[]): Rational {
  const all = sum(endings.map(({ ways }) => ways));
  const paid = sum(endings.map(({ ways, pays }) => ways * BigInt(pays)));
  const squares = sum(endings.map(({ ways, pays }) => ways * BigInt(pays) ** 2n));
  return rational(squares * all - paid ** 2n, 10_000n * all ** 2n);
}

const isLess = (one: Rational, other: Rational): boolean => one.numerator * other.denominator < other.numerator * one.denominator;

/** The least of some fractions; there must be one. */
export const leastOf = (fractions: readonly Rational[]): Rational => fractions.reduce((least, one) => (isLess(one, least) ? one : least));

/** The largest of some fractions; there must be one. */
export const largestOf = (fractions: readonly Rational[]): Rational => fractions.reduce((largest, one) => (isLess(largest, one) ? one : largest));

/** How many ways there are to choose `count` of `all`. */
export function choose(all: number, count: number): bigint {
  if (count < 0 || count > all) return 0n;
  let ways = 1n;
  for (let at = 1; at <= count; at += 1) ways = (ways * BigInt(all - count + at)) / BigInt(at);
  return ways;
}
