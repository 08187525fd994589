import { createHash } from "node:crypto";
import { SlotOutcome } from "@laro/contract/core/plays/slots";
import { describe, expect, test } from "vitest";
import { rational } from "../engine.ts";
import { goldenStream, scriptedStream } from "../testing.ts";
import { mangoRush, mangoRushMachine, mangoRushSymbols } from "./mango-rush.ts";
import { countLines } from "./counting.ts";
import { linePaysOverAllStops, totalPays, viewOf } from "./reels.ts";

const { strips, lines, scatter } = mangoRushMachine;
const scattersSeen = strips.map((strip) => strip.map((_, stop) => viewOf(strip, stop).filter((symbol) => symbol === scatter).length));

test.each([null, "spin", 7])("the choice %j is refused", (choice) => {
  expect(mangoRush.parseChoice.safeParse(choice).success).toBe(false);
});

test("the machine has known symbols only, 20 different lines, and never two scatters on one reel", () => {
  expect(strips.flat().every((symbol) => mangoRushSymbols[symbol] !== undefined)).toBe(true);
  expect(new Set(lines.map(String)).size).toBe(20);
  expect(lines.flat().every((row) => row >= 0 && row <= 2)).toBe(true);
  expect(Math.max(...scattersSeen.flat())).toBe(1);
});

test("the golden rounds stay as they are", () => {
  const round = (nonce: bigint) => mangoRush.play({ stakeMinor: 2_000n, choice: {}, stream: goldenStream({ nonce }) });
  expect(round(0n)).toEqual({
    winMinor: 0n,
    outcome: {
      stops: [18, 31, 15, 3, 16],
      grid: [
        [6, 8, 8],
        [3, 4, 0],
        [1, 5, 5],
        [3, 7, 7],
        [8, 4, 4],
      ],
      wins: [],
    },
  });
  expect(round(2n)).toEqual({
    winMinor: 800n,
    outcome: {
      stops: [13, 12, 16, 11, 0],
      grid: [
        [8, 8, 4],
        [5, 8, 5],
        [5, 5, 8],
        [7, 4, 4],
        [0, 0, 0],
      ],
      wins: [
        { line: 3, symbol: 8, count: 3, pays: 4 },
        { line: 16, symbol: 8, count: 3, pays: 4 },
      ],
    },
  });
  expect(round(5n).outcome.wins).toEqual([0, 7, 9, 11, 12].map((line) => ({ line, symbol: 7, count: 4, pays: 15 })));
  expect(round(17n)).toMatchObject({
    winMinor: 4_500n,
    outcome: {
      stops: [23, 3, 24, 25, 23],
      wins: [
        { line: 6, symbol: 7, count: 3, pays: 5 },
        { line: null, symbol: 1, count: 3, pays: 40 },
      ],
    },
  });
});

test("the first thousand golden rounds stay as they are, win by win", () => {
  const rounds = Array.from({ length: 1_000 }, (_, nonce) => {
    const { outcome } = mangoRush.play({
      stakeMinor: 100n,
      choice: {},
      stream: goldenStream({ nonce: BigInt(nonce) }),
    });
    const wins = outcome.wins.map(({ line, symbol, count, pays }) => `${line ?? "any"}:${symbol}:${count}:${pays}`);
    return `${nonce} ${outcome.stops.join(",")} ${wins.join(" ")}\n`;
  });
  // Computed by a second implementation, in another language, from the strips, the lines and the pays.
  const digest = "277481e7201732f7f5785ae2341ae755ce027de81ab63a99cfbda18b281bba51";
  expect(createHash("sha256").update(rounds.join("")).digest("hex")).toBe(digest);
});

test("a spin pays its line stakes exactly at every stake, and its outcome fits the contract", () => {
  for (let stakeMinor = mangoRush.stakeMin; stakeMinor <= mangoRush.stakeMax; stakeMinor += mangoRush.stakeStep) {
    const { winMinor, outcome } = mangoRush.play({ stakeMinor, choice: {}, stream: scriptedStream(13, 12, 16, 11, 0) });
    expect(winMinor * 20n).toBe(stakeMinor * 8n);
    expect(SlotOutcome.parse(outcome)).toEqual(outcome);
  }
});

describe("over all stops of all reels", { timeout: 30_000 }, () => {
  const all = countLines(mangoRushMachine);

  test("the first line pays what the formula says, and the whole machine its exact return of 96.00 %", () => {
    expect(all.spins).toBe(strips.reduce((spins, strip) => spins * strip.length, 1));
    expect(BigInt(all.firstLinePays)).toBe(linePaysOverAllStops(mangoRushMachine));
    const { numerator, denominator } = mangoRush.exactReturn();
    expect(BigInt(all.pays) * denominator).toBe(BigInt(20 * all.spins) * numerator);
    expect([numerator, denominator]).toEqual([913_339n, 951_390n]);
  });

  test("the exact variance is that of all stops; the deviation is 5.07 stakes", () => {
    const { numerator, denominator } = mangoRush.exactVariance();
    const [spins, pays, squares] = [all.spins, all.pays, all.squares].map(BigInt) as [bigint, bigint, bigint];
    expect(rational(numerator, denominator)).toEqual(rational(squares * spins - pays ** 2n, (20n * spins) ** 2n));
    expect(Math.sqrt(Number(numerator) / Number(denominator))).toBeCloseTo(5.068, 3);
  });

  test("25 to 35 spins in a hundred win something", () => {
    expect(all.hits / all.spins).toBeGreaterThan(0.25);
    expect(all.hits / all.spins).toBeLessThan(0.35);
  });

  test("one window alone, all mangos, pays the most: 2,000 times the stake", () => {
    expect([all.most, all.mostTimes]).toEqual([40_000, 1]);
    expect(mangoRush.maxWinMultiple).toEqual({ numerator: 2_000n, denominator: 1n });
    const rush = mangoRush.play({ stakeMinor: 100n, choice: {}, stream: scriptedStream(0, 0, 0, 0, 0) });
    expect([rush.winMinor, totalPays(rush.outcome)]).toEqual([200_000n, 40_000]);
  });

  test("200,000 seeded spins return the exact return within 3.29 standard deviations", () => {
    const rounds = 200_000;
    let paid = 0n;
    for (let nonce = 0n; nonce < BigInt(rounds); nonce += 1n) {
      paid += mangoRush.play({ stakeMinor: 100n, choice: {}, stream: goldenStream({ nonce }) }).winMinor;
    }
    const mean = all.pays / all.spins;
    const deviation = Math.sqrt((all.squares / all.spins - mean ** 2) / rounds);
    expect(Math.abs(Number(paid) / 5 / rounds - mean)).toBeLessThan(3.29 * deviation);
  });
});
