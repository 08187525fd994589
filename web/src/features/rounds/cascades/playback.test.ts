import { bulkanBook, FREE_SPINS } from "@laro/engines/slots/bulkan-ways";
import { haloBook } from "@laro/engines/slots/halo-halo";
import { expect, test } from "vitest";
import { bulkanGame } from "./bulkanGame.ts";
import { haloGame } from "./haloGame.ts";
import { fallsAfter, framesOf, payOf, playingMs, stopsOf, waysOf } from "./playback.ts";

const ROWS = 1_500;
const rows = Array.from({ length: ROWS }, (_, row) => row);
const free = rows.find((row) => bulkanBook.expand(row).spins.length > 1)!;

test("the window before the first spin promises nothing: its outcome pays nothing", () => {
  for (const { book, rowFirst } of [haloGame, bulkanGame]) expect(book.expand(rowFirst).pays).toBe(0);
});

test("each game has a drawing for every symbol that can fall", () => {
  for (const { book, art } of [haloGame, bulkanGame])
    for (const row of rows.slice(0, 200))
      for (const { tumbles } of book.expand(row).spins)
        for (const { grid } of tumbles) expect(grid.flat().every((symbol) => art[symbol] !== undefined)).toBe(true);
});

test("a round played through ends at what it pays, and its wins come to that one by one", () => {
  for (const { expand } of [haloBook, bulkanBook])
    for (const row of rows) {
      const { pays } = expand(row);
      const frames = framesOf(expand(row));
      expect(frames.at(-1)!.paid).toBe(pays);
      expect(frames.reduce((sum, frame) => sum + (frame.intro === undefined ? frame.pays : 0), 0)).toBe(pays);
      expect(stopsOf(frames).reduce((sum, frame) => sum + frame.pays, 0)).toBe(pays);
      expect(playingMs(frames)).toBeGreaterThan(0);
    }
});

test("what falls comes from where it stood, or from above the window", () => {
  const seen = { fallen: 0, fresh: 0 };
  for (const row of rows) {
    const [{ tumbles }] = haloBook.expand(row).spins as [
      typeof haloBook extends { expand: (row: number) => { spins: readonly (infer Spin)[] } } ? Spin : never,
    ];
    tumbles.slice(1).forEach(({ grid }, at) => {
      const before = tumbles[at]!;
      fallsAfter(before, grid).forEach((column, reel) =>
        column.forEach((fell, place) => {
          if (place - fell < 0) return void (seen.fresh += 1);
          if (fell > 0) seen.fallen += 1;
          expect(grid[reel]![place]).toBe(before.grid[reel]![place - fell]);
        }),
      );
    });
  }
  expect([seen.fallen > 100, seen.fresh > 100]).toEqual([true, true]);
  expect(fallsAfter(undefined, [[1, 2, 3]])).toEqual([[3, 3, 3]]);
});

test("free spins are announced once and counted to the last; a replay stops at each window once", () => {
  const frames = framesOf(bulkanBook.expand(free));
  expect(frames.filter(({ intro }) => intro !== undefined).map(({ intro, spin }) => [intro, spin])).toEqual([[FREE_SPINS, 0]]);
  expect([...new Set(frames.map(({ spin }) => spin))]).toEqual(Array.from({ length: FREE_SPINS + 1 }, (_, spin) => spin));
  const stops = stopsOf(frames);
  expect(stops.map(({ window }) => window)).toEqual(stops.map((_, at) => at));
  expect(stops).toHaveLength(bulkanBook.expand(free).spins.reduce((sum, { tumbles }) => sum + tumbles.length, 0));
});

test("ways are the product of the reels' rows, and hundredths of a stake are exact", () => {
  expect(waysOf(Array.from({ length: 6 }, () => Array<number>(7).fill(0)))).toBe(117_649);
  expect(payOf(300n, 12)).toBe(36n);
});
