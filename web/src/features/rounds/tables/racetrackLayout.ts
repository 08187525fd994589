import type { Place } from "./rouletteLayout.ts";

const top = [24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35];
const end = [3, 26, 0];
const bottom = [30, 11, 36, 13, 27, 6, 34, 17, 25, 2, 21, 4, 19, 15, 32];
const begin = [5, 10, 23, 8];

/** The pockets in the order of the wheel, bent into a racetrack. */
export const track: readonly { readonly pocket: number; readonly place: Place }[] = [
  ...top.map((pocket, at) => ({ pocket, place: { u: at + 1, v: 0, du: 1, dv: 1 } })),
  ...end.map((pocket, at) => ({ pocket, place: { u: 16, v: (at * 4) / 3, du: 1, dv: 4 / 3 } })),
  ...bottom.map((pocket, at) => ({ pocket, place: { u: at + 1, v: 3, du: 1, dv: 1 } })),
  ...begin.map((pocket, at) => ({ pocket, place: { u: 0, v: at, du: 1, dv: 1 } })),
];
