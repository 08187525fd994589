import type { Draw } from "./book.ts";

/** More than the rows of any reel, so that a cell is one number. */
const CELLS_OF_REEL = 8;

/** A place in a window: `reel` from the left and `row` from the top, both from 0. */
export const cellOf = (reel: number, row: number): number => reel * CELLS_OF_REEL + row;
export const reelOf = (cell: number): number => Math.floor(cell / CELLS_OF_REEL);
export const rowOf = (cell: number): number => cell % CELLS_OF_REEL;

/** Symbols that pay together and are taken away. `pays` is in hundredths of the stake, before the multiplier. */
export interface CascadeWin {
  readonly symbol: number;
  /** How many symbols belong to a cluster, or how many reels to ways. */
  readonly count: number;
  /** How many ways there are; 1 for a cluster. */
  readonly ways: number;
  readonly pays: number;
  readonly cells: readonly number[];
}

/** The window as it stands once, reel by reel from the top, and what it pays: all its wins times the multiplier, in hundredths of the stake. */
export interface Tumble {
  readonly grid: readonly (readonly number[])[];
  readonly wins: readonly CascadeWin[];
  readonly multiplier: number;
  readonly pays: number;
}

/** One window and what falls after it, until nothing wins. */
export interface CascadeSpin {
  readonly tumbles: readonly Tumble[];
}

/** A whole row of a book: the spin that was paid for, and those that came free with it. */
export interface CascadeRow {
  readonly spins: readonly CascadeSpin[];
  /** All of it, in hundredths of the stake. */
  readonly pays: number;
}

/** How a game's symbols fall. */
export interface Cascade {
  /** The symbol that falls next on a reel. */
  readonly fall: (reel: number) => number;
  readonly winsOf: (grid: readonly (readonly number[])[]) => CascadeWin[];
  /** By what the wins of the next tumble are multiplied; told that there is one, it may grow. */
  readonly multiplier: () => number;
  /** The most that may still be paid: a spin that reaches it ends there. */
  readonly left: number;
}

/** A new window: each reel from the left, each from its lowest row upwards. */
export const newGrid = (heights: readonly number[], fall: Cascade["fall"]): number[][] =>
  heights.map((height, reel) => Array.from({ length: height }, () => fall(reel)).reverse());

/** Takes the cells of all wins away: what lay above falls down, and what is missing falls in from above, each reel from the left, from below upwards. */
function tumbleDown(grid: readonly (readonly number[])[], wins: readonly CascadeWin[], fall: Cascade["fall"]): number[][] {
  const gone = new Set(wins.flatMap(({ cells }) => cells));
  return grid.map((column, reel) => {
    const kept = column.filter((_, row) => !gone.has(cellOf(reel, row)));
    const fresh = Array.from({ length: column.length - kept.length }, () => fall(reel)).reverse();
    return [...fresh, ...kept];
  });
}

/** Lets a window pay and fall until it pays nothing, or has paid all that may be paid. */
export function cascade(first: number[][], { fall, winsOf, multiplier, left }: Cascade): { spin: CascadeSpin; pays: number } {
  const tumbles: Tumble[] = [];
  let [grid, paid] = [first, 0];
  for (;;) {
    const wins = winsOf(grid);
    const by = wins.length === 0 ? 0 : multiplier();
    const pays = Math.min(left - paid, by * wins.reduce((sum, win) => sum + win.pays, 0));
    tumbles.push({ grid, wins, multiplier: by, pays });
    paid += pays;
    if (wins.length === 0 || paid === left) return { spin: { tumbles }, pays: paid };
    grid = tumbleDown(grid, wins, fall);
  }
}

/** A list in which each number, from `first` on, stands as often as its weight says. */
export const spread = (weights: readonly number[], first = 0): readonly number[] => weights.flatMap((weight, at) => Array<number>(weight).fill(first + at));

/** A symbol from a list in which each stands as often as its weight. */
export const pick = (draw: Draw, weighted: readonly number[]): number => weighted[draw(weighted.length)] ?? 0;
