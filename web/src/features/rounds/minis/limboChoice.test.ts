import { winningDraws } from "@laro/engines/minis/point";
import fc from "fast-check";
import { expect, test } from "vitest";
import { boundTarget, chanceOf, climb, FLAGS, heightOf, parseChance, sayChance, stepTarget, targetOf } from "./limboChoice.ts";

const targets = fc.integer({ min: 101, max: 1_000_000 });

test("a typed chance leads to a target that has it, and a target says its chance to four decimals", () => {
  expect([495_000, 99_000, 990_000, 99, 1].map(targetOf)).toEqual([200, 1_000, 101, 1_000_000, 1_000_000]);
  expect([200, 1_000, 1_000_000].map((target) => sayChance(chanceOf(target)))).toEqual(["49.5", "9.9", "0.0099"]);
  fc.assert(
    fc.property(targets, (target) => {
      expect(Math.abs(chanceOf(target) - (winningDraws(target) / 2 ** 32) * 1_000_000)).toBeLessThanOrEqual(0.5);
    }),
  );
});

test("a chance is read with or without its sign, with a point or a comma, and nothing else is one", () => {
  expect(["49.5", "49,5 %", " 9.9%", "0.0099", "12."].map(parseChance)).toEqual([495_000, 495_000, 99_000, 99, 120_000]);
  expect(["", "-1", "1e2", "abc", "1.23456", "1000.5"].map(parseChance)).toEqual(Array.from({ length: 6 }));
});

test("the arrows step through targets and never leave the bounds", () => {
  expect([stepTarget(200, 1), stepTarget(205, 1), stepTarget(1_000, 1), stepTarget(101, -1), stepTarget(1_000_000, 1)]).toEqual([
    210, 210, 1_100, 101, 1_000_000,
  ]);
  expect([boundTarget(0), boundTarget(Infinity)]).toEqual([101, 1_000_000]);
});

test("a rocket climbs to its point and no further, and passes the flags only where the target is reached", () => {
  expect([climb(500, 0), climb(500, 1_000), climb(99, 500)]).toEqual([100, 500, 99]);
  fc.assert(
    fc.property(targets, targets, fc.integer({ min: 0, max: 1_000 }), (point, target, permille) => {
      expect(climb(point, permille)).toBeLessThanOrEqual(point);
      expect(heightOf(target, target)).toBe(FLAGS);
      if (point < target) expect(heightOf(point, target)).toBeLessThanOrEqual(FLAGS);
      else expect(heightOf(point, target)).toBeGreaterThanOrEqual(FLAGS);
    }),
  );
});
