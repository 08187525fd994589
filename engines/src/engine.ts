import type { Stream } from "./fair.ts";

/** An exact fraction in lowest terms; 24/25 is a return of 96 %. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** What an engine needs of a schema: the contract's zod schemas have it. */
export interface ChoiceSchema<Choice> {
  safeParse(input: unknown): { success: true; data: Choice } | { success: false; error: Error };
}

/**
 * The mathematics of one house game: pure and deterministic, without clock or IO.
 * Amounts are minor units. A stake that is a multiple of `stakeStep` pays exactly, so nothing is ever rounded.
 */
export interface Engine<Choice, Outcome> {
  readonly gameCode: string;
  readonly vendorCode: "BGS";
  /** The specification's game-type label (ENTITY-54). */
  readonly gameType: "RNG" | "BGS";
  readonly stakeMin: bigint;
  readonly stakeMax: bigint;
  readonly stakeStep: bigint;
  /** Least time between the starts of two rounds of one player. */
  readonly cycleMs: number;
  readonly parseChoice: ChoiceSchema<Choice>;
  /** The most one round can pay, in stakes. */
  readonly maxWinMultiple: Rational;
  /** Whether a stake on this choice counts towards turnover and bonuses: one that comes back nine times in ten or more is no play. */
  counts(choice: Choice): boolean;
  /** Settles one round; `winMinor` includes the stake. Throws a RangeError for a stake outside the limits or off the step. */
  play(round: { stakeMinor: bigint; choice: Choice; stream: Stream }): { winMinor: bigint; outcome: Outcome };
  /** Expected win per unit staked for a choice; without one, the return to advertise: the least over all choices. */
  exactReturn(choice?: Choice): Rational;
}

type StakeLimits = Pick<Engine<unknown, unknown>, "stakeMin" | "stakeMax" | "stakeStep">;

/** Whether a stake (minor units) lies within the engine's limits and on its step. */
export function isStakeAllowed({ stakeMin, stakeMax, stakeStep }: StakeLimits, stakeMinor: bigint): boolean {
  return stakeMinor >= stakeMin && stakeMinor <= stakeMax && stakeMinor % stakeStep === 0n;
}

/** Throws a RangeError for a stake (minor units) that the caller should have refused. */
export function assertStake(limits: StakeLimits, stakeMinor: bigint): void {
  if (isStakeAllowed(limits, stakeMinor)) return;
  throw new RangeError(`A stake is ${limits.stakeMin} to ${limits.stakeMax} in steps of ${limits.stakeStep} minor units, not ${stakeMinor}.`);
}

/** A fraction in lowest terms, of a numerator ≥ 0 and a denominator > 0. */
export function rational(numerator: bigint, denominator: bigint): Rational {
  let [divisor, rest] = [denominator, numerator % denominator];
  while (rest > 0n) [divisor, rest] = [rest, divisor % rest];
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}
