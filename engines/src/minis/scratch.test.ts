import { ScratchOutcome } from "@laro/contract/core/plays/minis";
import type { ScratchChoice } from "@laro/contract/core/plays/minis";
import { expect, test } from "vitest";
import { rational } from "../engine.ts";
import { chiSquare, chiSquareLimit, goldenStream, scriptedStream } from "../testing.ts";
import { scratch, SCRATCH_TICKETS, SCRATCH_WINNERS, scratchPrizes, ticketPays } from "./scratch.ts";

const TIMEOUT_MS = 120_000;
const twenty: ScratchChoice = { price: "20.00" };

test.each([{ price: "30.00" }, { price: "20" }, { price: 20 }, { price: ["20.00"] }, { price: "20.00", field: 4 }, { price: Number.NaN }, {}, [], null])(
  "the choice %j is refused",
  (choice) => {
    expect(scratch.parseChoice.safeParse(choice).success).toBe(false);
  },
);

test("a choice nobody read, or a ticket at another price, is an error and not a lost bet", () => {
  expect(() => scratch.play({ stakeMinor: 2_000n, choice: {} as ScratchChoice, stream: scriptedStream(1, 1) })).toThrow();
  expect(() => scratch.play({ stakeMinor: 5_000n, choice: twenty, stream: scriptedStream(1, 1) })).toThrow(RangeError);
});

test("a choice stakes its price", () => {
  expect((["20.00", "50.00", "100.00"] as const).map((price) => scratch.stakeOf!({ price }))).toEqual([2_000n, 5_000n, 10_000n]);
});

test("the golden rounds stay as they are", () => {
  const round = (nonce: bigint) => scratch.play({ stakeMinor: 2_000n, choice: twenty, stream: goldenStream({ nonce }) });
  expect([round(0n), round(1n), round(2n), round(3n)]).toMatchInlineSnapshot(`
    [
      {
        "outcome": {
          "field": null,
          "multiplier": 0,
          "ticket": 595026,
        },
        "winMinor": 0n,
      },
      {
        "outcome": {
          "field": null,
          "multiplier": 0,
          "ticket": 507327,
        },
        "winMinor": 0n,
      },
      {
        "outcome": {
          "field": null,
          "multiplier": 0,
          "ticket": 693901,
        },
        "winMinor": 0n,
      },
      {
        "outcome": {
          "field": 8,
          "multiplier": 5000,
          "ticket": 420,
        },
        "winMinor": 100000n,
      },
    ]
  `);
});

test("all 1,000,000 tickets pay exactly 95 %, and 29.82 % of them hold a prize", () => {
  const counts = new Map<number, number>();
  for (let ticket = 0; ticket < SCRATCH_TICKETS; ticket += 1) counts.set(ticketPays(ticket), (counts.get(ticketPays(ticket)) ?? 0) + 1);
  for (const { pays, tickets } of scratchPrizes) expect(counts.get(pays)).toBe(tickets);
  expect(counts.get(0)).toBe(SCRATCH_TICKETS - SCRATCH_WINNERS);
  const paid = [...counts].reduce((sum, [pays, tickets]) => sum + pays * tickets, 0);
  const squares = [...counts].reduce((sum, [pays, tickets]) => sum + BigInt(pays) ** 2n * BigInt(tickets), 0n);
  expect(scratch.exactReturn()).toEqual(rational(BigInt(paid), 100_000_000n));
  expect(scratch.exactReturn()).toEqual(rational(95n, 100n));
  expect(scratch.exactVariance()).toEqual(rational(squares * 1_000_000n - BigInt(paid) ** 2n, 10_000n * 1_000_000n ** 2n));
  expect(SCRATCH_WINNERS).toBe(298_192);
});

test("a prize lies under the field the second draw names, and a ticket without one takes no second draw", () => {
  const round = (...values: number[]) => scratch.play({ stakeMinor: 5_000n, choice: { price: "50.00" }, stream: scriptedStream(...values) });
  expect(round(0, 8)).toEqual({ winMinor: 50_000_000n, outcome: { ticket: 0, multiplier: 1_000_000, field: 8 } });
  expect(round(298_191, 0)).toEqual({ winMinor: 5_000n, outcome: { ticket: 298_191, multiplier: 100, field: 0 } });
  expect(round(298_192)).toEqual({ winMinor: 0n, outcome: { ticket: 298_192, multiplier: 0, field: null } });
  for (const values of [[0, 8], [999_999]]) expect(ScratchOutcome.parse(round(...values).outcome)).toEqual(round(...values).outcome);
});

test("tickets over 200,000 nonces are even, and their return is within 3.29 standard deviations", { timeout: TIMEOUT_MS }, () => {
  const rounds = 200_000;
  let nonce = 0n;
  let paid = 0n;
  const next = () => {
    const { winMinor, outcome } = scratch.play({ stakeMinor: 2_000n, choice: twenty, stream: goldenStream({ nonce }) });
    nonce += 1n;
    paid += winMinor;
    return Math.floor(outcome.ticket / 10_000);
  };
  expect(chiSquare({ count: 100, draws: rounds, next })).toBeLessThan(chiSquareLimit(100));
  const { numerator, denominator } = scratch.exactVariance();
  expect(Math.abs(Number(paid) / (2_000 * rounds) - 0.95)).toBeLessThan(3.29 * Math.sqrt(Number(numerator) / Number(denominator) / rounds));
});
