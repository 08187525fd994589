import { bookOf, engineOfBook } from "./book.ts";
import type { Draw } from "./book.ts";
import { cascade, cellOf, newGrid, pick, spread } from "./cascade.ts";
import type { CascadeRow, CascadeSpin, CascadeWin } from "./cascade.ts";

/** Symbols in index order, the dearest first; the volcano is the scatter. */
export const bulkanSymbols = ["eagle", "tarsier", "orchid", "coconut", "kalabaw", "salakot", "bolo", "bayong", "banana", "shell", "volcano"] as const;

export const BULKAN_REELS = 6;
export const BULKAN_ROWS_MIN = 2;
export const BULKAN_ROWS_MAX = 7;
export const FREE_SPINS = 12;
export const SCATTERS_MIN = 4;
const WAYS_REELS_MIN = 3;
/** The most a round pays, in hundredths of the stake. */
const MOST = 1_000_000;

/** How reels are filled: how many rows each has, and what falls on it, as lists in which each stands as often as its weight says. */
export interface WaysReels {
  readonly heights: readonly number[];
  readonly falling: readonly number[];
}

export interface WaysMachine {
  readonly paidFor: WaysReels;
  /** While spins are free, taller reels and no scatter. */
  readonly free: WaysReels;
  /** `pays[symbol][reels]` for one way over so many reels from the left, in hundredths of the stake; the scatter has none. */
  readonly pays: readonly (readonly number[])[];
}

const SCATTER = bulkanSymbols.indexOf("volcano");

/** What a symbol pays on adjacent reels from the left: one pay for each way to choose one of it on each reel. */
function waysOf(grid: readonly (readonly number[])[], symbol: number, pays: readonly number[]): CascadeWin[] {
  const cells: number[] = [];
  let [count, ways] = [0, 1];
  for (const [reel, column] of grid.entries()) {
    const rows = column.flatMap((shown, row) => (shown === symbol ? [row] : []));
    if (rows.length === 0) break;
    count += 1;
    ways *= rows.length;
    cells.push(...rows.map((row) => cellOf(reel, row)));
  }
  return count < WAYS_REELS_MIN ? [] : [{ symbol, count, ways, pays: ways * (pays[count] ?? 0), cells }];
}

/** All ways wins of a window: only what stands on the first reel can begin one. */
export const waysWinsOf = (grid: readonly (readonly number[])[], { pays }: WaysMachine): CascadeWin[] =>
  [...new Set(grid[0])].filter((symbol) => symbol !== SCATTER).flatMap((symbol) => waysOf(grid, symbol, pays[symbol] ?? []));

const countScatters = ({ tumbles }: CascadeSpin): number => (tumbles.at(-1)?.grid ?? []).flat().filter((symbol) => symbol === SCATTER).length;

/** Drives one row of the book to its end, its free spins with it. */
export function runBulkan(machine: WaysMachine, draw: Draw): CascadeRow {
  const winsOf = (grid: readonly (readonly number[])[]): CascadeWin[] => waysWinsOf(grid, machine);
  const spinOf = ({ heights, falling }: WaysReels, multiplier: () => number, left: number) => {
    const fall = (): number => pick(draw, falling);
    const rows = Array.from({ length: BULKAN_REELS }, () => pick(draw, heights));
    return cascade(newGrid(rows, fall), { fall, winsOf, multiplier, left });
  };
  const first = spinOf(machine.paidFor, () => 1, MOST);
  const spins = [first.spin];
  let pays = first.pays;
  if (countScatters(first.spin) < SCATTERS_MIN) return { spins, pays };
  let wins = 0;
  for (let spin = 0; spin < FREE_SPINS && pays < MOST; spin += 1) {
    const next = spinOf(machine.free, () => (wins += 1), MOST - pays);
    spins.push(next.spin);
    pays += next.pays;
  }
  return { spins, pays };
}

const WEIGHTS = [16, 20, 20, 24, 28, 28, 32, 32, 32, 33] as const;

/** Weights and pays were found by a search over whole books for this return, spread and frequency of wins. */
export const bulkanMachine: WaysMachine = {
  paidFor: { heights: spread([28, 24, 16, 8, 7, 4], BULKAN_ROWS_MIN), falling: spread([...WEIGHTS, 7]) },
  free: { heights: spread([0, 2, 3, 3, 2, 2], BULKAN_ROWS_MIN), falling: spread(WEIGHTS) },
  pays: [
    [0, 0, 0, 300, 500, 600, 15_000],
    [0, 0, 0, 120, 200, 300, 1_500],
    [0, 0, 0, 60, 150, 200, 1_200],
    [0, 0, 0, 50, 120, 150, 800],
    [0, 0, 0, 40, 100, 120, 600],
    [0, 0, 0, 30, 60, 100, 250],
    [0, 0, 0, 25, 50, 80, 200],
    [0, 0, 0, 20, 25, 40, 120],
    [0, 0, 0, 12, 20, 30, 100],
    [0, 0, 0, 10, 12, 20, 25],
  ],
};

/**
 * Bulkan Ways' book. A window first draws how many rows each reel has from the left, `uniform(87)` into the list of heights, then its symbols reel by reel from the
 * left and from the lowest row upwards, `uniform(272)` into the list of weights; after each tumble the missing symbols in the same order. Symbols alike on three or
 * more reels from the left pay for every way to choose one on each, and are taken away, until nothing pays. Four volcanoes in the window that stays bring 12 free
 * spins: heights by `uniform(12)`, symbols by `uniform(265)`; their k-th win pays k times. The row ends where 10,000 times the stake is reached.
 */
export const bulkanBook = bookOf("BULKAN_WAYS", {
  run: (draw) => runBulkan(bulkanMachine, draw),
  sums: {
    paid: 100_896_496n,
    squares: 6_020_863_711_820n,
    hits: 262_110,
    largest: 1,
    largestPays: MOST,
    digest: "d5075d454d4d2d5e96cb9b1fb35e1b9d1d9437ecdbad2f7ba5695cd550f25217",
  },
});

/** Bulkan Ways: six reels of two to seven rows, up to 117,649 ways, and twelve free spins whose multiplier grows with every win. */
export const bulkanWays = engineOfBook(bulkanBook, { stakeMax: 20_000n });
