import fc from "fast-check";
import { expect, test } from "vitest";
import { rational } from "./engine.ts";
import { engines, findEngine } from "./registry.ts";
import { goldenStream } from "./testing.ts";

const games = Object.entries(engines);

test.each(["", "dice", "ROULETTE", "constructor", "__proto__"])("no engine answers to the code %j", (code) => {
  expect(findEngine(code)).toBeUndefined();
});

test.each(games)("%s is found by its own code", (code, engine) => {
  expect(findEngine(code)).toBe(engine);
  expect(engine.gameCode).toBe(code);
});

test.each(games)("%s refuses a stake outside its limits or off its step", (_, { stakeMin, stakeMax, stakeStep, gameCode }) => {
  for (const stakeMinor of [0n, -stakeMin, stakeMin - stakeStep, stakeMin + 1n, stakeMax - 1n, stakeMax + stakeStep]) {
    const choice = { target: 5_000, side: "under" };
    expect(() => findEngine(gameCode)?.play({ stakeMinor, choice, stream: goldenStream({ nonce: 0n }) })).toThrow(
      new RangeError(`A stake is ${stakeMin} to ${stakeMax} in steps of ${stakeStep} minor units, not ${stakeMinor}.`),
    );
  }
});

test("a fraction keeps its value and has no common divisor left", () => {
  const natural = fc.bigInt({ min: 1n, max: 2n ** 80n });
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 80n }), natural, natural, (numerator, denominator, factor) => {
      const lowest = rational(numerator, denominator);
      expect(lowest.numerator * denominator).toBe(numerator * lowest.denominator);
      expect(rational(numerator * factor, denominator * factor)).toEqual(lowest);
    }),
  );
});
