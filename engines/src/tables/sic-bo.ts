import type { SicBoResult, TableBets } from "@laro/contract/core/plays/tables";
import { instantOf } from "../engine.ts";
import { type Fall, type Pay, tableOf } from "./felt.ts";

const SIDES = 6;
export const faces = [1, 2, 3, 4, 5, 6] as const;
const EVEN = 200;
const COMBINATION = 700;
const DOUBLE = 1_200;
const TRIPLE = 19_100;
const ANY_TRIPLE = 3_200;
const THREE_OF_FOUR = 800;
/** What a single face brings back on one, two or three dice. */
const SINGLE = [0, 200, 300, 1_300] as const;
const SMALL_MAX = 10;
const OPPOSITE = 21;

/** What a total up to 10 brings back, in hundredths; t pays as 21 - t, and 3 and 18 are triples. */
export const totalPays: Readonly<Partial<Record<number, number>>> = { 4: 6_300, 5: 3_200, 6: 1_900, 7: 1_300, 8: 900, 9: 800, 10: 700 };
export const totals = Array.from({ length: 14 }, (_, at) => at + 4);

/** The fours of which three different faces must fall. */
export const fours = ["1234", "1345", "2356", "3456"] as const;
export const combinations = faces.flatMap((one) => faces.filter((other) => other > one).map((other) => `${one}-${other}`));

type Facts = readonly number[];
const sumOf = (dice: Facts): number => dice.reduce((sum, die) => sum + die, 0);
const countOf = (dice: Facts, face: number): number => dice.filter((die) => die === face).length;
const isTriple = ([one, ...others]: Facts): boolean => others.every((die) => die === one);
const paying =
  (pay: number, wins: (dice: Facts) => boolean): Pay<Facts> =>
  (dice) =>
    wins(dice) ? pay : 0;
const evenly = (wins: (sum: number) => boolean): Pay<Facts> => paying(EVEN, (dice) => !isTriple(dice) && wins(sumOf(dice)));

/** Every spot: `small`, `total9`, `single4`, `double4`, `triple4`, `anyTriple`, `combo1-2`, `three1234`. */
const spots: ReadonlyMap<string, Pay<Facts>> = new Map([
  ["small", evenly((sum) => sum <= SMALL_MAX)],
  ["big", evenly((sum) => sum > SMALL_MAX)],
  ["odd", evenly((sum) => sum % 2 === 1)],
  ["even", evenly((sum) => sum % 2 === 0)],
  ["anyTriple", paying(ANY_TRIPLE, isTriple)],
  ...totals.map((total) => [`total${total}`, paying(totalPays[Math.min(total, OPPOSITE - total)] ?? 0, (dice) => sumOf(dice) === total)] as const),
  ...faces.map((face) => [`single${face}`, (dice: Facts) => SINGLE[countOf(dice, face)] ?? 0] as const),
  ...faces.map((face) => [`double${face}`, paying(DOUBLE, (dice) => countOf(dice, face) >= 2)] as const),
  ...faces.map((face) => [`triple${face}`, paying(TRIPLE, (dice) => countOf(dice, face) === 3)] as const),
  ...combinations.map((pair) => [`combo${pair}`, paying(COMBINATION, (dice) => pair.split("-").every((face) => dice.includes(Number(face))))] as const),
  ...fours.map(
    (four) => [`three${four}`, paying(THREE_OF_FOUR, (dice) => new Set(dice).size === 3 && dice.every((die) => four.includes(String(die))))] as const,
  ),
]);
export const sicBoSpots: readonly string[] = [...spots.keys()];

const allThrows = (): readonly Facts[] =>
  Array.from({ length: SIDES ** 3 }, (_, at) => [Math.floor(at / SIDES ** 2) + 1, (Math.floor(at / SIDES) % SIDES) + 1, (at % SIDES) + 1]);
const enumerate = (): readonly Fall<Facts>[] => allThrows().map((facts) => ({ facts, ways: 1n }));

/** Three dice, each `stream.uniform(6)` plus one. Three equal dice lose Small, Big, Odd and Even. */
export const sicBoTable = tableOf<SicBoResult, Facts>({
  gameCode: "SIC_BO",
  stakeMax: 1_000_000n,
  payMax: TRIPLE,
  spots,
  drawResult: (stream) => ({ dice: [stream.uniform(SIDES) + 1, stream.uniform(SIDES) + 1, stream.uniform(SIDES) + 1] }),
  read: ({ dice }) => dice,
  enumerate,
});

export const sicBo = instantOf<TableBets, SicBoResult>(sicBoTable);
