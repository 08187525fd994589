import { JackpotOutcome } from "@laro/contract/core/plays/slots";
import { expect, test } from "vitest";
import { jackpotReturn, rational } from "../engine.ts";
import { goldenStream, scriptedStream } from "../testing.ts";
import { gintongParol, gintongParolJackpot, gintongParolMachine, gintongParolSymbols } from "./gintong-parol.ts";
import { lineWin } from "./reels.ts";

const { strips, lines } = gintongParolMachine;
const SYMBOLS = gintongParolSymbols.length;
const PAIRS = SYMBOLS ** 2;
const windows = strips.map((strip) => strip.map((_, stop) => [0, 1, 2].map((row) => strip[(stop + row) % strip.length]!)));

/** Pay of each of the 9^5 lines, at the index whose base-9 digits are its symbols. */
const linePay = Int32Array.from({ length: SYMBOLS ** 5 }, (_, index) => {
  const symbols = [4, 3, 2, 1, 0].map((reel) => Math.floor(index / SYMBOLS ** reel) % SYMBOLS);
  return lineWin(gintongParolMachine, symbols).pays;
});
/** Whether a line can still pay after three reels. */
const isAlive = Array.from({ length: SYMBOLS ** 3 }, (_, head) => linePay.subarray(head * PAIRS, (head + 1) * PAIRS).some((pays) => pays > 0));

/** How many of all windows there are of each win, in line stakes; the windows of the last two reels are gone through only where a line can still pay. */
function countWins(): ReadonlyMap<number, number> {
  const wins = new Map<number, number>();
  const add = (pays: number, times: number) => wins.set(pays, (wins.get(pays) ?? 0) + times);
  const [first, second, third, fourth, fifth] = windows as [number[][], number[][], number[][], number[][], number[][]];
  for (const a of first)
    for (const b of second)
      for (const c of third) {
        const live = lines.flatMap(([x, y, z, v, w]) => {
          const head = (a[x!]! * SYMBOLS + b[y!]!) * SYMBOLS + c[z!]!;
          return isAlive[head] ? [{ from: head * PAIRS, v: v!, w: w! }] : [];
        });
        if (live.length === 0) add(0, fourth.length * fifth.length);
        else
          for (const d of fourth)
            for (const e of fifth) {
              let pays = 0;
              for (const { from, v, w } of live) pays += linePay[from + d[v]! * SYMBOLS + e[w]!]!;
              add(pays, 1);
            }
      }
  return wins;
}

test.each([null, "spin", 7])("the choice %j is refused", (choice) => {
  expect(gintongParol.parseChoice.safeParse(choice).success).toBe(false);
});

test("the machine has known symbols only and 10 different lines", () => {
  expect(strips.flat().every((symbol) => gintongParolSymbols[symbol] !== undefined)).toBe(true);
  expect(new Set(lines.map(String)).size).toBe(10);
  expect(lines.flat().every((row) => row >= 0 && row <= 2)).toBe(true);
});

test("over all 29,491,200 windows the reels give back 93.25 % exactly; 27.5 % of spins win, the deviation is 6.5, and the most is 2,000 times the stake", () => {
  const wins = [...countWins()];
  const spins = wins.reduce((sum, [, times]) => sum + times, 0);
  const pays = wins.reduce((sum, [won, times]) => sum + won * times, 0);
  expect(spins).toBe(29_491_200);
  expect([BigInt(pays) * 400n, gintongParol.exactReturn()]).toEqual([BigInt(spins) * 10n * 373n, { numerator: 373n, denominator: 400n }]);
  const mean = pays / spins / 10;
  const deviation = Math.sqrt(wins.reduce((sum, [won, times]) => sum + (won / 10) ** 2 * times, 0) / spins - mean ** 2);
  expect([deviation > 5, deviation < 8]).toEqual([true, true]);
  const squares = wins.reduce((sum, [won, times]) => sum + BigInt(won) ** 2n * BigInt(times), 0n);
  expect(gintongParol.exactVariance()).toEqual(rational(squares * BigInt(spins) - BigInt(pays) ** 2n, (10n * BigInt(spins)) ** 2n));
  const hits = 1 - wins.find(([won]) => won === 0)![1] / spins;
  expect(hits).toBeCloseTo(0.275, 2);
  const most = Math.max(...wins.map(([won]) => won));
  expect([BigInt(most) / 10n, wins.find(([won]) => won === most)![1]]).toEqual([gintongParol.maxWinMultiple.numerator, 1]);
  expect(gintongParol.maxWinMultiple).toEqual({ numerator: 2_000n, denominator: 1n });
});

test("the jackpot gives back 1.75 %: 1.5 % of the stakes and 50,000.00 at 1 in 20,000,000 a peso; every stake's part is whole centavos", () => {
  expect(jackpotReturn(gintongParolJackpot)).toEqual({ numerator: 7n, denominator: 400n });
  expect((gintongParol.stakeStep * gintongParolJackpot.ratePpm) % 1_000_000n).toBe(0n);
  expect([gintongParolJackpot.seedMinor, gintongParolJackpot.oneIn / 100]).toEqual([5_000_000n, 20_000_000]);
});

test("the jackpot is drawn after the stops and below the stake takes the pool, whatever the reels show; the chance follows the stake", () => {
  const stops = [0, 0, 0, 0, 0];
  const play = (stakeMinor: bigint, drawn: number) => gintongParol.play({ stakeMinor, choice: {}, stream: scriptedStream(...stops, drawn) });
  expect(play(200n, 199)).toMatchObject({ winMinor: 400_000n, staysOpen: true, outcome: { stops, jackpot: 199 } });
  expect(play(200n, 200)).toMatchObject({ winMinor: 400_000n, staysOpen: false });
  expect([play(100_000n, 99_999).staysOpen, play(100_000n, 100_000).staysOpen]).toEqual([true, false]);
});

test.each([0n, 100n, 300n, 100_200n])("a stake of %s minor units throws", (stakeMinor) => {
  expect(() => gintongParol.play({ stakeMinor, choice: {}, stream: goldenStream({ nonce: 0n }) })).toThrow(RangeError);
});

test("the golden rounds stay as they are, and an outcome is what the contract says", () => {
  const round = (nonce: bigint) => gintongParol.play({ stakeMinor: 2_000n, choice: {}, stream: goldenStream({ nonce }) });
  const wins = Array.from({ length: 200 }, (_, nonce) => round(BigInt(nonce)));
  for (const { outcome } of wins) expect(JackpotOutcome.parse(outcome)).toEqual(outcome);
  expect(wins.slice(0, 3).map(({ outcome, winMinor }) => [outcome.stops, outcome.jackpot, winMinor])).toMatchInlineSnapshot(`
    [
      [
        [
          16,
          17,
          14,
          13,
          2,
        ],
        1332398458,
        1600n,
      ],
      [
        [
          7,
          10,
          7,
          30,
          27,
        ],
        589808225,
        5000n,
      ],
      [
        [
          1,
          3,
          16,
          23,
          28,
        ],
        961104718,
        0n,
      ],
    ]
  `);
});
