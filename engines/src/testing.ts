import { createHmac, createSecretKey } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { formatAmount } from "@laro/contract/core/money";
import type { Position, SteppedEngine } from "./engine.ts";
import { fairStream } from "./fair.ts";
import type { Hmac, LanedStream } from "./fair.ts";
import type { GameCode } from "./registry.ts";

/** A kept key object makes an HMAC six times as fast as raw key bytes do. */
const keys = new WeakMap<Uint8Array, KeyObject>();

export const nodeHmac: Hmac = (key, message) => {
  const kept = keys.get(key) ?? createSecretKey(key);
  keys.set(key, kept);
  return createHmac("sha256", kept).update(message).digest();
};

/** The 32 bytes 0, 1, 2 … 31: the server seed of every golden round. */
export const goldenSeed = Uint8Array.from({ length: 32 }, (_, index) => index);

export function goldenStream({ clientSeed = "lucky", nonce }: { clientSeed?: string; nonce: bigint }): LanedStream {
  return fairStream({ hmac: nodeHmac, serverSeed: goldenSeed, clientSeed, nonce });
}

/** The whole stake on one spot of a table. */
const onSpot = (spot: string) => (stakeMinor: bigint) => ({ bets: { [spot]: formatAmount(stakeMinor) } });

/** A choice each game takes, for a stake (minor units). */
export const sampleChoices: Readonly<Record<GameCode, (stakeMinor: bigint) => unknown>> = {
  DICE: () => ({ target: 5_000, side: "under" }),
  MANGO_RUSH: () => ({}),
  MINES: () => ({ mines: 3 }),
  HI_LO: () => ({}),
  COIN_FLIP: () => ({}),
  BLACKJACK: () => ({}),
  VIDEO_POKER: () => ({}),
  ROULETTE: onSpot("17"),
  BACCARAT: onSpot("banker"),
  LIMBO: () => ({ target: 200 }),
  PLINKO: () => ({ rows: 16, risk: "high" }),
  WHEEL: () => ({ segments: 30, risk: "mid" }),
  KENO: () => ({ picks: [3, 7, 12, 31, 40] }),
  SCRATCH: () => ({ price: "20.00" }),
  PAROL_BINGO: (stakeMinor) => ({ cards: Math.max(1, Number(stakeMinor / 1_000n)) }),
  DRAGON_TIGER: onSpot("dragon"),
  SIC_BO: onSpot("small"),
  BACCARAT_NC: onSpot("banker"),
  HALO_HALO: () => ({}),
  BULKAN_WAYS: () => ({}),
  FIESTA_LINES: () => ({}),
  JEEPNEY_243: () => ({}),
  PERLAS_HOLD: () => ({}),
  ROULETTE_1: onSpot("17"),
  ROULETTE_SPEED_1: onSpot("17"),
  BACCARAT_1: onSpot("banker"),
  BACCARAT_NC_1: onSpot("banker"),
  DRAGON_TIGER_1: onSpot("dragon"),
  SIC_BO_1: onSpot("small"),
  GINTONG_PAROL: () => ({}),
  CRASH_1: onSpot("200"),
  BLACKJACK_1: onSpot("main"),
};

/** A stream that gives these values in turn, whatever is asked. */
export const scriptedStream = (...values: number[]): LanedStream => scriptedLanes({ "": values });

/** The same with lanes beside it; the stream itself has no name. */
export function scriptedLanes({ "": values = [], ...lanes }: Readonly<Record<string, readonly number[]>>): LanedStream {
  const rest = values.values();
  return {
    lane: (name) => scriptedStream(...(lanes[name] ?? [])),
    uniform: () => {
      const { value } = rest.next();
      if (value === undefined) throw new RangeError("The script has no more values.");
      return value;
    },
  };
}

/** Pearson's chi-square of `draws` values of `next`, each a whole number below `count`, against equal odds. */
export function chiSquare({ count, draws, next }: { count: number; draws: number; next: () => number }): number {
  const seen = new Float64Array(count);
  for (let drawn = 0; drawn < draws; drawn += 1) {
    const value = next();
    seen[value] = (seen[value] ?? 0) + 1;
  }
  const expected = draws / count;
  return seen.reduce((sum, times) => sum + (times - expected) ** 2 / expected, 0);
}

/** The chi-square a fair stream passes five standard deviations out, about once in three million runs (Wilson and Hilferty). */
export function chiSquareLimit(count: number): number {
  const degrees = count - 1;
  const spread = 2 / (9 * degrees);
  return degrees * (1 - spread + 5 * Math.sqrt(spread)) ** 3;
}

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
