import { FreeSpinsOutcome } from "@laro/contract/core/plays/slots";
import { describe, expect, test } from "vitest";
import { goldenStream, scriptedStream } from "../testing.ts";
import { countLines } from "./counting.ts";
import {
  FIESTA_FREE_SPINS,
  fiestaCounts,
  fiestaFreeChance,
  fiestaFreeMachine,
  fiestaLines,
  fiestaMachine,
  fiestaSymbols,
  fiestaWinChance,
} from "./fiesta-lines.ts";
import { exactReturn, linePaysOverAllStops, totalPays } from "./reels.ts";

const { strips, lines, wild, scatter } = fiestaMachine;
const FAIR_DEVIATIONS = 3.29;

test.each([null, "spin", 7])("the choice %j is refused", (choice) => {
  expect(fiestaLines.parseChoice.safeParse(choice).success).toBe(false);
});

test("the machine has known symbols only, 20 different lines, one wild a reel, and a drum on each reel of the first spin alone", () => {
  expect(new Set(lines.map(String)).size).toBe(20);
  expect(lines.flat().every((row) => row >= 0 && row <= 2)).toBe(true);
  for (const strip of [...strips, ...fiestaFreeMachine.strips]) {
    expect(strip.length).toBeGreaterThanOrEqual(28);
    expect(strip.every((symbol) => fiestaSymbols[symbol] !== undefined)).toBe(true);
    expect(strip.filter((symbol) => symbol === wild)).toHaveLength(1);
  }
  for (const strip of strips) expect(strip.filter((symbol) => symbol === scatter)).toHaveLength(1);
  expect(fiestaFreeMachine.strips.flat()).not.toContain(scatter);
});

const drumStops = strips.map((strip) => strip.indexOf(scatter));
const noDrum = strips.map((strip) => (strip.indexOf(scatter) + 5) % strip.length);

test("two drums begin nothing; three begin eight free spins of five draws each on strips of their own, and these pay twice the lines", () => {
  const freeStops = Array.from({ length: FIESTA_FREE_SPINS }, (_, at) => [at, 2 * at, 3 * at, 1, 2]);
  const two = fiestaLines.play({ stakeMinor: 100n, choice: {}, stream: scriptedStream(...drumStops.slice(0, 2), ...noDrum.slice(2)) });
  expect(two.outcome.free).toEqual([]);
  const three = fiestaLines.play({ stakeMinor: 100n, choice: {}, stream: scriptedStream(...drumStops.slice(0, 3), ...noDrum.slice(3), ...freeStops.flat()) });
  expect(three.outcome.free.map(({ stops }) => stops)).toEqual(freeStops);
  expect(three.outcome.wins).toContainEqual({ line: null, symbol: scatter, count: 3, pays: 40 });
  for (const { grid, wins } of three.outcome.free) {
    expect(grid.flat()).not.toContain(scatter);
    for (const { symbol, count, pays } of wins) expect(pays).toBe(2 * (fiestaMachine.linePays[symbol]?.[count] ?? 0));
  }
  expect(three.outcome.free.some(({ wins }) => wins.length > 0)).toBe(true);
  const coins = [three.outcome, ...three.outcome.free].reduce((sum, spin) => sum + totalPays(spin), 0);
  expect(three.winMinor).toBe(5n * BigInt(coins));
});

test("a round pays its line stakes exactly, and its outcome fits the contract", () => {
  for (const stakeMinor of [100n, 200n, 700n, 39_900n, 40_000n]) {
    const { winMinor, outcome } = fiestaLines.play({ stakeMinor, choice: {}, stream: scriptedStream(...drumStops, ...Array(40).fill(3)) });
    expect(winMinor * 20n).toBe(stakeMinor * BigInt([outcome, ...outcome.free].reduce((sum, spin) => sum + totalPays(spin), 0)));
    expect(FreeSpinsOutcome.parse(outcome)).toEqual(outcome);
  }
});

describe("over all stops of all reels", { timeout: 30_000 }, () => {
  const [first, free] = [countLines(fiestaMachine), countLines(fiestaFreeMachine)];
  const beginning = first.shown.slice(3);
  const beginnings = beginning.reduce((sum, { spins }) => sum + spins, 0);
  const beginningPays = beginning.reduce((sum, { pays }) => sum + pays, 0);

  test("each machine pays what its formula says, and the round its exact return of 96.22 %, within 96.0 to 96.4", () => {
    for (const [machine, counted] of [
      [fiestaMachine, first],
      [fiestaFreeMachine, free],
    ] as const) {
      const { numerator, denominator } = exactReturn(machine);
      expect(BigInt(counted.firstLinePays)).toBe(linePaysOverAllStops(machine));
      expect(BigInt(counted.pays) * denominator).toBe(20n * BigInt(counted.spins) * numerator);
    }
    const { numerator, denominator } = fiestaLines.exactReturn();
    const [all, freeAll] = [BigInt(first.spins), BigInt(free.spins)];
    const paid = BigInt(first.pays) * freeAll + BigInt(beginnings) * BigInt(FIESTA_FREE_SPINS) * BigInt(free.pays);
    expect(paid * denominator).toBe(20n * all * freeAll * numerator);
    expect(Number((numerator * 10_000n) / denominator)).toBe(9_621);
    expect([numerator, denominator]).toEqual([7_067_740_514_917n, 7_345_514_140_160n]);
  });

  test("a planted pay that is off by one coin is seen", () => {
    const planted = { ...fiestaMachine, linePays: fiestaMachine.linePays.map((pays, symbol) => (symbol === 8 ? [0, 0, 0, 6, 15, 50] : pays)) };
    const { numerator, denominator } = exactReturn(planted);
    expect(BigInt(first.pays) * denominator).not.toBe(20n * BigInt(first.spins) * numerator);
  });

  test("what the engine says was counted, was: squares, wins, pays that begin free spins, and the most of each", () => {
    expect(fiestaCounts).toEqual({
      spin: {
        squares: BigInt(first.squares),
        wins: BigInt(first.hits),
        most: first.most,
        beginningPays: BigInt(beginningPays),
        beginningMost: Math.max(...beginning.map(({ most }) => most)),
      },
      free: { squares: BigInt(free.squares), most: free.most },
    });
    expect(beginning.every(({ spins, hits }) => spins === hits)).toBe(true);
    expect(Number(fiestaFreeChance.numerator) / Number(fiestaFreeChance.denominator)).toBeCloseTo(beginnings / first.spins, 12);
    expect(Number(fiestaWinChance.numerator) / Number(fiestaWinChance.denominator)).toBeCloseTo(first.hits / first.spins, 12);
    expect(first.hits / first.spins).toBeGreaterThan(0.28);
    expect(first.hits / first.spins).toBeLessThan(0.32);
  });

  test("the most a round can pay is eight of the best free spins after the best spin that begins them: 4,077.50 times the stake", () => {
    expect(first.most).toBeLessThan(fiestaCounts.spin.beginningMost + FIESTA_FREE_SPINS * free.most);
    expect(fiestaLines.maxWinMultiple).toEqual({ numerator: 8_155n, denominator: 2n });
  });

  test("the exact variance is that of a spin and, where it begins them, eight equal free spins; its deviation is 4 to 6 stakes", () => {
    const [mean, square] = [free.pays / free.spins, free.squares / free.spins];
    const [sum, sumSquare] = [8 * mean, 8 * square + 56 * mean ** 2];
    const squares = (first.squares + 2 * beginningPays * sum + beginnings * sumSquare) / first.spins;
    const all = first.pays / first.spins + (beginnings / first.spins) * sum;
    const { numerator, denominator } = fiestaLines.exactVariance();
    expect(Number(numerator) / Number(denominator)).toBeCloseTo((squares - all ** 2) / 400, 8);
    expect(Math.sqrt(Number(numerator) / Number(denominator))).toBeGreaterThan(4);
    expect(Math.sqrt(Number(numerator) / Number(denominator))).toBeLessThan(6);
  });
});

test("30,000 seeded rounds return the exact return within 3.29 standard deviations", { timeout: 30_000 }, () => {
  const rounds = 30_000;
  let paid = 0;
  for (let nonce = 0n; nonce < BigInt(rounds); nonce += 1n)
    paid += Number(fiestaLines.play({ stakeMinor: 100n, choice: {}, stream: goldenStream({ nonce }) }).winMinor) / 100;
  const [mean, variance] = [fiestaLines.exactReturn(), fiestaLines.exactVariance()].map(
    ({ numerator, denominator }) => Number(numerator) / Number(denominator),
  );
  expect(Math.abs(paid / rounds - mean!)).toBeLessThan(FAIR_DEVIATIONS * Math.sqrt(variance! / rounds));
});
