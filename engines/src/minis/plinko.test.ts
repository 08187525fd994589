import { PlinkoOutcome } from "@laro/contract/core/plays/minis";
import type { PlinkoChoice } from "@laro/contract/core/plays/minis";
import fc from "fast-check";
import { expect, test } from "vitest";
import { rational } from "../engine.ts";
import { chiSquare, chiSquareLimit, goldenStream, scriptedStream } from "../testing.ts";
import { plinko, plinkoChoices, slotPays } from "./plinko.ts";

const TIMEOUT_MS = 120_000;

test.each([
  { rows: 10, risk: "low" },
  { rows: "8", risk: "low" },
  { rows: 8, risk: "extreme" },
  { rows: 8 },
  { rows: 8, risk: "low", slot: 0 },
  { rows: Number.NaN, risk: "low" },
  { rows: [8], risk: "low" },
  {},
  [],
  null,
])("the choice %j is refused", (choice) => {
  expect(plinko.parseChoice.safeParse(choice).success).toBe(false);
});

test("a choice nobody read is an error and not a lost bet", () => {
  expect(() => plinko.play({ stakeMinor: 100n, choice: {} as PlinkoChoice, stream: scriptedStream(1) })).toThrow();
});

test("the golden rounds stay as they are", () => {
  const round = (nonce: bigint, choice: PlinkoChoice) => plinko.play({ stakeMinor: 12_300n, choice, stream: goldenStream({ nonce }) });
  expect([round(0n, { rows: 8, risk: "low" }), round(1n, { rows: 12, risk: "mid" }), round(2n, { rows: 16, risk: "high" })]).toMatchInlineSnapshot(`
    [
      {
        "outcome": {
          "multiplier": 120,
          "path": [
            0,
            1,
            0,
            1,
            0,
            0,
            0,
            0,
          ],
          "slot": 2,
        },
        "winMinor": 14760n,
      },
      {
        "outcome": {
          "multiplier": 120,
          "path": [
            1,
            0,
            1,
            0,
            1,
            1,
            0,
            1,
            1,
            0,
            1,
            1,
          ],
          "slot": 8,
        },
        "winMinor": 14760n,
      },
      {
        "outcome": {
          "multiplier": 20,
          "path": [
            1,
            1,
            0,
            1,
            0,
            0,
            1,
            1,
            1,
            1,
            0,
            0,
            1,
            1,
            0,
            1,
          ],
          "slot": 10,
        },
        "winMinor": 2460n,
      },
    ]
  `);
});

/** The page's returns in millionths, rounded down. */
const RETURNS: readonly (readonly [PlinkoChoice["rows"], PlinkoChoice["risk"], bigint])[] = [
  [8, "low", 989_843n],
  [8, "mid", 988_281n],
  [8, "high", 988_750n],
  [12, "low", 988_613n],
  [12, "mid", 989_013n],
  [12, "high", 989_404n],
  [16, "low", 989_030n],
  [16, "mid", 989_431n],
  [16, "high", 989_217n],
];

test.each(RETURNS)("over every path of %i rows the %s slots pay what the formula says", (rows, risk, millionths) => {
  const choice = { rows, risk };
  const pays = slotPays(choice);
  expect(pays).toHaveLength(rows + 1);
  expect(pays).toEqual(pays.toReversed());
  let [paid, squares] = [0, 0];
  for (let path = 0; path < 2 ** rows; path += 1) {
    const bits = Array.from({ length: rows }, (_, row) => (path >> row) & 1);
    const { winMinor, outcome } = plinko.play({ stakeMinor: 100n, choice, stream: scriptedStream(...bits) });
    expect(outcome.multiplier).toBe(Number(winMinor));
    paid += outcome.multiplier;
    squares += outcome.multiplier ** 2;
  }
  const paths = 2n ** BigInt(rows);
  const { numerator, denominator } = plinko.exactReturn(choice);
  expect(plinko.exactReturn(choice)).toEqual(rational(BigInt(paid), 100n * paths));
  expect((numerator * 1_000_000n) / denominator).toBe(millionths);
  expect(plinko.exactVariance(choice)).toEqual(rational(BigInt(squares) * paths - BigInt(paid) ** 2n, 10_000n * paths ** 2n));
});

test("the advertised return is the least, of eight rows in the middle; the largest win is a thousand times the stake", () => {
  expect(plinko.exactReturn()).toEqual(rational(253n, 256n));
  expect(plinko.exactVariance()).toEqual(plinko.exactVariance({ rows: 16, risk: "high" }));
  expect(plinko.maxWinMultiple).toEqual(rational(1_000n, 1n));
  expect(plinko.stakeMax * plinko.maxWinMultiple.numerator).toBe(200_000_000n);
});

test("a round ends in the slot its rights lead to, pays it exactly at any stake, and fits the contract", () => {
  const steps = fc.bigInt({ min: 1n, max: 2_000n });
  const path = fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 16, maxLength: 16 });
  fc.assert(
    fc.property(fc.constantFrom(...plinkoChoices), path, steps, (choice, bits, units) => {
      const { winMinor, outcome } = plinko.play({ stakeMinor: units * 100n, choice, stream: scriptedStream(...bits) });
      expect(PlinkoOutcome.parse(outcome)).toEqual(outcome);
      expect(outcome.path).toEqual(bits.slice(0, choice.rows));
      expect(outcome.slot).toBe(outcome.path.filter((step) => step === 1).length);
      expect(winMinor).toBe(units * BigInt(slotPays(choice)[outcome.slot] ?? -1));
    }),
  );
});

test(
  "balls over 100,000 nonces take every path of eight rows equally often, and their return is within 3.29 standard deviations",
  { timeout: TIMEOUT_MS },
  () => {
    const rounds = 100_000;
    const choice = { rows: 8, risk: "low" } as const;
    let nonce = 0n;
    let paid = 0n;
    const next = () => {
      const { winMinor, outcome } = plinko.play({ stakeMinor: 100n, choice, stream: goldenStream({ nonce }) });
      nonce += 1n;
      paid += winMinor;
      return outcome.path.reduce((bits, step) => bits * 2 + step, 0);
    };
    expect(chiSquare({ count: 256, draws: rounds, next })).toBeLessThan(chiSquareLimit(256));
    const { numerator, denominator } = plinko.exactVariance(choice);
    const deviation = Math.sqrt(Number(numerator) / Number(denominator) / rounds);
    expect(Math.abs(Number(paid) / (100 * rounds) - 0.98984375)).toBeLessThan(3.29 * deviation);
  },
);
