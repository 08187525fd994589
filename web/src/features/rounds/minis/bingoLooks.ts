import { BINGO_BALLS, bingoLines, completedLines, FREE, SIDE } from "@laro/engines/minis/bingo";

export const LETTERS = ["B", "I", "N", "G", "O"] as const;
const COLORS = [
  { fill: "#1668b4", text: "#ffffff" },
  { fill: "#c9184a", text: "#ffffff" },
  { fill: "#fff3d6", text: "#1a1203" },
  { fill: "#0e7a58", text: "#ffffff" },
  { fill: "#ffb627", text: "#1a1203" },
] as const;

/** The column of a number, and with it letter and colour of its ball. */
export const columnOf = (number: number): number => Math.floor(((number - 1) * SIDE) / BINGO_BALLS);
export const letterOf = (number: number): string => LETTERS[columnOf(number)] ?? "";
export const colorOf = (column: number): { readonly fill: string; readonly text: string } => COLORS[column] ?? COLORS[0];

export type Mark = "open" | "marked" | "line";

/** How each cell of a card stands after some balls: not called, called, or part of a completed line. */
export function marksOf(cells: readonly number[], balls: readonly number[]): readonly Mark[] {
  const complete = new Set(completedLines(cells, balls).flatMap((line) => bingoLines[line] ?? []));
  return cells.map((number, cell) => (complete.has(cell) ? "line" : number === FREE || balls.includes(number) ? "marked" : "open"));
}
