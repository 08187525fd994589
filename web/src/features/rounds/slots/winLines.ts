import type { SlotOutcome } from "@laro/contract/core/plays/slots";
import { REELS, ROWS } from "@laro/engines/slots/reels";
import type { SlotGame } from "./slotGame.ts";

/** Side of a cell in the drawing that lies over the reels. */
export const CELL = 100;
export const WIDTH = CELL * REELS;
export const HEIGHT = CELL * ROWS;

export type SlotWin = SlotOutcome["wins"][number];

interface Cell {
  readonly reel: number;
  readonly row: number;
}

/** The cells a win is made of: a line's run from the left, every symbol of its ways, or every scatter in view. */
export function cellsOf({ lines, wild }: SlotGame, { line, symbol, count, ways }: SlotWin, grid: SlotOutcome["grid"]): readonly Cell[] {
  if (line !== null) return (lines[line] ?? []).slice(0, count).map((row, reel) => ({ reel, row }));
  const isPart = (shown: number, reel: number): boolean => (ways === undefined ? shown === symbol : reel < count && (shown === symbol || shown === wild));
  return grid.flatMap((column, reel) => column.flatMap((shown, row) => (isPart(shown, reel) ? [{ reel, row }] : [])));
}

/** A line as a path through the middle of its cells, from edge to edge. */
export function linePath(rows: readonly number[]): string {
  const heights = rows.map((row) => row * CELL + CELL / 2);
  const points = heights.map((y, reel) => `L${reel * CELL + CELL / 2} ${y}`);
  return `M0 ${heights[0] ?? 0}${points.join("")}L${rows.length * CELL} ${heights.at(-1) ?? 0}`;
}
