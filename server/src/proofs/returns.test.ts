import type { Stream } from "@laro/engines/fair";
import { engines } from "@laro/engines/registry";
import { bookOf, sumRows } from "@laro/engines/slots/book";
import { haloBook, haloMachine, runHalo } from "@laro/engines/slots/halo-halo";
import { expect, test } from "vitest";
import { gameCodes, type Way, waysOf } from "./returns.plays.ts";
import { judge, playRounds, proveReturns } from "./returns.ts";

const ROWS = 2 ** 10;
const partOf = { first: 0, end: ROWS } as const;

test("a book whose sums are those of its rows holds; one that pays a hundredth more on one symbol, or states one win more, is caught", () => {
  const part = { ...haloBook, sums: sumRows(haloBook, partOf) };
  const said: string[] = [];
  expect(proveReturns({ books: [part], rows: ROWS, say: (line) => said.push(line) })).toEqual([]);
  expect(said.at(-1)).toBe("HALO_HALO: 1024 of 1024 rows");
  const dearer = { ...haloMachine, pays: haloMachine.pays.map((pays, symbol) => (symbol === 6 ? pays.map((one) => one + 1) : pays)) };
  const changed = bookOf("HALO_HALO", { run: (draw) => runHalo(dearer, draw), sums: part.sums });
  expect(proveReturns({ books: [changed], rows: ROWS })).toHaveLength(1);
  expect(proveReturns({ books: [{ ...part, sums: { ...part.sums, hits: part.sums.hits + 1 } }], rows: ROWS })).toHaveLength(1);
});

/** Bulkan Ways wins too rarely for so few rounds, and to count the best play of Video Poker takes seconds: both are in the long form. */
const shortCodes = gameCodes.filter((code) => code !== "BULKAN_WAYS" && code !== "VIDEO_POKER");
const SHORT_ROUNDS = 10_000;

test("every game played in its ways returns what its mathematics say", () => {
  expect(shortCodes.flatMap((code) => judge(code, waysOf(code), playRounds(waysOf(code), { first: 0, end: SHORT_ROUNDS })).faults)).toEqual([]);
});

/** The faults of a way that plays otherwise than its mathematics say. */
function faultsOf(way: Way, play: Way["play"], rounds: number): readonly string[] {
  const ways = [{ ...way, play }];
  return judge("SABOTAGE", ways, playRounds(ways, { first: 0, end: rounds })).faults;
}

const withStream =
  (change: (stream: Stream) => Stream) =>
  (way: Way): Way["play"] =>
  (begin) =>
    way.play(() => {
      const stream = begin();
      return { ...stream, ...change(stream) };
    });

const ROUNDS = 100_000;

/** A way to play, how it is played otherwise than its mathematics say, and in how many rounds that is seen. */
const sabotages: readonly (readonly [string, Way, (way: Way) => Way["play"], rounds: number])[] = [
  [
    "a wrong weight: the first segment of a wheel twice as wide as the others",
    waysOf("WHEEL").find(({ name }) => name === '{"segments":10,"risk":"low"}')!,
    withStream(({ uniform }) => ({ uniform: (count) => uniform(count + 1) % count })),
    ROUNDS,
  ],
  [
    "a changed pay table: the middle of Plinko pays 0.60 instead of 0.54",
    waysOf("PLINKO").find(({ name }) => name === '{"rows":8,"risk":"low"}')!,
    (way) => (begin) => {
      const pays = way.play(begin);
      return pays === 0.54 ? 0.6 : pays;
    },
    ROUNDS,
  ],
  [
    "a bias of 0.5 %: one roll of two hundred turned into one that loses",
    waysOf("DICE").find(({ name }) => name.includes("9000"))!,
    withStream((stream) => ({ uniform: (count) => (stream.uniform(200) === 0 ? 9_999 : stream.uniform(count)) })),
    ROUNDS,
  ],
  [
    "a wrong lane: the dealer's cards at live blackjack are those the players have",
    waysOf("BLACKJACK_1")[0]!,
    (way) => (begin) => way.play(() => ({ ...begin(), lane: begin })),
    SHORT_ROUNDS,
  ],
];

test.each(sabotages)("the proof turns red on %s", (_, way, change, rounds) => {
  expect(faultsOf(way, way.play, rounds)).toEqual([]);
  expect(faultsOf(way, change(way), rounds)).toHaveLength(1);
});

test("live tables that are not played here have the mathematics of the game that is", () => {
  const left = Object.keys(engines).filter((code) => !(gameCodes as readonly string[]).includes(code));
  expect(left.map((code) => engines[code as keyof typeof engines].exactReturn())).toEqual(
    left.map((code) => engines[code.replace(/(?:_SPEED)?_1$/, "") as keyof typeof engines].exactReturn()),
  );
});
