import { PearlsOutcome } from "@laro/contract/core/plays/slots";
import { describe, expect, test } from "vitest";
import { goldenStream, scriptedStream } from "../testing.ts";
import { countLines } from "./counting.ts";
import {
  CELLS,
  PEARL_ODDS,
  pearlWorths,
  PEARLS_BEGIN,
  PERLAS_COINS,
  perlasCounts,
  perlasHold,
  perlasMachine,
  perlasSymbols,
  perlasWinChance,
  potOf,
  RESPINS,
  worthOf,
} from "./perlas-hold.ts";
import { exactReturn, linePaysOverAllStops, totalPays } from "./reels.ts";

const { strips, lines, scatter: pearl } = perlasMachine;
const ratio = ({ numerator, denominator }: { numerator: bigint; denominator: bigint }): number => Number((numerator * 10n ** 15n) / denominator) / 1e15;

test.each([null, "spin", 7])("the choice %j is refused", (choice) => {
  expect(perlasHold.parseChoice.safeParse(choice).success).toBe(false);
});

test("the machine has known symbols only, 25 different lines, and worths of a hundred", () => {
  expect(strips.flat().every((symbol) => perlasSymbols[symbol] !== undefined)).toBe(true);
  expect(Math.min(...strips.map(({ length }) => length))).toBeGreaterThanOrEqual(28);
  expect(new Set(lines.map(String)).size).toBe(25);
  expect(lines.flat().every((row) => row >= 0 && row <= 2)).toBe(true);
  expect(pearlWorths.reduce((sum, { of100 }) => sum + of100, 0)).toBe(100);
});

test.each([
  [8, 0],
  [9, 20],
  [10, 20],
  [11, 50],
  [12, 50],
  [13, 150],
  [14, 150],
  [15, 1_000],
])("%i pearls reach the pot of %i", (pearls, pot) => {
  expect(potOf(pearls)).toBe(pot);
});

/** A stop of each reel that shows three pearls, two or none. */
const stopShowing = (reel: number, pearls: number): number => {
  const strip = strips[reel] ?? [];
  return strip.findIndex((_, stop) => [0, 1, 2].filter((row) => strip[(stop + row) % strip.length] === pearl).length === pearls);
};
const sixPearls = [2, 3, 1, 0, 0].map((pearls, reel) => stopShowing(reel, pearls));
const nothing = (cells: number): number[] => Array.from({ length: cells }, () => 1);

test("five pearls begin nothing; six draw their worths, and three empty respins end them", () => {
  const five = [2, 3, 0, 0, 0].map((pearls, reel) => stopShowing(reel, pearls));
  expect(perlasHold.play({ stakeMinor: 100n, choice: {}, stream: scriptedStream(...five) }).outcome.hold).toBeNull();
  const { outcome, winMinor } = perlasHold.play({
    stakeMinor: 100n,
    choice: {},
    stream: scriptedStream(...sixPearls, 0, 43, 44, 67, 68, 99, ...nothing(27)),
  });
  expect(outcome.hold?.pearls.map(({ worth }) => worth)).toEqual([1, 1, 2, 2, 3, 20]);
  expect(outcome.hold?.respins).toEqual([[], [], []]);
  expect(winMinor).toBe(2_900n + 4n * BigInt(totalPays(outcome)));
  expect(PearlsOutcome.parse(outcome)).toEqual(outcome);
});

test("a pearl that comes stays and begins the respins anew; a full board ends them at once with the largest pot", () => {
  const come = [0, 99, ...nothing(8)];
  const anew = perlasHold.play({ stakeMinor: 100n, choice: {}, stream: scriptedStream(...sixPearls, ...nothing(6), ...nothing(18), ...come, ...nothing(24)) });
  expect(anew.outcome.hold?.respins.map(({ length }) => length)).toEqual([0, 0, 1, 0, 0, 0]);
  const full = perlasHold.play({
    stakeMinor: 100n,
    choice: {},
    stream: scriptedStream(...sixPearls, ...Array(6).fill(99), ...Array.from({ length: 9 }, () => [0, 99]).flat()),
  });
  expect(full.outcome.hold).toMatchObject({ pot: 1_000 });
  expect(new Set([...full.outcome.hold!.pearls, ...full.outcome.hold!.respins.flat()].map(({ cell }) => cell)).size).toBe(CELLS);
  expect(worthOf(full.outcome.hold!)).toBe(1_300);
});

/** The chances of each number of pearls at the end, by playing the chain forward instead of asking it backward. */
function endingsForward(begin: number): number[] {
  const ended = Array.from({ length: CELLS + 1 }, () => 0);
  let states = new Map([[`${begin} ${RESPINS}`, 1]]);
  const choose = (all: number, count: number): number => (count === 0 ? 1 : (choose(all - 1, count - 1) * all) / count);
  while (states.size > 0) {
    const next = new Map<string, number>();
    for (const [key, chance] of states) {
      const [lying = 0, left = 0] = key.split(" ").map(Number);
      const free = CELLS - lying;
      if (left === 0 || free === 0) {
        ended[lying] = (ended[lying] ?? 0) + chance;
        continue;
      }
      for (let come = 0; come <= free; come += 1) {
        const to = `${lying + come} ${come > 0 ? RESPINS : left - 1}`;
        const step = choose(free, come) * (1 / PEARL_ODDS) ** come * (1 - 1 / PEARL_ODDS) ** (free - come);
        next.set(to, (next.get(to) ?? 0) + chance * step);
      }
    }
    states = next;
  }
  return ended;
}

describe("over all stops of all reels", { timeout: 30_000 }, () => {
  const all = countLines(perlasMachine);
  const worth = pearlWorths.reduce((sum, one) => sum + (one.worth * one.of100) / 100, 0);
  const worthSquare = pearlWorths.reduce((sum, one) => sum + (one.worth ** 2 * one.of100) / 100, 0);
  const holds = all.shown.map(({ spins, pays }, pearls) => {
    const ended = pearls < PEARLS_BEGIN ? [] : endingsForward(pearls);
    const won = (at: number): number => at * worth + potOf(at);
    return {
      spins,
      pays,
      mean: ended.reduce((sum, chance, at) => sum + chance * won(at), 0),
      square: ended.reduce((sum, chance, at) => sum + chance * (at * (worthSquare - worth ** 2) + won(at) ** 2), 0),
    };
  });

  test("the lines pay what the formula says, and the round its exact return of 95.89 %, within 95.8 to 96.2", () => {
    expect(BigInt(all.firstLinePays)).toBe(linePaysOverAllStops(perlasMachine));
    const { numerator, denominator } = exactReturn(perlasMachine);
    expect(BigInt(all.pays) * denominator).toBe(BigInt(PERLAS_COINS) * BigInt(all.spins) * numerator);
    const held = holds.reduce((sum, { spins, mean }) => sum + spins * mean, 0) / all.spins;
    expect(ratio(perlasHold.exactReturn())).toBeCloseTo(all.pays / all.spins / PERLAS_COINS + held, 12);
    expect(Math.floor(ratio(perlasHold.exactReturn()) * 10_000)).toBe(9_589);
  });

  test("a planted pay that is off by one coin is seen", () => {
    const planted = { ...perlasMachine, linePays: perlasMachine.linePays.map((pays, symbol) => (symbol === 8 ? [0, 0, 0, 5, 15, 51] : pays)) };
    const { numerator, denominator } = exactReturn(planted);
    expect(BigInt(all.pays) * denominator).not.toBe(BigInt(PERLAS_COINS) * BigInt(all.spins) * numerator);
  });

  test("what the engine says was counted, was; 26 rounds in a hundred win something", () => {
    const beginning = all.shown.slice(PEARLS_BEGIN);
    const wins = all.shown.reduce((sum, { spins, hits }, pearls) => sum + (pearls >= PEARLS_BEGIN ? spins : hits), 0);
    expect(perlasCounts).toEqual({
      squares: BigInt(all.squares),
      wins: BigInt(wins),
      beginningPays: beginning.map(({ pays }) => BigInt(pays)),
      beginningMost: Math.max(...beginning.map(({ most }) => most)),
    });
    expect(ratio(perlasWinChance)).toBeCloseTo(wins / all.spins, 12);
    expect(Math.floor((100 * wins) / all.spins)).toBe(26);
  });

  test("the most a round can pay is 1,312 times the stake: lines of 12, fifteen pearls of 20 and the pot of 1,000", () => {
    expect(perlasHold.maxWinMultiple).toEqual({ numerator: 1_312n, denominator: 1n });
    expect(all.most).toBeLessThan(1_312 * PERLAS_COINS);
  });

  test("the exact variance is that of lines and respins together; its deviation is 7 to 10 stakes", () => {
    const mean = holds.reduce((sum, hold) => sum + hold.pays + hold.spins * hold.mean * PERLAS_COINS, 0) / all.spins;
    const extra = holds.reduce((sum, hold) => sum + 2 * hold.pays * hold.mean * PERLAS_COINS + hold.spins * hold.square * PERLAS_COINS ** 2, 0);
    const variance = ratio(perlasHold.exactVariance());
    expect(variance).toBeCloseTo(((all.squares + extra) / all.spins - mean ** 2) / PERLAS_COINS ** 2, 8);
    expect(Math.sqrt(variance)).toBeGreaterThan(7);
    expect(Math.sqrt(variance)).toBeLessThan(10);
  });
});

test("60,000 seeded rounds return the exact return within 3.29 standard deviations", { timeout: 30_000 }, () => {
  const rounds = 60_000;
  let paid = 0;
  for (let nonce = 0n; nonce < BigInt(rounds); nonce += 1n)
    paid += Number(perlasHold.play({ stakeMinor: 100n, choice: {}, stream: goldenStream({ nonce }) }).winMinor) / 100;
  expect(Math.abs(paid / rounds - ratio(perlasHold.exactReturn()))).toBeLessThan(3.29 * Math.sqrt(ratio(perlasHold.exactVariance()) / rounds));
});
