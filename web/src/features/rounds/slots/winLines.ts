import type { SlotOutcome } from "@laro/contract/core/plays/slots";
import { mangoRushMachine, mangoRushSymbols } from "@laro/engines/slots/mango-rush";
import { ROWS } from "@laro/engines/slots/reels";
import type { GlyphName } from "../../../ui/art/glyphs.tsx";

/** Side of a cell in the drawing that lies over the reels. */
export const CELL = 100;
export const REELS = mangoRushMachine.strips.length;
export const WIDTH = CELL * REELS;
export const HEIGHT = CELL * ROWS;

/** What the window shows before the first spin: a mixture that pays nothing. */
export const STOPS_FIRST: readonly number[] = [22, 11, 23, 29, 2];

export type SlotWin = SlotOutcome["wins"][number];

interface Cell {
  readonly reel: number;
  readonly row: number;
}

/** The drawing of each symbol, in the engine's index order. */
export const symbolGlyphs: readonly GlyphName[] = mangoRushSymbols.map((symbol) => (symbol === "dice" ? "die" : symbol));

/** The cells a win is made of: a line's run from the left, or every scatter in view. */
export function cellsOf({ line, symbol, count }: SlotWin, grid: SlotOutcome["grid"]): readonly Cell[] {
  if (line !== null)
    return rowsOf(line)
      .slice(0, count)
      .map((row, reel) => ({ reel, row }));
  return grid.flatMap((column, reel) => column.flatMap((shown, row) => (shown === symbol ? [{ reel, row }] : [])));
}

/** The row a line crosses on each reel. */
export const rowsOf = (line: number): readonly number[] => mangoRushMachine.lines[line] ?? [];

/** A line as a path through the middle of its cells, from edge to edge. */
export function linePath(rows: readonly number[]): string {
  const heights = rows.map((row) => row * CELL + CELL / 2);
  const points = heights.map((y, reel) => `L${reel * CELL + CELL / 2} ${y}`);
  return `M0 ${heights[0] ?? 0}${points.join("")}L${rows.length * CELL} ${heights.at(-1) ?? 0}`;
}

/** What a win pays, in minor units: a line stake is an equal part of the stake, which the stake's step keeps whole. */
export const payOf = (stakeMinor: bigint, pays: number): bigint => (stakeMinor / BigInt(mangoRushMachine.lines.length)) * BigInt(pays);

/** `count` symbols of a reel's strip, from a stop downwards. */
export function stripFrom(reel: number, stop: number, count: number): readonly number[] {
  const strip = mangoRushMachine.strips[reel] ?? [];
  return Array.from({ length: count }, (_, at) => strip[(stop + at) % strip.length] ?? 0);
}
