import { rational } from "../engine.ts";
import type { Rational } from "../engine.ts";
import { add } from "./lottery.ts";
import type { LotteryBet, LotteryEntry, LotteryKey } from "./lottery.ts";
import { numbersOf, readPick } from "./picks.ts";

/** One way a pick wins: so many of so many equally likely ways pay so much (hundredths of a unit); `times`: in each of so many prizes by itself. */
export interface Chance {
  readonly pays: number;
  readonly ways: number | bigint;
  readonly of: number | bigint;
  readonly times?: number;
}

/** What a pick is worth. The chances of one pick exclude each other, but for those that fall several times. */
export interface Worth<Result> {
  readonly lines?: number;
  readonly chances: readonly Chance[];
  /** In hundredths of a unit. */
  readonly settle: (result: Result) => number;
  /** The most, where it is more than the largest pay; in hundredths of a unit. */
  readonly most?: number;
  readonly keys: () => readonly string[] | readonly LotteryKey[];
  readonly places?: () => readonly LotteryKey[];
}

interface BetRules<Result> {
  readonly code: string;
  readonly entry: LotteryEntry;
  readonly samples: readonly string[];
  /** Refuses picks that the board allows but that are none of this bet. */
  readonly accepts?: (numbers: readonly number[]) => boolean;
  readonly worth: (numbers: readonly number[], pick: string) => Worth<Result>;
}

const HUNDRED = 100n;

/** Makes a bet of what each of its picks is worth. */
export function betOf<Result>({ code, entry, samples, accepts, worth }: BetRules<Result>): LotteryBet<Result> {
  const of = (pick: string): Worth<Result> => worth(entry.kind === "options" ? [] : numbersOf(pick), pick);
  const mostOf = (pick: string): bigint => mostPaid(of(pick));
  const keyed = (keys: readonly string[] | readonly LotteryKey[], most: bigint): readonly LotteryKey[] =>
    keys.map((key) => (typeof key === "string" ? { key, most } : key));
  return {
    code,
    entry,
    samples,
    parsePick(text) {
      const pick = readPick(entry, text);
      return pick === undefined || (accepts !== undefined && !accepts(numbersOf(pick))) ? undefined : pick;
    },
    linesOf: (pick) => of(pick).lines ?? 1,
    settle: (pick, result) => BigInt(of(pick).settle(result)),
    mostOf,
    returnOf: (pick) => meanOf(of(pick)),
    varianceOf: (pick) => varianceOf(of(pick)),
    keysOf: (pick) => keyed(of(pick).keys(), mostOf(pick)),
    placesOf(pick) {
      const { places, keys } = of(pick);
      return keyed((places ?? keys)(), mostOf(pick));
    },
  };
}

const mostPaid = <Result>({ most, chances }: Worth<Result>): bigint => BigInt(most ?? Math.max(...chances.map(({ pays }) => pays)));

const partOf = ({ pays, ways, of, times = 1 }: Chance, power: bigint): Rational => rational(BigInt(times) * BigInt(ways) * BigInt(pays) ** power, BigInt(of));
const sum = (parts: readonly Rational[]): Rational => parts.reduce(add, rational(0n, 1n));
const scale = ({ numerator, denominator }: Rational, by: bigint): Rational => rational(numerator, denominator * by);

function meanOf<Result>({ chances, lines = 1 }: Worth<Result>): Rational {
  return scale(sum(chances.map((chance) => partOf(chance, 1n))), HUNDRED * BigInt(lines));
}

/** Of chances that exclude each other the variance; what falls several times varies so often, each time by itself. */
function varianceOf<Result>({ chances, lines = 1 }: Worth<Result>): Rational {
  const by = (HUNDRED * BigInt(lines)) ** 2n;
  const times = chances[0]?.times ?? 1;
  const single = chances.map((chance) => ({ ...chance, times: 1 }));
  const mean = sum(single.map((chance) => partOf(chance, 1n)));
  const squares = sum(single.map((chance) => partOf(chance, 2n)));
  const apart = rational(squares.numerator * mean.denominator ** 2n - mean.numerator ** 2n * squares.denominator, squares.denominator * mean.denominator ** 2n);
  return scale({ numerator: apart.numerator * BigInt(times), denominator: apart.denominator }, by);
}

/** The commonest bet: it wins so much in so many of so many ways, or nothing. */
export const single = <Result>(chance: Chance, wins: (result: Result) => boolean, keys: () => readonly string[]): Worth<Result> => ({
  chances: [chance],
  settle: (result) => (wins(result) ? chance.pays : 0),
  keys,
});
