import { createHash } from "node:crypto";
import { SlotOutcome } from "@laro/contract/core/plays/slots";
import { describe, expect, test } from "vitest";
import { goldenStream, scriptedStream } from "../testing.ts";
import { mangoRush, mangoRushMachine, mangoRushSymbols } from "./mango-rush.ts";
import { linePaysOverAllStops, lineWin, totalPays } from "./reels.ts";

const { strips, lines, scatter, scatterPays } = mangoRushMachine;
const SYMBOLS = mangoRushSymbols.length;
const windows = strips.map((strip) => strip.map((_, stop) => [0, 1, 2].map((row) => strip[(stop + row) % strip.length] ?? -1)));
const scattersSeen = windows.map((reel) => reel.map((shown) => shown.filter((symbol) => symbol === scatter).length));

/** Pay of each of the 9^5 lines, at the index whose base-9 digits are its symbols. */
const linePay = Int32Array.from({ length: SYMBOLS ** 5 }, (_, index) => {
  const symbols = [4, 3, 2, 1, 0].map((reel) => Math.floor(index / SYMBOLS ** reel) % SYMBOLS);
  return lineWin(mangoRushMachine, symbols).pays;
});
/** Whether a line can still pay after three reels. */
const isAlive = Array.from({ length: SYMBOLS ** 3 }, (_, head) => linePay.subarray(head * SYMBOLS ** 2, (head + 1) * SYMBOLS ** 2).some((pays) => pays > 0));

interface Tally {
  spins: number;
  firstLinePays: number;
  pays: number;
  squares: number;
  hits: number;
  most: number;
  mostTimes: number;
}

/** Adds what the last two reels make of the first three. */
function tallyTails(tally: Tally, heads: Int32Array, scatters: number): void {
  const live = lines.flatMap((rows, line) => {
    const head = heads[line] ?? 0;
    return isAlive[head] ? [{ line, index: head * SYMBOLS ** 2, fourth: rows[3] ?? 0, fifth: rows[4] ?? 0 }] : [];
  });
  const [fourthReel = [], fifthReel = []] = windows.slice(3);
  fourthReel.forEach((fourth, fourthStop) => {
    const seen = scatters + (scattersSeen[3]?.[fourthStop] ?? 0);
    for (let fifthStop = 0; fifthStop < fifthReel.length; fifthStop += 1) {
      const fifth = fifthReel[fifthStop];
      let pays = scatterPays[seen + (scattersSeen[4]?.[fifthStop] ?? 0)] ?? 0;
      for (const tail of live) {
        const linePays = linePay[tail.index + (fourth[tail.fourth] ?? 0) * SYMBOLS + (fifth?.[tail.fifth] ?? 0)] ?? 0;
        if (tail.line === 0) tally.firstLinePays += linePays;
        pays += linePays;
      }
      tally.spins += 1;
      tally.pays += pays;
      tally.squares += pays * pays;
      if (pays > 0) tally.hits += 1;
      if (pays === tally.most) tally.mostTimes += 1;
      if (pays > tally.most) [tally.most, tally.mostTimes] = [pays, 1];
    }
  });
}

/** Every one of the 30 million windows of the real machine, line by line. */
function tallyAllSpins(): Tally {
  const tally: Tally = { spins: 0, firstLinePays: 0, pays: 0, squares: 0, hits: 0, most: 0, mostTimes: 0 };
  const [first = [], second = [], third = []] = windows;
  const heads = new Int32Array(lines.length);
  first.forEach((a, aStop) =>
    second.forEach((b, bStop) =>
      third.forEach((c, cStop) => {
        lines.forEach(([x = 0, y = 0, z = 0], line) => {
          heads[line] = ((a[x] ?? 0) * SYMBOLS + (b[y] ?? 0)) * SYMBOLS + (c[z] ?? 0);
        });
        tallyTails(tally, heads, (scattersSeen[0]?.[aStop] ?? 0) + (scattersSeen[1]?.[bStop] ?? 0) + (scattersSeen[2]?.[cStop] ?? 0));
      }),
    ),
  );
  return tally;
}

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
  const all = tallyAllSpins();

  test("the first line pays what the formula says, and the whole machine its exact return of 96.00 %", () => {
    expect(all.spins).toBe(strips.reduce((spins, strip) => spins * strip.length, 1));
    expect(BigInt(all.firstLinePays)).toBe(linePaysOverAllStops(mangoRushMachine));
    const { numerator, denominator } = mangoRush.exactReturn();
    expect(BigInt(all.pays) * denominator).toBe(BigInt(20 * all.spins) * numerator);
    expect([numerator, denominator]).toEqual([913_339n, 951_390n]);
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
