import { bookOf, engineOfBook } from "./book.ts";
import type { Draw } from "./book.ts";
import { cascade, cellOf, newGrid, pick, reelOf, rowOf, spread } from "./cascade.ts";
import type { CascadeRow, CascadeWin } from "./cascade.ts";

/** Symbols in index order, the dearest first. */
export const haloSymbols = ["ube", "flan", "cherry", "langka", "kaong", "nata", "saba"] as const;

const REELS = 6;
const ROWS = 5;
/** The least symbols of a cluster. */
export const CLUSTER_MIN = 5;
/** The most a round pays, in hundredths of the stake. */
const MOST = 500_000;

export interface HaloMachine {
  /** The symbols that fall, each as often as its weight says. */
  readonly falling: readonly number[];
  /** `pays[symbol][step]` in hundredths of the stake; steps: `clusterSteps`. */
  readonly pays: readonly (readonly number[])[];
  /** What the first, second … tumble of a round is multiplied by; the last holds for all that follow. */
  readonly multipliers: readonly number[];
}

/** From how many symbols on a cluster pays more. */
export const clusterSteps = [5, 6, 7, 8, 10, 12, 15] as const;

const heights: readonly number[] = Array.from({ length: REELS }, () => ROWS);

/** The cells of the same symbol that touch a cell by their sides, itself among them; those already `seen` are left out. */
function clusterFrom(grid: readonly (readonly number[])[], cell: number, seen: Set<number>): number[] {
  const symbol = grid[reelOf(cell)]?.[rowOf(cell)];
  const cells: number[] = [];
  const visit = (reel: number, row: number): void => {
    const here = cellOf(reel, row);
    if (grid[reel]?.[row] !== symbol || seen.has(here)) return;
    seen.add(here);
    cells.push(here);
    visit(reel - 1, row);
    visit(reel + 1, row);
    visit(reel, row - 1);
    visit(reel, row + 1);
  };
  visit(reelOf(cell), rowOf(cell));
  return cells;
}

/** Symbols that stand too rarely to make a cluster need not be looked at. */
function listOften(grid: readonly (readonly number[])[]): readonly boolean[] {
  const counts = haloSymbols.map(() => 0);
  for (const column of grid) for (const symbol of column) counts[symbol] = (counts[symbol] ?? 0) + 1;
  return counts.map((count) => count >= CLUSTER_MIN);
}

/** Five or more alike that touch by their sides, found reel by reel from the top. */
export function clustersOf(grid: readonly (readonly number[])[], { pays }: HaloMachine): CascadeWin[] {
  const isOften = listOften(grid);
  const seen = new Set<number>();
  return grid.flatMap((column, reel) =>
    column.flatMap((symbol, row) => {
      if (!isOften[symbol] || seen.has(cellOf(reel, row))) return [];
      const cells = clusterFrom(grid, cellOf(reel, row), seen);
      const step = clusterSteps.findLastIndex((size) => cells.length >= size);
      return step < 0 ? [] : [{ symbol, count: cells.length, ways: 1, pays: pays[symbol]?.[step] ?? 0, cells }];
    }),
  );
}

/** Drives one row of the book to its end. */
export function runHalo(machine: HaloMachine, draw: Draw): CascadeRow {
  const fall = (): number => pick(draw, machine.falling);
  let tumbles = 0;
  const multiplier = (): number => machine.multipliers[Math.min(tumbles++, machine.multipliers.length - 1)] ?? 1;
  const { spin, pays } = cascade(newGrid(heights, fall), { fall, winsOf: (grid) => clustersOf(grid, machine), multiplier, left: MOST });
  return { spins: [spin], pays };
}

/** Weights and pays were found by a search over whole books for this return, spread and frequency of wins. */
export const haloMachine: HaloMachine = {
  falling: spread([3, 4, 5, 6, 7, 8, 10]),
  pays: [
    [1_000, 2_500, 10_000, 25_000, 120_000, 250_000, 500_000],
    [600, 1_500, 6_000, 12_000, 50_000, 120_000, 400_000],
    [400, 800, 2_000, 5_000, 20_000, 80_000, 250_000],
    [250, 300, 1_000, 2_500, 8_000, 30_000, 200_000],
    [120, 200, 400, 1_000, 2_500, 10_000, 50_000],
    [60, 100, 200, 400, 1_000, 5_000, 25_000],
    [40, 50, 100, 200, 500, 2_000, 10_000],
  ],
  multipliers: [1, 3, 9, 27, 81, 243],
};

/**
 * Halo-Halo's book. All draws of a row are for the symbol that falls next, `uniform(43)` into the list of weights: the window reel by reel from the left and from
 * its lowest row upwards, then after each tumble the missing symbols in the same order. Five or more alike that touch by their sides pay and are taken away, the first
 * time once, then three times, nine times and so on up to 243 times, until nothing pays or 5,000 times the stake is reached.
 */
export const haloBook = bookOf("HALO_HALO", {
  run: (draw) => runHalo(haloMachine, draw),
  sums: {
    paid: 100_239_190n,
    squares: 1_401_386_932_100n,
    hits: 264_721,
    largest: 1,
    largestPays: MOST,
    digest: "d2aac4db6df2d16e34eddce181b01da30e26ef1f4aec1951f4190d71bcf09675",
  },
});

/** Halo-Halo: six glasses of five, clusters that tumble, and a multiplier that triples. */
export const haloHalo = engineOfBook(haloBook, { stakeMax: 40_000n });
