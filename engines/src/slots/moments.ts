import { rational } from "../engine.ts";
import type { Rational } from "../engine.ts";

export const ZERO: Rational = { numerator: 0n, denominator: 1n };
export const whole = (value: number | bigint): Rational => ({ numerator: BigInt(value), denominator: 1n });
export const plus = (...terms: readonly Rational[]): Rational =>
  terms.reduce((sum, term) => rational(sum.numerator * term.denominator + term.numerator * sum.denominator, sum.denominator * term.denominator), ZERO);
export const times = (...factors: readonly Rational[]): Rational =>
  factors.reduce((all, factor) => rational(all.numerator * factor.numerator, all.denominator * factor.denominator), whole(1));
/** `one` less `other`, which is not more. */
export const less = (one: Rational, other: Rational): Rational =>
  rational(one.numerator * other.denominator - other.numerator * one.denominator, one.denominator * other.denominator);
/** `base` to a whole power ≥ 0. */
export const power = ({ numerator, denominator }: Rational, exponent: number): Rational =>
  rational(numerator ** BigInt(exponent), denominator ** BigInt(exponent));

/** The expected value of what is won, and of its square. */
export interface Moments {
  readonly mean: Rational;
  readonly square: Rational;
}

/** Computes when it is first asked for, and never again. */
export function once<Value extends object>(compute: () => Value): () => Value {
  let known: Value | undefined;
  return () => (known ??= compute());
}

/** The sum of `count` draws of one kind, none of which knows of another. */
export function sumOf({ mean, square }: Moments, count: number): Moments {
  return {
    mean: times(whole(count), mean),
    square: plus(times(whole(count), square), times(whole(count * (count - 1)), mean, mean)),
  };
}

/** Expected win and its variance per unit staked, of moments in coins. */
export function perStake({ mean, square }: Moments, coins: number): { readonly mean: Rational; readonly variance: Rational } {
  return {
    mean: rational(mean.numerator, mean.denominator * BigInt(coins)),
    variance: rational(less(square, times(mean, mean)).numerator, less(square, times(mean, mean)).denominator * BigInt(coins) ** 2n),
  };
}
