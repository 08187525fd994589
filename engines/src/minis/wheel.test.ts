import { WheelOutcome } from "@laro/contract/core/plays/minis";
import type { WheelChoice } from "@laro/contract/core/plays/minis";
import { expect, test } from "vitest";
import { rational } from "../engine.ts";
import { chiSquare, chiSquareLimit, goldenStream, scriptedStream } from "../testing.ts";
import { segmentPays, wheel, wheelChoices } from "./wheel.ts";

const TIMEOUT_MS = 120_000;

test.each([
  { segments: 20, risk: "low" },
  { segments: "10", risk: "low" },
  { segments: 10, risk: "none" },
  { segments: 10, risk: "low", at: 0 },
  { segments: Number.NaN, risk: "mid" },
  { risk: "mid" },
  {},
  [],
  null,
])("the choice %j is refused", (choice) => {
  expect(wheel.parseChoice.safeParse(choice).success).toBe(false);
});

test("a choice nobody read is an error and not a lost bet", () => {
  expect(() => wheel.play({ stakeMinor: 100n, choice: {} as WheelChoice, stream: scriptedStream(1) })).toThrow();
});

test("the golden rounds stay as they are", () => {
  const round = (nonce: bigint, choice: WheelChoice) => wheel.play({ stakeMinor: 12_300n, choice, stream: goldenStream({ nonce }) });
  expect([round(0n, { segments: 10, risk: "low" }), round(1n, { segments: 30, risk: "mid" }), round(2n, { segments: 50, risk: "high" })])
    .toMatchInlineSnapshot(`
    [
      {
        "outcome": {
          "multiplier": 120,
          "segment": 6,
        },
        "winMinor": 14760n,
      },
      {
        "outcome": {
          "multiplier": 0,
          "segment": 7,
        },
        "winMinor": 0n,
      },
      {
        "outcome": {
          "multiplier": 0,
          "segment": 1,
        },
        "winMinor": 0n,
      },
    ]
  `);
});

const countsOf = (choice: WheelChoice): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(segmentPays(choice), (pays) => pays)].map(([pays, all]) => [pays, all.length]));

test("the wheels have the segments of the design, and all of them return exactly 99 %", () => {
  expect(wheelChoices.filter(({ risk }) => risk === "mid").map(countsOf)).toEqual([
    { 350: 1, 180: 2, 140: 2, 0: 5 },
    { 500: 1, 320: 1, 200: 4, 150: 9, 0: 15 },
    { 550: 1, 300: 3, 200: 7, 150: 14, 0: 25 },
  ]);
  expect(wheelChoices.filter(({ risk }) => risk === "low").map(countsOf)).toEqual([1, 3, 5].map((tens) => ({ 150: tens, 120: 7 * tens, 0: 2 * tens })));
  expect(wheelChoices.filter(({ risk }) => risk === "high").map(countsOf)).toEqual([
    { 990: 1, 0: 9 },
    { 2970: 1, 0: 29 },
    { 4950: 1, 0: 49 },
  ]);
  for (const choice of wheelChoices) expect(wheel.exactReturn(choice)).toEqual(rational(99n, 100n));
  expect(wheel.exactReturn()).toEqual(rational(99n, 100n));
  expect(wheel.maxWinMultiple).toEqual(rational(99n, 2n));
});

test.each(wheelChoices)("every segment of %o pays what it shows, exactly, and all of them what is advertised", (choice) => {
  let [paid, squares] = [0n, 0n];
  for (let segment = 0; segment < choice.segments; segment += 1) {
    const { winMinor, outcome } = wheel.play({ stakeMinor: 700n, choice, stream: scriptedStream(segment) });
    expect(WheelOutcome.parse(outcome)).toEqual({ segment, multiplier: segmentPays(choice)[segment] });
    expect(winMinor).toBe(7n * BigInt(outcome.multiplier));
    paid += BigInt(outcome.multiplier);
    squares += BigInt(outcome.multiplier) ** 2n;
  }
  const segments = BigInt(choice.segments);
  expect(wheel.exactReturn(choice)).toEqual(rational(paid, 100n * segments));
  expect(wheel.exactVariance(choice)).toEqual(rational(squares * segments - paid ** 2n, 10_000n * segments ** 2n));
});

test("the largest deviation is that of the one prize in fifty", () => {
  expect(wheel.exactVariance()).toEqual(wheel.exactVariance({ segments: 50, risk: "high" }));
});

test("segments over 200,000 nonces are even, and their return is within 3.29 standard deviations", { timeout: TIMEOUT_MS }, () => {
  const rounds = 200_000;
  const choice = { segments: 50, risk: "mid" } as const;
  let nonce = 0n;
  let paid = 0n;
  const next = () => {
    const { winMinor, outcome } = wheel.play({ stakeMinor: 100n, choice, stream: goldenStream({ nonce }) });
    nonce += 1n;
    paid += winMinor;
    return outcome.segment;
  };
  expect(chiSquare({ count: 50, draws: rounds, next })).toBeLessThan(chiSquareLimit(50));
  const { numerator, denominator } = wheel.exactVariance(choice);
  expect(Math.abs(Number(paid) / (100 * rounds) - 0.99)).toBeLessThan(3.29 * Math.sqrt(Number(numerator) / Number(denominator) / rounds));
});
