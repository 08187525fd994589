import { LimboOutcome } from "@laro/contract/core/plays/minis";
import type { LimboChoice } from "@laro/contract/core/plays/minis";
import fc from "fast-check";
import { expect, test } from "vitest";
import { rational } from "../engine.ts";
import { goldenStream, scriptedStream } from "../testing.ts";
import { countsTowardsTurnover, limbo } from "./limbo.ts";
import { pointOf, TARGET_MAX, TARGET_MIN, winningDraws } from "./point.ts";

const TIMEOUT_MS = 120_000;
const DRAWS = 2n ** 32n;
const targets = fc.integer({ min: TARGET_MIN, max: TARGET_MAX });

test.each([
  { target: 100 },
  { target: 1_000_001 },
  { target: 150.5 },
  { target: "200" },
  { target: Number.NaN },
  { target: 200, side: "over" },
  { target: [200] },
  {},
  [],
  null,
])("the choice %j is refused", (choice) => {
  expect(limbo.parseChoice.safeParse(choice).success).toBe(false);
});

test("a choice nobody read is an error and not a lost bet", () => {
  expect(() => limbo.play({ stakeMinor: 100n, choice: {} as LimboChoice, stream: scriptedStream(1) })).toThrow();
});

test("the golden rounds stay as they are", () => {
  const round = (nonce: bigint, target: number) => limbo.play({ stakeMinor: 12_300n, choice: { target }, stream: goldenStream({ nonce }) });
  expect([round(0n, 101), round(1n, 150), round(2n, 200), round(3n, 1_000), round(4n, TARGET_MAX)]).toMatchInlineSnapshot(`
    [
      {
        "outcome": {
          "multiplier": 101,
          "point": 270,
        },
        "winMinor": 12423n,
      },
      {
        "outcome": {
          "multiplier": 150,
          "point": 1186,
        },
        "winMinor": 18450n,
      },
      {
        "outcome": {
          "multiplier": 0,
          "point": 197,
        },
        "winMinor": 0n,
      },
      {
        "outcome": {
          "multiplier": 0,
          "point": 111,
        },
        "winMinor": 0n,
      },
      {
        "outcome": {
          "multiplier": 0,
          "point": 244,
        },
        "winMinor": 0n,
      },
    ]
  `);
});

test("the draws that reach a target are the first ones, all of them and no other, and the point is exact at both ends", () => {
  fc.assert(
    fc.property(targets, (target) => {
      const wins = winningDraws(target);
      expect(BigInt(wins)).toBe((99n * DRAWS) / BigInt(target));
      expect(pointOf(wins - 1)).toBeGreaterThanOrEqual(target);
      expect(pointOf(wins)).toBeLessThan(target);
    }),
  );
  expect([pointOf(0), pointOf(2 ** 32 - 1)]).toEqual([425_201_762_304, 99]);
});

test("a point is 99 · 2^32 / (r + 1) rounded down, in whole numbers as in floating ones", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (r) => {
      expect(BigInt(pointOf(r))).toBe((99n * DRAWS) / BigInt(r + 1));
    }),
  );
});

test("a round pays its target exactly, at any stake, and its outcome fits the contract", () => {
  const steps = fc.bigInt({ min: 1n, max: 200n });
  fc.assert(
    fc.property(targets, fc.integer({ min: 0, max: 2 ** 32 - 1 }), steps, (target, r, units) => {
      const { winMinor, outcome } = limbo.play({ stakeMinor: units * 100n, choice: { target }, stream: scriptedStream(r) });
      expect(LimboOutcome.parse(outcome)).toEqual(outcome);
      expect(outcome).toEqual({ point: pointOf(r), multiplier: r < winningDraws(target) ? target : 0 });
      expect(winMinor).toBe(units * BigInt(outcome.multiplier));
    }),
  );
});

test("the return of a target is target/100 · ⌊99 · 2^32 / target⌋ / 2^32; the least of all is 98.9997 %, none is more than 99 %", () => {
  expect(limbo.exactReturn({ target: 200 })).toEqual({ numerator: 2_126_008_811n, denominator: 2_147_483_648n });
  let least = Infinity;
  for (let target = TARGET_MIN; target <= TARGET_MAX; target += 1) {
    const paid = target * winningDraws(target);
    if (paid < least) least = paid;
    if (paid > 99 * 2 ** 32) expect.fail(`${target} returns more than 99 %`);
  }
  expect(limbo.exactReturn()).toEqual(rational(BigInt(least), 100n * DRAWS));
  expect(limbo.exactReturn()).toEqual({ numerator: 17_008_030_557n, denominator: 17_179_869_184n });
  expect((limbo.exactReturn().numerator * 1_000_000n) / limbo.exactReturn().denominator).toBe(989_997n);
});

test("the variance of a target is that of a bet that wins it with its chance", () => {
  const { numerator, denominator } = limbo.exactVariance({ target: 200 });
  const chance = winningDraws(200) / 2 ** 32;
  expect(Number(numerator) / Number(denominator)).toBeCloseTo(4 * chance * (1 - chance), 12);
  expect(limbo.exactVariance()).toEqual(limbo.exactVariance({ target: TARGET_MAX }));
});

test("a bet that wins nine times in ten or more counts nothing", () => {
  expect([101, 109, 110, 200].map((target) => countsTowardsTurnover({ target }))).toEqual([false, false, true, true]);
  expect(limbo.validMinor({ choice: { target: 101 }, stakeMinor: 500n, winMinor: 0n })).toBe(0n);
  expect(limbo.validMinor({ choice: { target: 200 }, stakeMinor: 500n, winMinor: 0n })).toBe(500n);
});

test("over 200,000 nonces each target is reached as often as it should be, within 3.29 standard deviations of what it returns", { timeout: TIMEOUT_MS }, () => {
  const rounds = 200_000;
  const points = Array.from({ length: rounds }, (_, nonce) => pointOf(goldenStream({ nonce: BigInt(nonce) }).uniform(2 ** 32)));
  for (const target of [101, 110, 150, 200, 500, 1_000, 10_000]) {
    const paid = points.filter((point) => point >= target).length * target;
    const [{ numerator: mean, denominator: of }, variance] = [limbo.exactReturn({ target }), limbo.exactVariance({ target })];
    const deviation = Math.sqrt(Number(variance.numerator) / Number(variance.denominator) / rounds);
    expect(Math.abs(paid / (100 * rounds) - Number(mean) / Number(of))).toBeLessThan(3.29 * deviation);
  }
});
