import type { SlotOutcome } from "@laro/contract/core/plays/slots";
import { rational } from "../engine.ts";
import type { Rational } from "../engine.ts";
import type { Stream } from "../fair.ts";

/** Reels of a machine, side by side. */
export const REELS = 5;
/** Rows of a reel in view. */
export const ROWS = 3;

/** A slot machine of strips and fixed lines; symbols are indexes, and every pay is in line stakes. */
export interface ReelMachine {
  /** One closed strip per reel, read downwards. */
  readonly strips: readonly (readonly number[])[];
  /** For each line the row it crosses on each reel. */
  readonly lines: readonly (readonly number[])[];
  /** `linePays[symbol][count]`: pay for that many in a row from the left; empty for the scatter, which belongs to no line. */
  readonly linePays: readonly (readonly number[])[];
  /** `scatterPays[count]`: pay for that many scatters anywhere in view, on top of the lines. */
  readonly scatterPays: readonly number[];
  /** Stands for every symbol but the scatter. */
  readonly wild: number;
  readonly scatter: number;
}

/** Strips written with one letter per symbol, in index order. */
export const stripsOf = (letters: string, strips: readonly string[]): number[][] => strips.map((strip) => [...strip].map((letter) => letters.indexOf(letter)));

/** Lines written as the rows they cross, 0 at the top: one word a line, one digit a reel. */
export const linesOf = (rows: string): number[][] =>
  rows
    .trim()
    .split(/\s+/)
    .map((line) => [...line].map(Number));

/** Twenty lines over five reels of three rows, the straight ones first. */
export const TWENTY_LINES = `
  11111 00000 22222 01210 21012
  10001 12221 00122 22100 10121
  12101 01110 21112 01010 21212
  11011 11211 00200 22022 02220
`;

type LineWin = Pick<SlotOutcome["wins"][number], "symbol" | "count" | "pays">;

/** How many symbols from the left are `symbol` or wild. */
function runLength({ wild }: ReelMachine, symbols: readonly number[], symbol: number): number {
  let length = 0;
  while (length < symbols.length && (symbols[length] === symbol || symbols[length] === wild)) length += 1;
  return length;
}

function lineWinOf(machine: ReelMachine, symbols: readonly number[], symbol: number): LineWin {
  const count = runLength(machine, symbols, symbol);
  return { symbol, count, pays: machine.linePays[symbol]?.[count] ?? 0 };
}

/** The symbol a line is about: the first that is not wild, or the wild itself. */
function lineSymbol({ wild }: ReelMachine, symbols: readonly number[]): number {
  return symbols.find((symbol) => symbol !== wild) ?? wild;
}

/** The better of a line's own run and the run of wilds it begins with; its `pays` is 0 when the line loses. */
export function lineWin(machine: ReelMachine, symbols: readonly number[]): LineWin {
  const own = lineWinOf(machine, symbols, lineSymbol(machine, symbols));
  if (symbols[0] !== machine.wild) return own;
  const wilds = lineWinOf(machine, symbols, machine.wild);
  return own.pays >= wilds.pays ? own : wilds;
}

/** What one reel shows when it stops: `ROWS` symbols from the stop downwards. */
export function viewOf(strip: readonly number[], stop: number): number[] {
  return Array.from({ length: ROWS }, (_, row) => symbolAt(strip, stop + row));
}

function symbolAt(strip: readonly number[], position: number): number {
  const symbol = strip[position % strip.length];
  if (symbol === undefined) throw new RangeError("A strip holds at least one symbol.");
  return symbol;
}

/** Everything the machine shows and pays when its reels stand at `stops`. */
export function settleStops(machine: ReelMachine, stops: number[]): SlotOutcome {
  const { strips, lines, scatter, scatterPays } = machine;
  const grid = strips.map((strip, reel) => viewOf(strip, stops[reel] ?? 0));
  const wins: SlotOutcome["wins"] = lines.flatMap((rows, line) => {
    const win = lineWin(
      machine,
      grid.map((column, reel) => symbolAt(column, rows[reel] ?? 0)),
    );
    return win.pays > 0 ? [{ line, ...win }] : [];
  });
  const count = grid.flat().filter((symbol) => symbol === scatter).length;
  const pays = scatterPays[count] ?? 0;
  if (pays > 0) wins.push({ line: null, symbol: scatter, count, pays });
  return { stops, grid, wins };
}

/** One spin: one draw per reel from the left, each the stop of its reel. */
export function spin(machine: ReelMachine, stream: Stream): SlotOutcome {
  return settleStops(
    machine,
    machine.strips.map((strip) => stream.uniform(strip.length)),
  );
}

/** The whole win of a spin in line stakes. */
export function totalPays({ wins }: SlotOutcome): number {
  return wins.reduce((total, { pays }) => total + pays, 0);
}

/** How many of a reel's stops there are for each value of `key`. */
function countBy(strip: readonly number[], key: (stop: number) => number): [value: number, stops: bigint][] {
  const counts = new Map<number, bigint>();
  strip.forEach((_, stop) => counts.set(key(stop), (counts.get(key(stop)) ?? 0n) + 1n));
  return [...counts];
}

function product(factors: readonly bigint[]): bigint {
  return factors.reduce((all, factor) => all * factor, 1n);
}

/**
 * Pays of one line summed over all stops of all reels. Every row of a reel meets each of its symbols equally often,
 * so the sum is the same for every line and follows from how often each symbol stands on each strip.
 */
export function linePaysOverAllStops(machine: ReelMachine): bigint {
  const reels = machine.strips.map((strip) => countBy(strip, (stop) => symbolAt(strip, stop)));
  const sizes = machine.strips.map((strip) => BigInt(strip.length));
  const sumFrom = (symbols: readonly number[]): bigint => {
    const isRunOver = runLength(machine, symbols, lineSymbol(machine, symbols)) < symbols.length;
    const reel = reels[symbols.length];
    if (isRunOver || !reel) return BigInt(lineWin(machine, symbols).pays) * product(sizes.slice(symbols.length));
    return reel.reduce((sum, [symbol, stops]) => sum + stops * sumFrom([...symbols, symbol]), 0n);
  };
  return sumFrom([]);
}

/** How many combinations of stops show each number of `symbol`, anywhere in view. */
export function shownOverAllStops(strips: readonly (readonly number[])[], symbol: number): readonly bigint[] {
  const reels = strips.map((strip) => countBy(strip, (stop) => viewOf(strip, stop).filter((shown) => shown === symbol).length));
  return reels.reduce<bigint[]>(
    (sums, reel) => {
      const next = Array.from({ length: sums.length + ROWS }, () => 0n);
      sums.forEach((combinations, seen) => reel.forEach(([more, stops]) => (next[seen + more] = (next[seen + more] ?? 0n) + combinations * stops)));
      return next;
    },
    [1n],
  );
}

/** Scatter pays summed over all stops of all reels. */
export const scatterPaysOverAllStops = ({ strips, scatter, scatterPays }: ReelMachine): bigint =>
  shownOverAllStops(strips, scatter).reduce((sum, combinations, seen) => sum + combinations * BigInt(scatterPays[seen] ?? 0), 0n);

/** How many combinations of stops there are. */
export const spinsOf = (strips: readonly (readonly number[])[]): bigint => product(strips.map((strip) => BigInt(strip.length)));

/** Expected win per unit staked when the stake is one line stake on every line. */
export function exactReturn(machine: ReelMachine): Rational {
  const lines = BigInt(machine.lines.length);
  return rational(lines * linePaysOverAllStops(machine) + scatterPaysOverAllStops(machine), lines * spinsOf(machine.strips));
}
