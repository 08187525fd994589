import { BingoOutcome } from "@laro/contract/core/plays/minis";
import type { BingoChoice } from "@laro/contract/core/plays/minis";
import { expect, test } from "vitest";
import { rational } from "../engine.ts";
import { chiSquare, chiSquareLimit, goldenStream } from "../testing.ts";
import { bingo, bingoLines, completedLines, FREE, lineEndings, LINE_PAYS, linesPay, PATTERNS } from "./bingo.ts";
import { choose } from "./odds.ts";

const TIMEOUT_MS = 60_000;
const play = (cards: number, nonce: bigint) => bingo.play({ stakeMinor: BigInt(cards) * 1_000n, choice: { cards }, stream: goldenStream({ nonce }) });

test.each([{ cards: 0 }, { cards: 49 }, { cards: 1.5 }, { cards: "1" }, { cards: Number.NaN }, { cards: [1] }, { cards: 1, lines: 12 }, {}, [], null])(
  "the choice %j is refused",
  (choice) => {
    expect(bingo.parseChoice.safeParse(choice).success).toBe(false);
  },
);

test("a choice nobody read, or cards at another price, is an error and not a lost bet", () => {
  const stream = goldenStream({ nonce: 0n });
  expect(() => bingo.play({ stakeMinor: 1_000n, choice: {} as BingoChoice, stream })).toThrow();
  expect(() => bingo.play({ stakeMinor: 1_000n, choice: { cards: 2 }, stream })).toThrow(RangeError);
  expect([1, 48].map((cards) => bingo.stakeOf!({ cards }))).toEqual([1_000n, 48_000n]);
});

test("the golden rounds stay as they are", () => {
  expect(play(1, 0n)).toMatchInlineSnapshot(`
    {
      "outcome": {
        "balls": [
          2,
          29,
          56,
          25,
          39,
          24,
          20,
          70,
          65,
          73,
          54,
          12,
          58,
          28,
          69,
          26,
          5,
          9,
          22,
          18,
          50,
          13,
          45,
          62,
          68,
          57,
          53,
          7,
          27,
          64,
          37,
          46,
          34,
          72,
          55,
          21,
          60,
          16,
          67,
          40,
          48,
          1,
          38,
          71,
          47,
          23,
          66,
          31,
        ],
        "cards": [
          {
            "cells": [
              10,
              23,
              31,
              51,
              68,
              4,
              20,
              43,
              55,
              71,
              15,
              25,
              0,
              58,
              72,
              5,
              21,
              45,
              52,
              69,
              8,
              19,
              36,
              46,
              70,
            ],
            "lines": 0,
            "multiplier": 0,
          },
        ],
      },
      "winMinor": 0n,
    }
  `);
  expect(
    play(48, 1n)
      .outcome.cards.map(({ lines }) => lines)
      .join(""),
  ).toMatchInlineSnapshot(`"000112010101001000020000120100000010002112101001"`);
});

test("a card has twelve lines, each of five cells, and four of them run through the free centre", () => {
  expect(bingoLines).toHaveLength(12);
  expect(new Set(bingoLines.map((line) => line.toSorted((a, b) => a - b).join())).size).toBe(12);
  expect(bingoLines.filter((line) => line.includes(12))).toHaveLength(4);
});

test("the table of patterns is a count of all 2^24 ways to mark a card", { timeout: TIMEOUT_MS }, () => {
  const masks = bingoLines.map((line) => line.reduce((mask, cell) => mask | (1 << cell), 0));
  const counts = Array.from({ length: 13 }, () => new Float64Array(25));
  for (let pattern = 0; pattern < 2 ** 24; pattern += 1) {
    // The twelve cells before the centre, the centre itself, the twelve after it.
    const marked = (pattern & 0xfff) | 0x1000 | ((pattern >> 12) << 13);
    let lines = 0;
    for (let at = 0; at < 12; at += 1) if ((marked & (masks[at] ?? 0)) === masks[at]) lines += 1;
    let cells = pattern - ((pattern >> 1) & 0x55555555);
    cells = (cells & 0x33333333) + ((cells >> 2) & 0x33333333);
    cells = (((cells + (cells >> 4)) & 0x0f0f0f0f) * 0x01010101) >> 24;
    counts[lines]![cells]! += 1;
  }
  const stated = PATTERNS.map((row) => Array.from({ length: 25 }, (_, cells) => row.counts[cells - row.from] ?? 0));
  expect(stated).toEqual(counts.map((row) => [...row]));
});

test("a card returns 92.7034 % and wins with 44.56 %, over all C(75, 40) sets of balls", () => {
  const sets = choose(75, 40);
  expect(lineEndings.reduce((all, { ways }) => all + ways, 0n)).toBe(sets);
  const { numerator, denominator } = bingo.exactReturn();
  expect(bingo.exactReturn()).toEqual(rational(21_185_012_569_292n, 22_852_452_918_615n));
  expect((numerator * 1_000_000n) / denominator).toBe(927_034n);
  expect(((sets - (lineEndings[0]?.ways ?? 0n)) * 10_000n) / sets).toBe(4_456n);
  expect(bingo.exactReturn({ cards: 48 })).toEqual(bingo.exactReturn());
  expect(LINE_PAYS).toEqual([0, 100, 200, 600, 2_500, 10_000, 40_000, 150_000, 500_000]);
  expect([8, 12].map(linesPay)).toEqual([500_000, 500_000]);
});

test("the variance is one card's; cards that share their balls are not told a wrong one", () => {
  const { numerator, denominator } = bingo.exactVariance({ cards: 1 });
  expect(Math.sqrt(Number(numerator) / Number(denominator))).toBeCloseTo(12.761, 3);
  expect(bingo.exactVariance()).toEqual({ numerator, denominator });
  expect(() => bingo.exactVariance({ cards: 2 })).toThrow(RangeError);
});

test("48 different balls fall; each card has its columns' numbers, lines counted from the first 40 balls alone, and is paid by them", () => {
  for (let nonce = 0n; nonce < 300n; nonce += 1n) {
    const cards = 1 + Number(nonce % 48n);
    const { winMinor, outcome } = play(cards, nonce);
    expect(BingoOutcome.parse(outcome)).toEqual(outcome);
    expect(new Set(outcome.balls).size).toBe(48);
    expect(outcome.cards).toHaveLength(cards);
    for (const { cells, lines, multiplier } of outcome.cards) {
      expect(new Set(cells).size).toBe(25);
      expect(cells[12]).toBe(FREE);
      expect(cells.every((number, cell) => cell === 12 || Math.ceil(number / 15) === 1 + (cell % 5))).toBe(true);
      expect(lines).toBe(completedLines(cells, outcome.balls.slice(0, 40)).length);
      expect(multiplier).toBe(linesPay(lines));
    }
    expect(winMinor).toBe(outcome.cards.reduce((sum, { multiplier }) => sum + BigInt(multiplier) * 10n, 0n));
  }
});

test("balls and cells over 40,000 cards are even, and hits and return are within 3.29 standard deviations", { timeout: TIMEOUT_MS }, () => {
  const rounds = 40_000;
  const results = Array.from({ length: rounds }, (_, nonce) => play(1, BigInt(nonce)));
  let at = 0;
  expect(chiSquare({ count: 75, draws: rounds, next: () => (results[at++]?.outcome.balls[47] ?? 0) - 1 })).toBeLessThan(chiSquareLimit(75));
  at = 0;
  expect(chiSquare({ count: 15, draws: rounds, next: () => ((results[at++]?.outcome.cards[0]?.cells[24] ?? 0) - 1) % 15 })).toBeLessThan(chiSquareLimit(15));
  const wins = results.filter(({ winMinor }) => winMinor > 0n).length;
  expect(Math.abs(wins / rounds - 0.445631)).toBeLessThan(3.29 * Math.sqrt((0.4456 * 0.5544) / rounds));
  const paid = results.reduce((sum, { winMinor }) => sum + winMinor, 0n);
  expect(Math.abs(Number(paid) / (1_000 * rounds) - 0.927)).toBeLessThan((3.29 * 12.761) / Math.sqrt(rounds));
});
