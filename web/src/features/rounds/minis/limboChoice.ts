import { TARGET_MAX, TARGET_MIN, winningDraws } from "@laro/engines/minis/point";

const DRAWS = 2 ** 32;
/** Millionths of a round: 495000 is a chance of 49.5 %. */
const MILLION = 1_000_000;
const EDGE_MILLIONTHS = 99 * MILLION;
const PERCENT_DIGITS = 4;
const PERCENT = /^(\d{1,3})(?:[.,](\d{0,4}))?\s*%?$/;

/** A target within the game's bounds, in hundredths. */
export const boundTarget = (target: number): number => Math.min(TARGET_MAX, Math.max(TARGET_MIN, Math.round(target)));

/** The chance of a target in millionths, to the nearest. */
export const chanceOf = (target: number): number => Math.round((winningDraws(target) * MILLION) / DRAWS);

/** The target, in hundredths, whose chance is at least so many millionths; within the game's bounds. */
export const targetOf = (millionths: number): number => boundTarget(Math.floor(EDGE_MILLIONTHS / Math.max(1, millionths)));

/** A chance in percent without needless zeros: 495000 is "49.5". */
export const sayChance = (millionths: number): string => String(millionths / 10_000);

/** Reads a chance in percent as millionths; anything that is none gives undefined. */
export function parseChance(text: string): number | undefined {
  const [, whole, fraction = ""] = PERCENT.exec(text.trim()) ?? [];
  return whole === undefined ? undefined : Number(whole) * 10_000 + Number(fraction.padEnd(PERCENT_DIGITS, "0"));
}

/** The next target of the arrow keys: a tenth below ten, then in ever larger steps. */
export function stepTarget(target: number, step: number): number {
  const size = target < 1_000 ? 10 : target < 10_000 ? 100 : target < 100_000 ? 1_000 : 10_000;
  return boundTarget((Math.floor(target / size) + step) * size);
}

/** Where a value between 1 and a point stands after a part (in permille) of the way: it grows by the same factor in every moment. */
export function climb(point: number, permille: number): number {
  if (permille >= 1_000 || point <= 100) return point;
  return Math.floor(100 * (point / 100) ** (permille / 1_000));
}

/** Where the nose of the standing rocket is, where the target's flags hang and where the sky ends for it, in permille of its height. */
const GROUND = 330;
export const FLAGS = 660;
const CEILING = 810;

/** How high a value (in hundredths) flies, in permille of the sky: the flags hang at the target, whatever it is. */
export function heightOf(value: number, target: number): number {
  const part = Math.log(Math.max(100, value) / 100) / Math.log(target / 100);
  return Math.round(Math.min(CEILING, GROUND + part * (FLAGS - GROUND)));
}
