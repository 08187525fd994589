import { KenoOutcome } from "@laro/contract/core/plays/minis";
import type { KenoChoice } from "@laro/contract/core/plays/minis";
import fc from "fast-check";
import { expect, test } from "vitest";
import { rational } from "../engine.ts";
import { chiSquare, chiSquareLimit, goldenStream, scriptedStream } from "../testing.ts";
import { hitEndings, hitPays, keno } from "./keno.ts";

const TIMEOUT_MS = 120_000;
const picksOf = (count: number): KenoChoice => ({ picks: Array.from({ length: count }, (_, at) => at + 1) });

test.each([
  { picks: [] },
  { picks: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] },
  { picks: [0] },
  { picks: [41] },
  { picks: [1.5] },
  { picks: ["7"] },
  { picks: [Number.NaN] },
  { picks: [7, 7] },
  { picks: 7 },
  { picks: [7], hits: 1 },
  {},
  [7],
  null,
])("the choice %j is refused", (choice) => {
  expect(keno.parseChoice.safeParse(choice).success).toBe(false);
});

test("a choice nobody read is an error and not a lost bet", () => {
  expect(() => keno.play({ stakeMinor: 100n, choice: {} as KenoChoice, stream: goldenStream({ nonce: 0n }) })).toThrow();
});

test("the golden rounds stay as they are", () => {
  const round = (nonce: bigint, picks: number[]) => keno.play({ stakeMinor: 12_300n, choice: { picks }, stream: goldenStream({ nonce }) });
  expect([round(0n, [7]), round(1n, [1, 2, 3, 4, 5]), round(2n, picksOf(10).picks)]).toMatchInlineSnapshot(`
    [
      {
        "outcome": {
          "drawn": [
            27,
            36,
            7,
            37,
            39,
            24,
            35,
            2,
            34,
            4,
          ],
          "hits": 1,
          "multiplier": 385,
        },
        "winMinor": 47355n,
      },
      {
        "outcome": {
          "drawn": [
            8,
            7,
            14,
            27,
            36,
            31,
            13,
            11,
            5,
            19,
          ],
          "hits": 1,
          "multiplier": 0,
        },
        "winMinor": 0n,
      },
      {
        "outcome": {
          "drawn": [
            22,
            20,
            13,
            16,
            5,
            39,
            18,
            23,
            28,
            17,
          ],
          "hits": 1,
          "multiplier": 0,
        },
        "winMinor": 0n,
      },
    ]
  `);
});

/** The page's returns in millionths and hit rates in hundredths of a percent. */
const RETURNS: readonly (readonly [number, bigint, number])[] = [
  [1, 962_500n, 2_500],
  [2, 967_307n, 4_423],
  [3, 968_623n, 1_488],
  [4, 964_684n, 2_559],
  [5, 968_787n, 3_669],
  [6, 965_641n, 1_528],
  [7, 960_463n, 2_283],
  [8, 963_089n, 3_117],
  [9, 963_751n, 3_986],
  [10, 964_896n, 4_851],
];

test.each(RETURNS)("%i picks return and hit as the design says, over all C(40, 10) draws", (picks, millionths, hitsBps) => {
  const endings = hitEndings(picks);
  expect(hitPays(picks)).toHaveLength(picks + 1);
  expect(endings.reduce((all, { ways }) => all + ways, 0n)).toBe(847_660_528n);
  const { numerator, denominator } = keno.exactReturn(picksOf(picks));
  expect((numerator * 1_000_000n) / denominator).toBe(millionths);
  const winning = endings.filter(({ pays }) => pays > 0).reduce((all, { ways }) => all + ways, 0n);
  expect(Math.round((Number(winning) / 847_660_528) * 10_000)).toBe(hitsBps);
});

test("with two picks the formula equals a count of all pairs of places a draw can have them in", () => {
  // Of 40 places the first ten are drawn: the two picks lie anywhere, each pair of places equally often.
  const counts = [0, 0, 0];
  for (let one = 0; one < 40; one += 1)
    for (let other = 0; other < 40; other += 1) {
      if (one === other) continue;
      const hits = Number(one < 10) + Number(other < 10);
      counts[hits] = (counts[hits] ?? 0) + 1;
    }
  const all = 40 * 39;
  expect(hitEndings(2).map(({ ways }) => rational(ways, 847_660_528n))).toEqual(counts.map((count) => rational(BigInt(count), BigInt(all))));
});

test("the advertised return is that of seven picks, the largest win ten thousand times the stake", () => {
  expect(keno.exactReturn()).toEqual(rational(22_957n, 23_902n));
  expect(keno.exactReturn()).toEqual(keno.exactReturn(picksOf(7)));
  expect(keno.exactVariance()).toEqual(keno.exactVariance(picksOf(6)));
  expect(keno.maxWinMultiple).toEqual(rational(10_000n, 1n));
});

test("a draw is the beginning of a Fisher–Yates shuffle: each draw is the place among the numbers that are left", () => {
  const { outcome } = keno.play({ stakeMinor: 100n, choice: picksOf(2), stream: scriptedStream(39, 0, 37, 0, 0, 0, 0, 0, 0, 0) });
  // 40 changes places with 1, which then stands last and is drawn third; 3 changes places with it.
  expect(outcome).toEqual({ drawn: [40, 2, 1, 4, 5, 6, 7, 8, 9, 10], hits: 2, multiplier: 1_010 });
});

test("ten different numbers fall, what was picked of them pays exactly, and the outcome fits the contract", () => {
  const picks = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(picks, fc.bigInt({ min: 0n, max: 10n ** 6n }), fc.bigInt({ min: 1n, max: 200n }), (chosen, nonce, units) => {
      const { winMinor, outcome } = keno.play({ stakeMinor: units * 100n, choice: { picks: chosen }, stream: goldenStream({ nonce }) });
      expect(KenoOutcome.parse(outcome)).toEqual(outcome);
      expect(new Set(outcome.drawn).size).toBe(10);
      expect(outcome.drawn.every((number) => number >= 1 && number <= 40)).toBe(true);
      expect(outcome.hits).toBe(chosen.filter((number) => outcome.drawn.includes(number)).length);
      expect(winMinor).toBe(units * BigInt(hitPays(chosen.length)[outcome.hits] ?? -1));
    }),
  );
});

test(
  "numbers over 100,000 nonces are even at the first and at the last place, and the return is within 3.29 standard deviations",
  { timeout: TIMEOUT_MS },
  () => {
    const rounds = 100_000;
    const choice = picksOf(1);
    let paid = 0n;
    const results = Array.from({ length: rounds }, (_, nonce) => {
      const { winMinor, outcome } = keno.play({ stakeMinor: 100n, choice, stream: goldenStream({ nonce: BigInt(nonce) }) });
      paid += winMinor;
      return outcome.drawn;
    });
    for (const place of [0, 9]) {
      let at = 0;
      expect(chiSquare({ count: 40, draws: rounds, next: () => (results[at++]?.[place] ?? 0) - 1 })).toBeLessThan(chiSquareLimit(40));
    }
    const { numerator, denominator } = keno.exactVariance(choice);
    expect(Math.abs(Number(paid) / (100 * rounds) - 0.9625)).toBeLessThan(3.29 * Math.sqrt(Number(numerator) / Number(denominator) / rounds));
  },
);
