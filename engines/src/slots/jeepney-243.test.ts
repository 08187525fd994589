import { FreeSpinsOutcome } from "@laro/contract/core/plays/slots";
import { describe, expect, test } from "vitest";
import { createRandom, goldenStream, scriptedStream } from "../testing.ts";
import { JEEPNEY_COINS, JEEPNEY_FREE_GAMES, jeepney243, jeepneyCounts, jeepneyFreeMachine, jeepneyMachine, jeepneySymbols } from "./jeepney-243.ts";
import { totalPays, viewOf } from "./reels.ts";
import { settleWays, sumWays, type WaysMachine } from "./ways.ts";

const SYMBOLS = jeepneySymbols.length;
const { wild, scatter } = jeepneyMachine;
const ratio = ({ numerator, denominator }: { numerator: bigint; denominator: bigint }): number => Number((numerator * 10n ** 15n) / denominator) / 1e15;

/** Windows of a reel that cannot be told apart by what they pay: how many of each symbol, wilds counted with them, and how many stops show them. */
function classesOf({ strips }: WaysMachine) {
  return strips.map((strip) => {
    const classes = new Map<string, { counts: number[]; scatters: number; stops: number }>();
    strip.forEach((_, stop) => {
      const shown = viewOf(strip, stop);
      const counts = Array.from({ length: SYMBOLS }, (_symbol, symbol) => shown.filter((one) => one === symbol || one === wild).length);
      const scatters = shown.filter((one) => one === scatter).length;
      const key = [...counts, scatters].join();
      classes.set(key, { counts, scatters, stops: (classes.get(key)?.stops ?? 0) + 1 });
    });
    return [...classes.values()];
  });
}

/** Every window of the machine, by classes, without the formula: what it pays and how often. */
function countWays(machine: WaysMachine) {
  const [first = [], second = [], third = [], fourth = [], fifth = []] = classesOf(machine);
  const { pays, scatterPays } = machine;
  const all = { spins: 0, pays: 0, squares: 0, wins: 0, most: 0, beginnings: 0, beginningPays: 0, beginningMost: 0 };
  const tails = fourth.flatMap((d) => fifth.map((e) => ({ d: d.counts, e: e.counts, stops: d.stops * e.stops, scatters: d.scatters + e.scatters })));
  const emptyTails = [0, 1, 2, 3, 4, 5, 6].map((scatters) => ({
    d: [],
    e: [],
    scatters,
    stops: tails.filter((tail) => tail.scatters === scatters).reduce((sum, { stops }) => sum + stops, 0),
  }));
  for (const a of first)
    for (const b of second)
      for (const c of third) {
        const heads = pays.flatMap((byCount, symbol) => {
          const ways = (a.counts[symbol] ?? 0) * (b.counts[symbol] ?? 0) * (c.counts[symbol] ?? 0);
          return ways > 0 && byCount.length > 0 ? [{ symbol, ways, byCount }] : [];
        });
        const [seen, stops] = [a.scatters + b.scatters + c.scatters, a.stops * b.stops * c.stops];
        for (const tail of heads.length === 0 ? emptyTails : tails) {
          const scatters = seen + tail.scatters;
          let paid = scatterPays[scatters] ?? 0;
          for (const { symbol, ways, byCount } of heads) {
            const [d, e] = [tail.d[symbol] ?? 0, tail.e[symbol] ?? 0];
            paid += d === 0 ? ways * (byCount[3] ?? 0) : e === 0 ? ways * d * (byCount[4] ?? 0) : ways * d * e * (byCount[5] ?? 0);
          }
          const times = stops * tail.stops;
          if (times === 0) continue;
          all.spins += times;
          all.pays += paid * times;
          all.squares += paid * paid * times;
          if (paid > 0) all.wins += times;
          if (paid > all.most) all.most = paid;
          if (scatters < 3) continue;
          all.beginnings += times;
          all.beginningPays += paid * times;
          if (paid > all.beginningMost) all.beginningMost = paid;
        }
      }
  return all;
}

test.each([null, "spin", 7])("the choice %j is refused", (choice) => {
  expect(jeepney243.parseChoice.safeParse(choice).success).toBe(false);
});

test("the machine has known symbols only, stars in the middle alone, and one jeepney on each reel", () => {
  for (const { strips } of [jeepneyMachine, jeepneyFreeMachine])
    strips.forEach((strip, reel) => {
      expect(strip.length).toBeGreaterThanOrEqual(28);
      expect(strip.every((symbol) => jeepneySymbols[symbol] !== undefined)).toBe(true);
      expect(strip.filter((symbol) => symbol === scatter)).toHaveLength(1);
      expect(strip.includes(wild)).toBe(reel > 0 && reel < 4);
    });
});

test("a way pays from the left, multiplied by how often its symbol stands on each reel; a gap ends it", () => {
  const machine: WaysMachine = {
    strips: [
      [2, 2, 3],
      [0, 2, 3],
      [2, 3, 1],
      [3, 3, 3],
      [2, 2, 2],
    ],
    pays: [[], [], [0, 0, 0, 5, 20, 100], [0, 0, 0, 2, 7, 30]],
    scatterPays: [0, 1],
    wild: 0,
    scatter: 1,
  };
  expect(settleWays(machine, [0, 0, 0, 0, 0]).wins).toEqual([
    { line: null, symbol: 2, count: 3, ways: 4, pays: 20 },
    { line: null, symbol: 3, count: 4, ways: 6, pays: 42 },
    { line: null, symbol: 1, count: 1, pays: 1 },
  ]);
});

test("the formulas of mean, square and beginnings are what all stops of any small machine pay", () => {
  const random = createRandom(7);
  for (let at = 0; at < 12; at += 1) {
    const machine: WaysMachine = {
      strips: Array.from({ length: 5 }, (_, reel) => Array.from({ length: 4 }, () => (reel === 0 ? 1 + random(3) : random(4)))),
      pays: [[], [], [0, 0, 1 + random(3), 5, 20, 100], [0, 0, 0, 2, 7, 30]],
      scatterPays: [0, 0, 0, 4, 9, 25],
      wild: 0,
      scatter: 1,
    };
    const stops = machine.strips.reduce<number[][]>((heads, strip) => heads.flatMap((head) => strip.map((_, stop) => [...head, stop])), [[]]);
    const spins = stops.map((one) => settleWays(machine, one));
    const beginning = spins.filter(({ grid }) => grid.flat().filter((symbol) => symbol === 1).length >= 3);
    const sum = (of: typeof spins, power: number): number => of.reduce((all, spin) => all + totalPays(spin) ** power, 0);
    const { mean, square, beginningChance, beginningMean } = sumWays(machine);
    expect([mean, square, beginningChance, beginningMean].map(ratio)).toEqual(
      [sum(spins, 1), sum(spins, 2), beginning.length, sum(beginning, 1)].map((value) => expect.closeTo(value / stops.length, 9)),
    );
  }
});

const scatterStops = ({ strips }: WaysMachine): number[] => strips.map((strip) => strip.indexOf(scatter));
const plainStops = ({ strips }: WaysMachine): number[] => strips.map((strip) => (strip.indexOf(scatter) + 6) % strip.length);
const three = (machine: WaysMachine): number[] => [...scatterStops(machine).slice(0, 3), ...plainStops(machine).slice(3)];

test("three jeepneys begin ten free games; three in one of those bring ten more, and in the second ten none", () => {
  const plain = plainStops(jeepneyFreeMachine);
  const games = (...spins: number[][]) => jeepney243.play({ stakeMinor: 100n, choice: {}, stream: scriptedStream(...three(jeepneyMachine), ...spins.flat()) });
  const ten = Array.from({ length: JEEPNEY_FREE_GAMES }, () => plain);
  const again = three(jeepneyFreeMachine);
  expect(games(...ten).outcome.free).toHaveLength(10);
  expect(games(...ten.with(4, again), ...ten).outcome.free).toHaveLength(20);
  expect(games(...ten.with(4, again).with(9, again), ...ten.with(0, again)).outcome.free).toHaveLength(20);
  expect(() => games(...ten.with(9, again))).toThrow(RangeError);
  const { winMinor, outcome } = games(...ten);
  expect(winMinor * 50n).toBe(100n * BigInt([outcome, ...outcome.free].reduce((sum, one) => sum + totalPays(one), 0)));
  expect(FreeSpinsOutcome.parse(outcome)).toEqual(outcome);
});

describe("over all stops of all reels", { timeout: 30_000 }, () => {
  const [first, free] = [countWays(jeepneyMachine), countWays(jeepneyFreeMachine)];

  test.each([
    ["first spin", jeepneyMachine, first],
    ["free game", jeepneyFreeMachine, free],
  ] as const)("a %s pays what the formulas say", (_, machine, counted) => {
    const sums = sumWays(machine);
    const all = BigInt(counted.spins);
    for (const [{ numerator, denominator }, sum] of [
      [sums.mean, counted.pays],
      [sums.square, counted.squares],
      [sums.beginningChance, counted.beginnings],
      [sums.beginningMean, counted.beginningPays],
    ] as const)
      expect(numerator * all).toBe(BigInt(sum) * denominator);
  });

  test("a planted pay that is off by one coin is seen", () => {
    const { mean } = sumWays({ ...jeepneyMachine, pays: jeepneyMachine.pays.map((byCount, symbol) => (symbol === 8 ? [0, 0, 0, 2, 8, 13] : byCount)) });
    expect(mean.numerator * BigInt(first.spins)).not.toBe(BigInt(first.pays) * mean.denominator);
  });

  test("the return is that of the spin and of ten free games, or twenty with one retrigger: 95.94 %, within 95.8 to 96.2", () => {
    const again = 1 - (1 - free.beginnings / free.spins) ** JEEPNEY_FREE_GAMES;
    const games = JEEPNEY_FREE_GAMES * (1 + again) * (free.pays / free.spins);
    expect(ratio(jeepney243.exactReturn())).toBeCloseTo((first.pays / first.spins + (first.beginnings / first.spins) * games) / JEEPNEY_COINS, 10);
    expect(Math.floor(ratio(jeepney243.exactReturn()) * 10_000)).toBe(9_594);
  });

  test("what the engine says was counted, was; 28 to 29 spins in a hundred win something", () => {
    expect(jeepneyCounts).toEqual({ wins: BigInt(first.wins), beginningMost: first.beginningMost, freeMost: free.most, againMost: free.beginningMost });
    expect(first.wins / first.spins).toBeGreaterThan(0.28);
    expect(first.wins / first.spins).toBeLessThan(0.29);
  });

  test("the most a round can pay is 3,876 times the stake: the best spin that begins free games, one that brings ten more, and nineteen of the best", () => {
    expect(jeepney243.maxWinMultiple).toEqual({ numerator: 3_876n, denominator: 1n });
    expect(first.most).toBeLessThan(3_876 * JEEPNEY_COINS);
    expect(free.beginningMost).toBeLessThan(free.most);
  });

  test("the exact variance counts that twenty games come with a game that brought them; its deviation is 6 to 9 stakes", () => {
    const [mean, square, chance] = [free.pays / free.spins, free.squares / free.spins, free.beginnings / free.spins];
    const none = (mean - free.beginningPays / free.spins) * (1 - chance) ** 9;
    const again = 1 - (1 - chance) ** 10;
    const tenSquare = 10 * square + 90 * mean ** 2;
    const games = { mean: 10 * mean * (1 + again), square: tenSquare * (1 + again) + 2 * (10 * mean - 10 * none) * 10 * mean };
    const squares = (first.squares + 2 * first.beginningPays * games.mean + first.beginnings * games.square) / first.spins;
    const all = first.pays / first.spins + (first.beginnings / first.spins) * games.mean;
    const variance = ratio(jeepney243.exactVariance());
    expect(variance).toBeCloseTo((squares - all ** 2) / JEEPNEY_COINS ** 2, 8);
    expect(Math.sqrt(variance)).toBeGreaterThan(6);
    expect(Math.sqrt(variance)).toBeLessThan(9);
  });
});

test("30,000 seeded rounds return the exact return within 3.29 standard deviations", { timeout: 30_000 }, () => {
  const rounds = 30_000;
  let paid = 0;
  for (let nonce = 0n; nonce < BigInt(rounds); nonce += 1n)
    paid += Number(jeepney243.play({ stakeMinor: 100n, choice: {}, stream: goldenStream({ nonce }) }).winMinor) / 100;
  expect(Math.abs(paid / rounds - ratio(jeepney243.exactReturn()))).toBeLessThan(3.29 * Math.sqrt(ratio(jeepney243.exactVariance()) / rounds));
});
