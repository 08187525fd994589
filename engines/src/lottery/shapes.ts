import { range } from "./picks.ts";

/** The shapes of three digits, each exactly one; what they pay in hundredths and in how many of 1,000 they fall. */
export const shapes = [
  { name: "triple", pays: 9_700, ways: 10 },
  { name: "run", pays: 1_610, ways: 60 },
  { name: "pair", pays: 359, ways: 270 },
  { name: "halfRun", pays: 269, ways: 360 },
  { name: "mixed", pays: 323, ways: 300 },
] as const;
export type Shape = (typeof shapes)[number]["name"];

const DIGITS = 10;
/** 0 follows 9. */
const follows = (one: number, other: number): boolean => (one + 1) % DIGITS === other;

/** Which shape three digits have, whatever their order. */
export function shapeOf(digits: readonly number[]): Shape {
  const different = new Set(digits).size;
  if (different < 3) return different === 1 ? "triple" : "pair";
  const pairs = digits.flatMap((one) => digits.filter((other) => follows(one, other))).length;
  return pairs === 0 ? "mixed" : pairs === 1 ? "halfRun" : "run";
}

export const threeDigits = (): readonly (readonly number[])[] =>
  range(0, DIGITS ** 3 - 1).map((at) => [Math.floor(at / 100), Math.floor(at / 10) % DIGITS, at % DIGITS]);
