import { DiceOutcome } from "@laro/contract/core/plays/dice";
import type { DiceChoice } from "@laro/contract/core/plays/dice";
import fc from "fast-check";
import { expect, test } from "vitest";
import { rational } from "../engine.ts";
import { chiSquare, chiSquareLimit, goldenStream, scriptedStream } from "../testing.ts";
import { dice, rollMultiplier, winningRolls } from "./dice.ts";

const TIMEOUT_MS = 120_000;
const targets = Array.from({ length: 9_600 }, (_, index) => 200 + index);
const everyChoice = targets.flatMap((target): DiceChoice[] => [
  { target, side: "under" },
  { target, side: "over" },
]);
const evenly: DiceChoice = { target: 5_000, side: "under" };

test.each([
  { target: 199, side: "under" },
  { target: 9_800, side: "over" },
  { target: 50.5, side: "under" },
  { target: "5000", side: "under" },
  { target: 5_000, side: "both" },
  { target: 5_000 },
  {},
  null,
])("the choice %j is refused", (choice) => {
  expect(dice.parseChoice.safeParse(choice).success).toBe(false);
});

test("a choice nobody read is an error and not a lost bet", () => {
  expect(() => dice.play({ stakeMinor: 100n, choice: {} as DiceChoice, stream: scriptedStream(1) })).toThrow();
});

test("the widest and the narrowest targets of both sides are accepted", () => {
  const edges = [200, 9_799].flatMap((target) => ["under", "over"].map((side) => ({ target, side })));
  expect(edges.every((choice) => dice.parseChoice.safeParse(choice).success)).toBe(true);
});

test("the golden rounds stay as they are", () => {
  const round = (nonce: bigint, choice: DiceChoice) => dice.play({ stakeMinor: 12_300n, choice, stream: goldenStream({ nonce }) });
  expect(round(0n, evenly)).toEqual({ winMinor: 0n, outcome: { roll: 5_026, multiplier: 0 } });
  expect(round(1n, { target: 7_326, side: "over" })).toEqual({
    winMinor: 45_510n,
    outcome: { roll: 7_327, multiplier: 370 },
  });
  expect(round(2n, { target: 3_901, side: "over" })).toEqual({ winMinor: 0n, outcome: { roll: 3_901, multiplier: 0 } });
  expect(round(3n, { target: 421, side: "under" })).toEqual({
    winMinor: 289_173n,
    outcome: { roll: 420, multiplier: 2_351 },
  });
  expect(round(4n, { target: 9_799, side: "under" })).toEqual({
    winMinor: 12_423n,
    outcome: { roll: 1_581, multiplier: 101 },
  });
});

test("a round pays by its roll exactly, at any stake, and its outcome fits the contract", () => {
  const roll = fc.integer({ min: 0, max: 9_999 });
  const steps = fc.bigInt({ min: 1n, max: 10_000n });
  fc.assert(
    fc.property(fc.constantFrom(...everyChoice), roll, steps, (choice, rolled, units) => {
      const { winMinor, outcome } = dice.play({ stakeMinor: units * 100n, choice, stream: scriptedStream(rolled) });
      expect(DiceOutcome.parse(outcome)).toEqual({ roll: rolled, multiplier: rollMultiplier(choice, rolled) });
      expect(winMinor).toBe(units * BigInt(outcome.multiplier));
    }),
  );
});

test("all 10,000 rolls of every target and side add up to the exact return", { timeout: TIMEOUT_MS }, () => {
  const multiplierOf = rollMultiplier; // Looked up once, not for each of the 192 million rolls.
  const wrong = everyChoice.filter((choice) => {
    let [wins, paid] = [0, 0];
    for (let roll = 0; roll < 10_000; roll += 1) {
      const multiplier = multiplierOf(choice, roll);
      if (multiplier > 0) wins += 1;
      paid += multiplier;
    }
    const { numerator, denominator } = dice.exactReturn(choice);
    return wins !== winningRolls(choice) || BigInt(paid) * denominator !== 1_000_000n * numerator;
  });
  expect(wrong).toEqual([]);
});

test("the advertised return is the least of all choices, and no choice returns more than 99 %", () => {
  const millionths = everyChoice.map((choice) => {
    const { numerator, denominator } = dice.exactReturn(choice);
    return (numerator * 1_000_000n) / denominator;
  });
  const sorted = millionths.toSorted((a, b) => Number(a - b));
  expect(dice.exactReturn()).toEqual(rational(sorted[0] ?? 0n, 1_000_000n));
  expect(sorted.at(-1)).toBeLessThanOrEqual(990_000n);
  expect(dice.exactReturn()).toEqual(rational(980_306n, 1_000_000n));
});

test("the largest win of all choices is 49.5 times the stake", () => {
  const most = Math.max(...everyChoice.map((choice) => rollMultiplier(choice, choice.side === "under" ? 0 : 9_999)));
  expect(most).toBe(4_950);
  expect(dice.maxWinMultiple).toEqual(rational(4_950n, 100n));
});

test("rolls over 200,000 nonces are even, and their return is within 3.29 standard deviations", { timeout: TIMEOUT_MS }, () => {
  const rounds = 200_000;
  let nonce = 0n;
  let paid = 0n;
  const next = () => {
    const { winMinor, outcome } = dice.play({ stakeMinor: 100n, choice: evenly, stream: goldenStream({ nonce }) });
    nonce += 1n;
    paid += winMinor;
    return Math.floor(outcome.roll / 100);
  };
  expect(chiSquare({ count: 100, draws: rounds, next })).toBeLessThan(chiSquareLimit(100));
  const deviation = 1.98 * Math.sqrt((0.5 * 0.5) / rounds);
  expect(Math.abs(Number(paid) / (100 * rounds) - 0.99)).toBeLessThan(3.29 * deviation);
});
