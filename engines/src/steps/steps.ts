import { type ChoiceSchema, isNearlySure } from "../engine.ts";

/** What a multiplier (hundredths) may grow to in games that go on as long as their player likes: a round ends before a step above it. */
export const MULTIPLIER_MAX = 1_000_000;

/** Stakes of the games above: the largest times 10,000 is 2,000,000.00, the most the house pays for a round. */
export const climbLimits = { stakeMin: 100n, stakeMax: 20_000n, stakeStep: 100n };

/** What a stake (minor units, a multiple of 100) pays at a multiplier in hundredths: exact. */
export const payAt = (stakeMinor: bigint, multiplier: number): bigint => (stakeMinor * BigInt(multiplier)) / 100n;

/** What a win is worth of its chance in games that pay by how far their player went. */
const PAID = { numerator: 99n, denominator: 100n };

/**
 * The `validMinor` of these games: a win that was nearly sure counts nothing. What was played is known by what it paid, 99 % of what its chance is worth; rounded down to
 * hundredths that tells no other chance for a nearly sure one, as tests of the games try.
 */
export function climbedStake({ stakeMinor, winMinor }: { readonly stakeMinor: bigint; readonly winMinor: bigint }): bigint {
  const chance = { numerator: PAID.numerator * stakeMinor, denominator: PAID.denominator * winMinor };
  return winMinor > 0n && isNearlySure(chance) ? 0n : stakeMinor;
}

/** How a round moves: what may be done where it stands, and what an action makes of it. */
export interface Moves<State, Action> {
  readonly actionsIn: (state: State) => readonly Action[];
  readonly take: (state: State, action: Action) => State;
}

/** A value read by its schema; throws a RangeError for one that nobody read. */
export function readBy<Value>(schema: ChoiceSchema<Value>, value: unknown): Value {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new RangeError(`${JSON.stringify(value)} is nothing this game knows.`);
}

const keyOf = (action: unknown): string => JSON.stringify(action);

/** Plays actions in their order, each only where it is legal: else a RangeError. */
export function takeAll<State, Action>(first: State, actions: readonly Action[], { actionsIn, take }: Moves<State, Action>): State {
  let state = first;
  for (const action of actions) {
    const asked = keyOf(action);
    if (!actionsIn(state).some((legal) => keyOf(legal) === asked)) throw new RangeError(`${asked} is not legal where the round stands.`);
    state = take(state, action);
  }
  return state;
}

/** The first `count` places of a shuffled row of `length`, one draw each (Fisher and Yates): draw i is `uniform(length - i)`. */
export function drawPlaces(stream: { uniform(count: number): number }, { length, count }: { length: number; count: number }): number[] {
  const row = Array.from({ length }, (_, place) => place);
  for (let index = 0; index < count; index += 1) {
    const other = index + stream.uniform(length - index);
    [row[index], row[other]] = [row[other]!, row[index]!];
  }
  return row.slice(0, count);
}
