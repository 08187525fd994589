import { CascadeOutcome } from "@laro/contract/core/plays/cascades";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { goldenStream, scriptedStream } from "../testing.ts";
import { BOOK_ROWS, type BookSums, bookKey, BookTally, drawsOfRow, sumRows } from "./book.ts";
import { BULKAN_ROWS_MAX, BULKAN_ROWS_MIN, bulkanBook, bulkanMachine, bulkanSymbols, bulkanWays, FREE_SPINS, SCATTERS_MIN, waysWinsOf } from "./bulkan-ways.ts";
import { type CascadeSpin, cellOf, reelOf, rowOf, type Tumble } from "./cascade.ts";
import { CLUSTER_MIN, clustersOf, haloBook, haloHalo, haloMachine, haloSymbols } from "./halo-halo.ts";

const SLICE = 2 ** 14;
const anyRow = fc.integer({ min: 0, max: BOOK_ROWS - 1 });
const VOLCANO = bulkanSymbols.indexOf("volcano");
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
const round = (value: number): number => Math.round(value * 100) / 100;

const books = [
  { book: haloBook, engine: haloHalo, percent: "95.59", deviation: 11.52, hits: 25.24, largest: 5_000 },
  { book: bulkanBook, engine: bulkanWays, percent: "96.22", deviation: 23.94, hits: 24.99, largest: 10_000 },
] as const;

/** What a part of each book adds up to: a change of any rule, weight or pay moves it. */
const slices: Readonly<Record<string, BookSums>> = {
  HALO_HALO: {
    paid: 1_430_000n,
    squares: 5_053_327_000n,
    hits: 4_128,
    largest: 1,
    largestPays: 28_860,
    digest: "6203b8d4fee6400af5537bd8ed91a4ef572a06a338f3a65b954a01aff418d5c7",
  },
  BULKAN_WAYS: {
    paid: 2_075_627n,
    squares: 190_468_216_311n,
    hits: 4_071,
    largest: 1,
    largestPays: 332_612,
    digest: "861e984bec41cf665353c7c604c0187e9b82bd105a02388c472b94894ce5c8ce",
  },
};

/** What a tumble's window must show where the next one begins: what was not taken away, fallen down. */
function keptOf({ grid, wins }: Tumble): number[][] {
  const gone = new Set(wins.flatMap(({ cells }) => cells));
  return grid.map((column, reel) => column.filter((_, row) => !gone.has(cellOf(reel, row))));
}

function expectFalls({ tumbles }: CascadeSpin): void {
  tumbles.slice(1).forEach(({ grid }, at) => {
    const before = tumbles[at]!;
    keptOf(before).forEach((kept, reel) => {
      expect(grid[reel]).toHaveLength(before.grid[reel]!.length);
      expect(grid[reel]!.slice(grid[reel]!.length - kept.length)).toEqual(kept);
    });
  });
}

test("a tally counts wins, squares and the largest, and its digest is that of its lines", () => {
  const tally = new BookTally();
  [0, 250, 0, 1_000, 250, 1_000].forEach((pays) => tally.add(pays));
  expect(tally.sums()).toEqual({
    paid: 2_500n,
    squares: 2_125_000n,
    hits: 4,
    largest: 2,
    largestPays: 1_000,
    // printf '0:2\n250:2\n1000:2\n' | sha256sum
    digest: "b1cb9c844ae035750fef25d230097d4e0b0a10d0bfe427adb6b2dc6f387c0b0c",
  });
});

test("a row's draws are the same each time, differ from row to row and game to game, and meet every value equally often", () => {
  const of = (gameCode: string, row: number) => drawsOfRow({ gameCode, key: bookKey(gameCode), row });
  const take = (gameCode: string, row: number): number[] => Array.from({ length: 20 }, (_, at, draw = of(gameCode, row)) => draw(1_000 + at));
  expect(take("HALO_HALO", 7)).toEqual(take("HALO_HALO", 7));
  expect(new Set([take("HALO_HALO", 7), take("HALO_HALO", 8), take("BULKAN_WAYS", 7)].map(String)).size).toBe(3);
  const [draw, seen] = [of("HALO_HALO", 1), Array<number>(43).fill(0)];
  for (let drawn = 0; drawn < 430_000; drawn += 1) seen[draw(43)]! += 1;
  // 42 degrees of freedom: five standard deviations out is 98.
  expect(sumOf(seen.map((times) => (times - 10_000) ** 2 / 10_000))).toBeLessThan(98);
});

describe.each(books)("$book.gameCode", ({ book, engine, percent, deviation, hits, largest }) => {
  test("the first 16,384 rows of the book add up to what they always did", { timeout: 60_000 }, () => {
    expect(sumRows(book, { first: 0, end: SLICE })).toEqual(slices[book.gameCode]);
  });

  test("return, spread, frequency and largest win are those of the sums of its 1,048,576 rows", () => {
    const [{ numerator, denominator }, variance] = [engine.exactReturn(), engine.exactVariance()];
    expect(((numerator * 10_000n) / denominator).toString()).toBe(percent.replace(".", ""));
    expect(numerator * 100n * BigInt(BOOK_ROWS)).toBe(book.sums.paid * denominator);
    expect(round(Math.sqrt(Number(variance.numerator) / Number(variance.denominator)))).toBe(deviation);
    expect(Math.floor((book.sums.hits / BOOK_ROWS) * 10_000) / 100).toBe(hits);
    expect(engine.maxWinMultiple).toEqual({ numerator: BigInt(largest), denominator: 1n });
    expect(book.sums.largest).toBeGreaterThan(0);
    // Two million of the currency at most, whatever is staked.
    expect(engine.stakeMax * BigInt(largest)).toBeLessThanOrEqual(200_000_000n);
  });

  test("a round is one draw of 1,048,576, stores its row and pays what the row says at every stake", () => {
    let asked = 0;
    const counting = { uniform: (count: number) => ((asked = count), 12_345) };
    expect(engine.play({ stakeMinor: 100n, choice: {}, stream: counting }).outcome.row).toBe(12_345);
    expect(asked).toBe(BOOK_ROWS);
    fc.assert(
      fc.property(anyRow, fc.bigInt({ min: 1n, max: engine.stakeMax / 100n }), (row, steps) => {
        const { winMinor, outcome } = engine.play({ stakeMinor: steps * 100n, choice: {}, stream: scriptedStream(row) });
        expect(outcome).toEqual({ row, multiplier: book.expand(row).pays });
        expect(CascadeOutcome.parse(outcome)).toEqual(outcome);
        expect(winMinor * 100n).toBe(steps * 100n * BigInt(outcome.multiplier));
      }),
    );
  });

  test("every spin falls by its rules: its pays are its wins times the multiplier, what is not taken falls, and it ends where nothing pays", () => {
    fc.assert(
      fc.property(anyRow, (row) => {
        const { spins, pays } = book.expand(row);
        expect(sumOf(spins.flatMap(({ tumbles }) => tumbles.map((tumble) => tumble.pays)))).toBe(pays);
        expect(pays).toBeLessThanOrEqual(largest * 100);
        for (const spin of spins) {
          expectFalls(spin);
          expect(spin.tumbles.at(-1)?.wins.length === 0 || pays === largest * 100).toBe(true);
          for (const { wins, multiplier, pays: paid } of spin.tumbles)
            expect(paid === multiplier * sumOf(wins.map((win) => win.pays)) || pays === largest * 100).toBe(true);
          expect(spin.tumbles.slice(0, -1).every(({ wins }) => wins.length > 0)).toBe(true);
        }
      }),
    );
  });

  test("no choice but none is taken", () => {
    for (const choice of [null, [], "spin", { row: 7 }]) expect(engine.parseChoice.safeParse(choice).success).toBe(false);
  });
});

test("in Halo-Halo five or more alike that touch by their sides pay, corners do not, and each tumble pays three times the one before", () => {
  const apart = Array.from({ length: 6 }, (_, reel) => Array.from({ length: 5 }, (__, row) => (reel + row * 2) % 7));
  expect(clustersOf(apart, haloMachine)).toEqual([]);
  const withCells = (cells: readonly (readonly [number, number])[]): number[][] =>
    apart.map((column, reel) => column.map((symbol, row) => (cells.some(([x, y]) => x === reel && y === row) ? 6 : symbol === 6 ? 5 : symbol)));
  const bent = [
    [0, 0],
    [0, 1],
    [1, 1],
    [1, 2],
    [2, 2],
  ] as const;
  expect(clustersOf(withCells(bent), haloMachine)).toMatchObject([{ symbol: 6, count: 5, ways: 1, pays: 40 }]);
  expect(clustersOf(withCells(bent.slice(1)), haloMachine).filter(({ symbol }) => symbol === 6)).toEqual([]);
  const corners = [
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 4],
  ] as const;
  expect(clustersOf(withCells(corners), haloMachine).filter(({ symbol }) => symbol === 6)).toEqual([]);
  const longest = Array.from({ length: SLICE / 8 }, (_, row) => haloBook.expand(row)).toSorted(
    (one, other) => other.spins[0]!.tumbles.length - one.spins[0]!.tumbles.length,
  )[0]!;
  const multipliers = longest.spins[0]!.tumbles.map(({ multiplier }) => multiplier);
  expect(multipliers).toEqual([1, 3, 9, 27, 81].slice(0, multipliers.length - 1).concat(0));
  expect(multipliers.length).toBeGreaterThan(3);
});

test("in Halo-Halo a cell belongs to one cluster at most, and each cluster hangs together", () => {
  fc.assert(
    fc.property(anyRow, (row) => {
      for (const { grid, wins } of haloBook.expand(row).spins[0]!.tumbles) {
        const cells = wins.flatMap((win) => win.cells);
        expect(new Set(cells).size).toBe(cells.length);
        for (const win of wins) {
          expect(win.cells.length).toBeGreaterThanOrEqual(CLUSTER_MIN);
          expect(win.cells.every((cell) => grid[reelOf(cell)]?.[rowOf(cell)] === win.symbol)).toBe(true);
          const touches = (one: number, other: number) => Math.abs(reelOf(one) - reelOf(other)) + Math.abs(rowOf(one) - rowOf(other)) === 1;
          expect(win.cells.every((cell) => win.cells.some((other) => touches(cell, other)))).toBe(true);
        }
      }
    }),
  );
});

test("in Bulkan Ways each way over adjacent reels from the left pays, and a gap ends it", () => {
  const [eagle, shell] = [0, 9];
  const other = (symbol: number): number[] => [symbol, symbol];
  const grid = [[eagle, eagle, 1], [eagle, 2], [eagle, eagle, eagle], other(3), [eagle, 4], other(5)];
  expect(waysWinsOf(grid, bulkanMachine)).toMatchObject([{ symbol: eagle, count: 3, ways: 6, pays: 6 * 300 }]);
  const whole = Array.from({ length: 6 }, () => Array<number>(BULKAN_ROWS_MAX).fill(shell));
  expect(waysWinsOf(whole, bulkanMachine)).toMatchObject([{ symbol: shell, count: 6, ways: 117_649 }]);
  expect(
    waysWinsOf(
      Array.from({ length: 6 }, () => other(VOLCANO)),
      bulkanMachine,
    ),
  ).toEqual([]);
});

test("in Bulkan Ways four volcanoes that stay bring twelve free spins without volcanoes, whose k-th win pays k times; fewer bring none", () => {
  let features = 0;
  for (let row = 0; row < 4_096; row += 1) {
    const { spins, pays } = bulkanBook.expand(row);
    const [first, ...free] = spins;
    const volcanoes = first!.tumbles
      .at(-1)!
      .grid.flat()
      .filter((symbol) => symbol === VOLCANO).length;
    expect(first!.tumbles.every(({ wins, multiplier }) => multiplier === (wins.length > 0 ? 1 : 0))).toBe(true);
    for (const { tumbles } of spins)
      for (const { grid } of tumbles) expect(grid.every(({ length }) => length >= BULKAN_ROWS_MIN && length <= BULKAN_ROWS_MAX)).toBe(true);
    if (volcanoes < SCATTERS_MIN) expect(free).toEqual([]);
    else {
      features += 1;
      expect(free.length === FREE_SPINS || pays === 1_000_000).toBe(true);
      expect(free.flatMap(({ tumbles }) => tumbles.flatMap(({ grid }) => grid.flat())).includes(VOLCANO)).toBe(false);
      const multipliers = free.flatMap(({ tumbles }) => tumbles.flatMap(({ multiplier }) => (multiplier > 0 ? [multiplier] : [])));
      expect(multipliers).toEqual(multipliers.map((_, at) => at + 1));
    }
  }
  expect(features).toBeGreaterThan(4);
});

test("the golden rounds stay as they are", () => {
  const golden = (engine: typeof haloHalo | typeof bulkanWays) =>
    [0n, 1n, 2n, 3n, 4n, 5n]
      .map((nonce) => engine.play({ stakeMinor: 1_000n, choice: {}, stream: goldenStream({ nonce }) }))
      .map(({ winMinor, outcome }) => [outcome.row, outcome.multiplier, winMinor]);
  expect(golden(haloHalo)).toEqual([
    [731_026, 200, 2000n],
    [942_911, 0, 0n],
    [15_949, 200, 2000n],
    [135_204, 0, 0n],
    [518_301, 0, 0n],
    [546_080, 0, 0n],
  ]);
  expect(golden(bulkanWays)).toEqual([
    [731_026, 104, 1040n],
    [942_911, 0, 0n],
    [15_949, 0, 0n],
    [135_204, 24, 240n],
    [518_301, 50, 500n],
    [546_080, 0, 0n],
  ]);
  expect(haloSymbols).toHaveLength(7);
});
