import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { fairStream } from "../fair.ts";
import { goldenSeed, nodeHmac } from "../testing.ts";
import { type EggPrize, eggCost, replacementOf } from "./eggs.ts";
import { drawStop, sliceAt, weightsOf } from "./wheel.ts";

const DRAWS = 100_000;
const SIGMAS = 3.29;

const points = (count: number, weight: number, stock: number | null = null): EggPrize => ({ points: count, amountMinor: 0n, weight, stock });
const cash = (amountMinor: bigint, weight: number, stock: number | null = null): EggPrize => ({ points: 0, amountMinor, weight, stock });

/** The table as it is shipped. */
const slices = [
  points(50, 400),
  points(100, 250),
  points(200, 150),
  points(500, 80),
  cash(5_00n, 80),
  cash(20_00n, 30),
  cash(100_00n, 8, 500),
  cash(1_000_00n, 2, 20),
];

test("a ticket costs what its prizes are worth by their odds, to the fraction of a centavo", () => {
  expect(eggCost(slices, 1n)).toEqual({ numerator: 495n, denominator: 1n });
  expect(eggCost([points(10, 1), cash(1_00n, 2)], 1n)).toEqual({ numerator: 70n, denominator: 1n });
  expect(eggCost([points(10, 1), points(11, 2)], 1n)).toEqual({ numerator: 32n, denominator: 3n });
});

test("a prize that can run out costs no less than what is given for it then", () => {
  expect(eggCost([points(10, 1, 5), points(40, 1), points(60, 2)], 1n)).toEqual({ numerator: 50n, denominator: 1n });
});

test("what replaces a prize is the fewest points that nobody counts, and no money", () => {
  expect(replacementOf(slices)).toBe(0);
  expect(replacementOf([points(5, 1, 9), cash(1n, 1), points(30, 1), points(20, 1)])).toBe(3);
  expect(replacementOf([points(5, 1, 9), cash(1n, 1)])).toBe(-1);
});

/** The same draw by other code: the first four bytes of the first block that are below the largest multiple of the weights. */
function drawnByHand(clientSeed: string, weights: number): number {
  for (let block = 0; ; block += 1) {
    const digest = createHmac("sha256", goldenSeed).update(`${clientSeed}:0:${block}`).digest();
    for (let at = 0; at < 32; at += 4) {
      const value = digest.readUInt32BE(at);
      if (value < 2 ** 32 - (2 ** 32 % weights)) return value % weights;
    }
  }
}

test("each prize comes as often as its odds say, within 3.29 sigma, and each draw is what other code computes from the same seeds", () => {
  const weights = weightsOf({ slices });
  const counts = new Map(slices.map((slice) => [slice, 0]));
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const clientSeed = draw.toString(16).padStart(32, "0");
    const stop = drawStop({ slices }, fairStream({ hmac: nodeHmac, serverSeed: goldenSeed, clientSeed, nonce: 0n }));
    if (draw < 2_000) expect(stop).toBe(drawnByHand(clientSeed, weights));
    const prize = sliceAt({ slices }, stop);
    counts.set(prize, counts.get(prize)! + 1);
  }
  for (const [{ weight }, count] of counts) {
    const chance = weight / weights;
    expect(Math.abs(count - DRAWS * chance)).toBeLessThan(SIGMAS * Math.sqrt(DRAWS * chance * (1 - chance)));
  }
});
