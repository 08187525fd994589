export const POCKETS = 37;
/** 36 chips are shared by the numbers a bet covers, its own chip among them: 35:1 on one number, 1:1 on eighteen. */
export const CHIPS_HUNDREDTHS = 3_600;

/** The order of the pockets on the wheel, clockwise from zero: the European wheel's. */
export const wheelOrder: readonly number[] = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
];

const reds: ReadonlySet<number> = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);

export type PocketColor = "green" | "red" | "black";
export const colorOf = (pocket: number): PocketColor => (pocket === 0 ? "green" : reds.has(pocket) ? "red" : "black");

const numbers = Array.from({ length: POCKETS - 1 }, (_, at) => at + 1);
const rows = numbers.filter((number) => number % 3 === 1);

/** A bet on single numbers is named by them: "17", "14-17", "13-14-15-16-17-18". */
export const spotOf = (covered: readonly number[]): string => covered.toSorted((one, other) => one - other).join("-");

/** Every bet that lies on or between numbers: straights, splits, streets, corners, lines and the first four. */
const inside: readonly (readonly number[])[] = [
  [0],
  ...numbers.map((number) => [number]),
  ...[1, 2, 3].map((number) => [0, number]),
  ...numbers.filter((number) => number % 3 !== 0).map((number) => [number, number + 1]),
  ...numbers.filter((number) => number <= 33).map((number) => [number, number + 3]),
  [0, 1, 2],
  [0, 2, 3],
  ...rows.map((first) => [first, first + 1, first + 2]),
  [0, 1, 2, 3],
  ...numbers.filter((number) => number % 3 !== 0 && number <= 32).map((number) => [number, number + 1, number + 3, number + 4]),
  ...rows.slice(0, -1).map((first) => [0, 1, 2, 3, 4, 5].map((next) => first + next)),
];

const outside: Readonly<Record<string, readonly number[]>> = {
  dozen1: numbers.filter((number) => number <= 12),
  dozen2: numbers.filter((number) => number > 12 && number <= 24),
  dozen3: numbers.filter((number) => number > 24),
  column1: numbers.filter((number) => number % 3 === 1),
  column2: numbers.filter((number) => number % 3 === 2),
  column3: numbers.filter((number) => number % 3 === 0),
  low: numbers.filter((number) => number <= 18),
  high: numbers.filter((number) => number > 18),
  even: numbers.filter((number) => number % 2 === 0),
  odd: numbers.filter((number) => number % 2 === 1),
  red: numbers.filter((number) => reds.has(number)),
  black: numbers.filter((number) => !reds.has(number)),
};

/** The numbers each spot covers. */
export const rouletteSpots: ReadonlyMap<string, readonly number[]> = new Map([
  ...inside.map((covered) => [spotOf(covered), covered] as const),
  ...Object.entries(outside),
]);

/** What a won chip brings back, itself included, in chips. */
export const chipsBack = (covered: readonly number[]): number => CHIPS_HUNDREDTHS / 100 / covered.length;

/** Call bets put one chip each on these spots: voisins du zéro 9 chips, two of them on the first three and on the corner; tiers 6; orphelins 5. */
export const callBets = {
  voisins: ["0-2-3", "0-2-3", "4-7", "12-15", "18-21", "19-22", "25-26-28-29", "25-26-28-29", "32-35"],
  tiers: ["5-8", "10-11", "13-16", "23-24", "27-30", "33-36"],
  orphelins: ["1", "6-9", "14-17", "17-20", "31-34"],
} as const satisfies Record<string, readonly string[]>;

/** A number and `reach` pockets on each side of it, as they lie on the wheel. */
export function neighboursOf(number: number, reach: number): readonly number[] {
  const at = wheelOrder.indexOf(number);
  return Array.from({ length: 2 * reach + 1 }, (_, step) => wheelOrder[(at - reach + step + POCKETS) % POCKETS] ?? 0);
}
