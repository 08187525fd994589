import { CrashResult } from "@laro/contract/core/plays/tables";
import fc from "fast-check";
import { expect, test } from "vitest";
import { pointOf } from "../minis/point.ts";
import { goldenStream, scriptedStream } from "../testing.ts";
import { crashTable, LONGEST_MS, reachedMs, TARGET_MAX, TARGET_MIN, valueAt } from "./crash.ts";
import { GROWTH_BITS, growthAt } from "./growth.ts";

const flight = crashTable.flight!;
const TIMEOUT_MS = 120_000;
const on = (target: number, stake = "10.00") => ({ bets: { [String(target)]: stake } });

test.each([
  {},
  { bets: {} },
  { bets: { "100": "1.00" } },
  { bets: { "1000001": "1.00" } },
  { bets: { "0200": "1.00" } },
  { bets: { "2.00": "1.00" } },
  { bets: { red: "1.00" } },
  { bets: { "200": "1.50" } },
  { bets: { "200": "1.00", "300": "1.00" } },
  { bets: { "200": "1.00" }, auto: 1 },
])("the ticket %j is refused, and settling it is an error and not a lost bet", (choice) => {
  expect(crashTable.parseChoice.safeParse(choice).success).toBe(false);
  if (!("auto" in choice)) expect(() => crashTable.settle({ bets: choice as never, result: { point: 200 } })).toThrow();
});

test(
  "the value is 100 · e^(0.06 s) rounded down at every millisecond of the longest flight, and no rounding of ours comes near a hundredth",
  { timeout: TIMEOUT_MS },
  () => {
    const [one, hundredth] = [1n << GROWTH_BITS, (1n << GROWTH_BITS) - 1n];
    let nearest = one;
    for (let elapsedMs = 1; elapsedMs <= LONGEST_MS; elapsedMs += 1) {
      const rest = (growthAt(elapsedMs) * 100n) & hundredth;
      const distance = rest < one - rest ? rest : one - rest;
      if (distance < nearest) nearest = distance;
      const value = Math.floor(100 * Math.exp((0.06 * elapsedMs) / 1_000));
      if (valueAt(elapsedMs) !== Math.min(TARGET_MAX, value)) expect.fail(`${elapsedMs} ms: ${valueAt(elapsedMs)} and not ${value}`);
    }
    // What is cut off sums up to less than 2^-80, so it can never decide.
    expect(nearest).toBeGreaterThan(one >> 30n);
    expect([valueAt(0), valueAt(LONGEST_MS - 1) < TARGET_MAX, valueAt(LONGEST_MS), valueAt(2 * LONGEST_MS - 100_000)]).toEqual([
      100,
      true,
      TARGET_MAX,
      TARGET_MAX,
    ]);
    expect([200, 1_000, 10_000].map(reachedMs)).toEqual([11_553, 38_377, 76_753]);
  },
);

test("a flight ends at the first moment at which the value would pass its point: the last one before pays the point, or more than was asked for nowhere", () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: TARGET_MAX - 1 }), (point) => {
      const endsMs = flight.lastsMs({ point });
      expect(valueAt(endsMs)).toBeGreaterThan(point);
      expect(valueAt(endsMs - 1)).toBeLessThanOrEqual(point);
      const last = flight.cashOut({ bets: on(TARGET_MAX), result: { point }, elapsedMs: endsMs - 1 })!;
      expect(last).toEqual({ cashed: valueAt(endsMs - 1), winMinor: 10n * BigInt(valueAt(endsMs - 1)) });
      expect(flight.cashOut({ bets: on(TARGET_MAX), result: { point }, elapsedMs: endsMs })).toBeUndefined();
    }),
  );
  expect(flight.lastsMs({ point: 99 })).toBe(0);
  expect(flight.cashOut({ bets: on(TARGET_MAX), result: { point: 99 }, elapsedMs: 0 })).toBeUndefined();
  expect(flight.cashOut({ bets: on(TARGET_MAX), result: { point: 500 }, elapsedMs: -1 })).toBeUndefined();
  expect(flight.lastsMs({ point: TARGET_MAX })).toBe(flight.longestMs);
});

test("a ticket pays its own multiple and no more, whoever ends it and when; the settlement pays just that where the point reached it", () => {
  const targets = fc.integer({ min: TARGET_MIN, max: TARGET_MAX });
  fc.assert(
    fc.property(targets, fc.integer({ min: 99, max: TARGET_MAX }), fc.integer({ min: 0, max: LONGEST_MS }), (target, point, elapsedMs) => {
      const settled = crashTable.settle({ bets: on(target), result: { point } });
      expect(settled).toEqual(target <= point ? { winMinor: 10n * BigInt(target), part: { cashed: target } } : { winMinor: 0n });
      const cashed = flight.cashOut({ bets: on(target), result: { point }, elapsedMs });
      if (cashed !== undefined) expect(cashed.cashed).toBe(Math.min(target, valueAt(elapsedMs)));
      if (cashed !== undefined) expect(cashed.cashed).toBeLessThanOrEqual(point);
    }),
  );
});

test("the point is that of Limbo, 10,000 times the stake at most", () => {
  for (const r of [0, 424, 425_201, 2 ** 31, 2 ** 32 - 1])
    expect(crashTable.drawResult(scriptedStream(r))).toEqual({ point: Math.min(TARGET_MAX, pointOf(r)) });
  const points = Array.from({ length: 6 }, (_, nonce) => crashTable.drawResult(goldenStream({ nonce: BigInt(nonce) })));
  expect(points.map((result) => CrashResult.parse(result).point)).toEqual([270, 1186, 197, 111, 244, expect.any(Number)]);
});

test("any cash-out returns what the same target of Limbo does: from 98.9997 % to 99 %; the house can owe every ticket its own multiple at once", () => {
  expect(crashTable.exactReturn()).toEqual({ numerator: 17_008_030_557n, denominator: 17_179_869_184n });
  expect(crashTable.exactReturn(on(200))).toEqual({ numerator: 2_126_008_811n, denominator: 2_147_483_648n });
  expect(crashTable.worstCase({ "150": 1_000n, "1000000": 100n })).toBe(1_500n + 1_000_000n);
  expect(crashTable.validMinor({ choice: on(200), stakeMinor: 1_000n, winMinor: 1_020n })).toBe(20n);
});
