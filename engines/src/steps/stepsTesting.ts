import type { Position, SteppedEngine } from "../engine.ts";
import { goldenStream } from "../testing.ts";

/** A stepped engine as tests of all games hold it. */
export type AnySteps = SteppedEngine<unknown, unknown, unknown, unknown>;
export type AnyPosition = Position<unknown, unknown, unknown>;

/** A fixed row of numbers (Numerical Recipes' generator), so that random tests are the same each time. */
export function createRandom(seed: number): (count: number) => number {
  let state = seed >>> 0;
  return (count) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

export interface Walk {
  readonly actions: readonly unknown[];
  readonly positions: readonly AnyPosition[];
}

/** Plays a round to its end by what `pick` says of the legal actions, and tells where it stood after each. */
export function walk(
  engine: AnySteps,
  round: { stakeMinor: bigint; choice: unknown; nonce: bigint },
  pick: (legal: readonly unknown[], at: AnyPosition) => unknown,
): Walk {
  const actions: unknown[] = [];
  const positions: AnyPosition[] = [];
  for (;;) {
    const { stakeMinor, choice, nonce } = round;
    const at = engine.replay({ stakeMinor, choice, actions, stream: goldenStream({ nonce }) });
    positions.push(at);
    if (at.end !== undefined) return { actions, positions };
    actions.push(pick(at.legal, at));
  }
}
