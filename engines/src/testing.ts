import { createHmac, createSecretKey } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { formatAmount } from "@laro/contract/core/money";
import { fairStream } from "./fair.ts";
import type { Hmac, Stream } from "./fair.ts";
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

export function goldenStream({ clientSeed = "lucky", nonce }: { clientSeed?: string; nonce: bigint }): Stream {
  return fairStream({ hmac: nodeHmac, serverSeed: goldenSeed, clientSeed, nonce });
}

/** The whole stake on one spot of a table. */
const onSpot = (spot: string) => (stakeMinor: bigint) => ({ bets: { [spot]: formatAmount(stakeMinor) } });

/** A choice each game takes, for a stake (minor units). */
export const sampleChoices: Readonly<Record<GameCode, (stakeMinor: bigint) => unknown>> = {
  DICE: () => ({ target: 5_000, side: "under" }),
  MANGO_RUSH: () => ({}),
  ROULETTE: onSpot("17"),
  BACCARAT: onSpot("banker"),
  DRAGON_TIGER: onSpot("dragon"),
  SIC_BO: onSpot("small"),
  BACCARAT_NC: onSpot("banker"),
};

/** A stream that gives these values in turn, whatever is asked. */
export function scriptedStream(...values: number[]): Stream {
  const rest = values.values();
  return {
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
