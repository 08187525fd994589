import { cellOf, type CascadeRow, type Tumble } from "@laro/engines/slots/cascade";

const FALL_MS = 420;
const LIT_MS = 760;
const INTRO_MS = 1_400;
const REST_MS = 240;

/** One picture of a round as it is played through. */
export interface Frame {
  /** How long it stands. */
  readonly ms: number;
  /** 0 is the spin that was paid for; the free ones are numbered from 1. */
  readonly spin: number;
  /** Counts windows: two frames of one window do not fall again. */
  readonly window: number;
  readonly grid: Tumble["grid"];
  /** How many rows each symbol falls to come where it stands. */
  readonly falls: readonly (readonly number[])[];
  /** The wins that shine, and by what they are multiplied. */
  readonly wins: Tumble["wins"];
  readonly multiplier: number;
  /** What these wins pay, and all so far with them, in hundredths of the stake. */
  readonly pays: number;
  readonly paid: number;
  /** Free spins begin: how many. */
  readonly intro?: number;
}

/** How far each symbol of the next window fell: those above a gap as deep as it is, new ones from above the window. */
export function fallsAfter(before: Tumble | undefined, grid: Tumble["grid"]): number[][] {
  if (before === undefined) return grid.map((column) => column.map(() => column.length));
  const gone = new Set(before.wins.flatMap(({ cells }) => cells));
  return grid.map((column, reel) => {
    const kept = column.flatMap((_, row) => (gone.has(cellOf(reel, row)) ? [] : [row]));
    const fresh = column.length - kept.length;
    return column.map((_, row) => (row < fresh ? fresh : row - (kept[row - fresh] ?? row)));
  });
}

/** Whether a spin rests a moment after its last fall. */
const isQuiet = ({ wins }: Tumble): boolean => wins.length === 0;

/** A row as the pictures it is played in: each window falls, shines where it wins, and the next falls after it. */
export function framesOf({ spins }: CascadeRow): readonly Frame[] {
  const frames: Frame[] = [];
  let [paid, window] = [0, 0];
  spins.forEach(({ tumbles }, spin) => {
    const last = frames.at(-1);
    if (spin === 1 && last !== undefined) frames.push({ ...last, ms: INTRO_MS, intro: spins.length - 1 });
    tumbles.forEach((tumble, at) => {
      const { grid, wins, multiplier, pays } = tumble;
      const falls = fallsAfter(tumbles[at - 1], grid);
      frames.push({ ms: FALL_MS + (isQuiet(tumble) ? REST_MS : 0), spin, window, grid, falls, wins: [], multiplier: 0, pays: 0, paid });
      paid += pays;
      if (!isQuiet(tumble)) frames.push({ ms: LIT_MS, spin, window, grid, falls, wins, multiplier, pays, paid });
      window += 1;
    });
  });
  return frames;
}

/** How long a row takes to be played through. */
export const playingMs = (frames: readonly Frame[]): number => frames.reduce((sum, { ms }) => sum + ms, 0);

/** The frames a replay stops at: each window once, with what it won. */
export const stopsOf = (frames: readonly Frame[]): readonly Frame[] =>
  frames.filter(
    ({ window, intro }, at) => intro === undefined && frames.findLast((frame) => frame.intro === undefined && frame.window === window) === frames[at],
  );

/** In how many ways one symbol can be chosen on each reel. */
export const waysOf = (grid: Tumble["grid"]): number => grid.reduce((ways, column) => ways * column.length, 1);

/** What hundredths of a stake (minor units) are: exact, because a stake is whole hundreds. */
export const payOf = (stakeMinor: bigint, hundredths: number): bigint => (stakeMinor * BigInt(hundredths)) / 100n;
