import type { Rational } from "@laro/engines/engine";

/** A fraction as a percentage with two decimals, rounded down: a return is never promised larger than it is. */
export function percentOf({ numerator, denominator }: Rational): string {
  const bps = String((numerator * 10_000n) / denominator).padStart(3, "0");
  return `${bps.slice(0, -2)}.${bps.slice(-2)}`;
}
