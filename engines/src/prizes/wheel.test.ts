import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { fairStream } from "../fair.ts";
import { chiSquareLimit, goldenSeed, goldenStream, nodeHmac } from "../testing.ts";
import { drawStop, expectedPoints, findVipWheel, sliceAt, vipWheel, weightsOf } from "./wheel.ts";

const DRAWS = 100_000;

test("a ticket gives a hundred points on average, and the dearest slice comes once in two hundred draws", () => {
  expect(expectedPoints(vipWheel)).toEqual({ numerator: 100n, denominator: 1n });
  const dearest = vipWheel.slices.toSorted((a, b) => b.points - a.points)[0]!;
  expect([weightsOf(vipWheel) / dearest.weight, dearest.points]).toEqual([200, 5_000]);
});

test("every stop of the wheel lies in the slice its weight says, and none lies beside it", () => {
  const weights = weightsOf(vipWheel);
  const slices = Array.from({ length: weights }, (_, stop) => sliceAt(vipWheel, stop));
  expect(vipWheel.slices.map((slice) => slices.filter((at) => at === slice).length)).toEqual(vipWheel.slices.map(({ weight }) => weight));
  for (const stop of [-1, weights]) expect(() => sliceAt(vipWheel, stop)).toThrow(RangeError);
});

test("a version that never was has no wheel, and the first stays as it was published", () => {
  expect([findVipWheel(0), findVipWheel(vipWheel.version + 1)]).toEqual([undefined, undefined]);
  expect(
    findVipWheel(1)!
      .slices.map(({ points, weight }) => `${points}:${weight}`)
      .join(" "),
  ).toBe("10:300 1000:15 20:250 200:70 50:200 5000:5 100:130 500:30");
});

test("the golden draws stay as they are", () => {
  expect(Array.from({ length: 12 }, (_, nonce) => drawStop(vipWheel, goldenStream({ nonce: BigInt(nonce) })))).toMatchInlineSnapshot(`
    [
      26,
      327,
      901,
      420,
      581,
      640,
      259,
      994,
      104,
      318,
      815,
      601,
    ]
  `);
});

/** The same draw by other code: the first four bytes of the first block that are below the largest multiple of the weights. */
function drawnByHand(clientSeed: string): number {
  const weights = weightsOf(vipWheel);
  for (let block = 0; ; block += 1) {
    const digest = createHmac("sha256", goldenSeed).update(`${clientSeed}:0:${block}`).digest();
    for (let at = 0; at < 32; at += 4) {
      const value = digest.readUInt32BE(at);
      if (value < 2 ** 32 - (2 ** 32 % weights)) return value % weights;
    }
  }
}

test("each draw is what other code computes from the same seeds, and slices come as often as they say", () => {
  const counts = new Map(vipWheel.slices.map((slice) => [slice, 0]));
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const clientSeed = draw.toString(16).padStart(32, "0");
    const stop = drawStop(vipWheel, fairStream({ hmac: nodeHmac, serverSeed: goldenSeed, clientSeed, nonce: 0n }));
    if (draw < 2_000) expect(stop).toBe(drawnByHand(clientSeed));
    counts.set(sliceAt(vipWheel, stop), counts.get(sliceAt(vipWheel, stop))! + 1);
  }
  const distance = [...counts].reduce((sum, [{ weight }, count]) => {
    const expected = (DRAWS * weight) / weightsOf(vipWheel);
    return sum + (count - expected) ** 2 / expected;
  }, 0);
  expect(distance).toBeLessThan(chiSquareLimit(vipWheel.slices.length));
});
