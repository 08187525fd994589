import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { goldenSeed, nodeHmac } from "../testing.ts";
import { canCut, cutEnvelopes, ENVELOPE_MINOR_MAX } from "./envelopes.ts";

const cut = (rain: Parameters<typeof canCut>[0], seed: Uint8Array = goldenSeed) => cutEnvelopes({ hmac: nodeHmac, seed, ...rain });

/** A rain that can be cut, up to both of its ends, and a seed. */
const rains = fc
  .record({
    slips: fc.integer({ min: 1, max: 200 }),
    minimum: fc.bigInt({ min: 1n, max: 50_000n }),
    more: fc.bigInt({ min: 0n, max: 100_000n }),
    part: fc.integer({ min: 0, max: 1_000 }),
    seed: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  })
  .map(({ slips, minimum, more, part, seed }) => {
    const total = BigInt(slips) * minimum + (BigInt(slips) * more * BigInt(part)) / 1_000n;
    return { rain: { total, slips, minimum, maximum: minimum + more }, seed };
  });

test("whatever is cut comes to the total exactly, each amount within its bounds, and the same seed cuts the same", () => {
  fc.assert(
    fc.property(rains, ({ rain, seed }) => {
      const amounts = cut(rain, seed);
      expect([amounts.length, amounts.reduce((sum, one) => sum + one, 0n)]).toEqual([rain.slips, rain.total]);
      expect(amounts.filter((one) => one < rain.minimum || one > rain.maximum)).toEqual([]);
      expect(cut(rain, seed)).toEqual(amounts);
    }),
    { numRuns: 500 },
  );
});

test("what cannot be cut is refused: too little, too much, bounds the wrong way round, none", () => {
  const rain = { total: 100_00n, slips: 10, minimum: 5_00n, maximum: 20_00n };
  expect(canCut(rain)).toBe(true);
  const wrong = [{ total: 49_99n }, { total: 200_01n }, { minimum: 21_00n }, { minimum: 0n }, { slips: 0 }, { slips: 1.5 }];
  for (const change of [...wrong, { total: 10n * ENVELOPE_MINOR_MAX, maximum: ENVELOPE_MINOR_MAX + 1n }]) {
    expect([change, canCut({ ...rain, ...change })]).toEqual([change, false]);
    expect(() => cut({ ...rain, ...change })).toThrow(RangeError);
  }
  for (const total of [50_00n, 200_00n]) expect(new Set(cut({ ...rain, total }))).toEqual(new Set([total / 10n]));
});

/** The same cut by other code, from the description alone. */
function cutByHand(total: number, slips: number, minimum: number, maximum: number): number[] {
  let [block, bytes] = [0, Buffer.alloc(0)];
  const draw = (count: number): number => {
    for (;;) {
      if (bytes.length === 0) bytes = createHmac("sha256", goldenSeed).update(`envelopes:0:${block++}`).digest();
      const value = bytes.readUInt32BE(0);
      bytes = bytes.subarray(4);
      if (value < 2 ** 32 - (2 ** 32 % count)) return value % count;
    }
  };
  const amounts: number[] = [];
  for (let left = slips, rest = total; left > 0; left--) {
    const twice = Math.floor((2 * rest) / left);
    const [least, most] = [Math.max(minimum, twice - maximum, rest - (left - 1) * maximum), Math.min(maximum, twice - minimum, rest - (left - 1) * minimum)];
    amounts.push(least + draw(most - least + 1));
    rest -= amounts.at(-1)!;
  }
  for (let place = slips - 1; place > 0; place--) {
    const other = draw(place + 1);
    [amounts[place], amounts[other]] = [amounts[other]!, amounts[place]!];
  }
  return amounts;
}

test("other code cuts the same from the same seed, and no place has more than another on average", () => {
  for (const [total, slips, minimum, maximum] of [
    [100_00, 10, 1_00, 50_00],
    [990_00, 50, 1_00, 20_00],
    [77_77, 7, 11_11, 11_11],
  ] as const)
    expect(cut({ total: BigInt(total), slips, minimum: BigInt(minimum), maximum: BigInt(maximum) }).map(Number)).toEqual(
      cutByHand(total, slips, minimum, maximum),
    );
  const sums = [0, 0, 0, 0];
  const SEEDS = 4_000;
  for (let n = 0; n < SEEDS; n++) {
    const seed = createHmac("sha256", "rain").update(String(n)).digest();
    for (const [place, amount] of cut({ total: 400n, slips: 4, minimum: 1n, maximum: 300n }, seed).entries()) sums[place]! += Number(amount);
  }
  for (const sum of sums) expect(Math.abs(sum / SEEDS - 100)).toBeLessThan(5);
});

test("the golden envelopes stay as they are", () => {
  expect(cut({ total: 500_00n, slips: 8, minimum: 10_00n, maximum: 150_00n }).map(String)).toMatchInlineSnapshot(`
    [
      "4031",
      "4247",
      "5860",
      "1537",
      "9724",
      "13128",
      "9459",
      "2014",
    ]
  `);
});
