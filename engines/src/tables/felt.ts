import { formatAmount, parseAmount } from "@laro/contract/core/money";
import { TableBets } from "@laro/contract/core/plays/tables";
import { rational, riskedStake } from "../engine.ts";
import type { ChoiceSchema, Ending, Rational, SharedEngine } from "../engine.ts";
import type { Stream } from "../fair.ts";

/** What a stake on a spot brings back when this falls, in hundredths of it: 0 when lost, 100 when just given back, 3600 for 35:1. */
export type Pay<Facts> = (facts: Facts) => number;

/** Something that can fall, and in how many of all equally likely ways. */
export interface Fall<Facts> {
  readonly facts: Facts;
  readonly ways: bigint;
}

/** The rules of a table, from which all its mathematics follows. `Facts` is what of a result decides its bets. */
export interface Felt<Result, Facts> {
  readonly gameCode: string;
  readonly stakeMax: bigint;
  /** The largest pay of any spot, in hundredths: said, not counted, so that a browser need not. */
  readonly payMax: number;
  readonly spots: ReadonlyMap<string, Pay<Facts>>;
  readonly drawResult: (stream: Stream) => Result;
  readonly read: (result: Result) => Facts;
  /** All that can fall; asked for once, and only when a return is. */
  readonly enumerate: () => readonly Fall<Facts>[];
}

/** In hundredths, as pays are. */
const WHOLE = 100n;
const STEP = 100n;

/** Makes a table's engine: every return is a sum over all that can fall, none is sampled. */
export function tableOf<Result, Facts>(felt: Felt<Result, Facts>): SharedEngine<TableBets, Result> {
  const { gameCode, stakeMax, spots, drawResult, read } = felt;
  const falls = once(felt.enumerate);
  const allWays = once(() => falls().reduce((sum, { ways }) => sum + ways, 0n));
  const alone = [...spots.keys()].map((spot): readonly Stake[] => [{ spot, minor: STEP }]);
  const returnOf = (stakes: readonly Stake[]): Rational => {
    const paid = falls().reduce((sum, { facts, ways }) => sum + ways * payAll(spots, stakes, facts), 0n);
    return rational(paid, allWays() * sumOf(stakes));
  };
  const varianceOf = (stakes: readonly Stake[]): Rational => {
    const mean = returnOf(stakes);
    const scale = sumOf(stakes) ** 2n;
    const squares = rational(
      falls().reduce((sum, { facts, ways }) => sum + ways * payAll(spots, stakes, facts) ** 2n, 0n),
      allWays() * scale,
    );
    return rational(squares.numerator * mean.denominator ** 2n - mean.numerator ** 2n * squares.denominator, squares.denominator * mean.denominator ** 2n);
  };
  const leastReturn = once(() => alone.map(returnOf).reduce((least, one) => (isLess(one, least) ? one : least)));
  const mostVariance = once(() => alone.map(varianceOf).reduce((most, one) => (isLess(most, one) ? one : most)));
  return {
    kind: "shared",
    gameCode,
    vendorCode: "BGS",
    gameType: "BGS",
    stakeMin: STEP,
    stakeMax,
    stakeStep: STEP,
    cycleMs: 1_000,
    parseChoice: schemaOf(spots),
    maxWinMultiple: rational(BigInt(felt.payMax), WHOLE),
    validMinor: riskedStake,
    stakeOf: (bets) => sumOf(readStakes(spots, bets)),
    drawResult,
    settle: ({ bets, result }) => ({ winMinor: payAll(spots, readStakes(spots, bets), read(result)) }),
    worstCase(stakesBySpot) {
      const stakes = Object.entries(stakesBySpot).map(([spot, minor]) => ({ spot, minor }));
      return falls().reduce((most, { facts }) => maxOf(most, payAll(spots, stakes, facts)), 0n);
    },
    exactReturn: (bets) => (bets === undefined ? leastReturn() : returnOf(readStakes(spots, bets))),
    exactVariance: (bets) => (bets === undefined ? mostVariance() : varianceOf(readStakes(spots, bets))),
    bets: () => [...spots].map(([spot, pay]) => ({ choice: { bets: { [spot]: formatAmount(STEP) } }, endings: endingsOf(pay, falls()) })),
  };
}

/** What a spot can bring back, and in how many ways each. */
function endingsOf<Facts>(pay: Pay<Facts>, falls: readonly Fall<Facts>[]): readonly Ending[] {
  const byPay = new Map<number, bigint>();
  for (const { facts, ways } of falls) byPay.set(pay(facts), (byPay.get(pay(facts)) ?? 0n) + ways);
  return [...byPay].map(([pays, ways]) => ({ pays, ways }));
}

interface Stake {
  readonly spot: string;
  readonly minor: bigint;
}

const sumOf = (stakes: readonly Stake[]): bigint => stakes.reduce((sum, { minor }) => sum + minor, 0n);

/** What all stakes together bring back; exact, because a stake is whole hundreds. */
function payAll<Facts>(spots: ReadonlyMap<string, Pay<Facts>>, stakes: readonly Stake[], facts: Facts): bigint {
  return stakes.reduce((sum, { spot, minor }) => sum + (minor * BigInt(spots.get(spot)?.(facts) ?? 0)) / WHOLE, 0n);
}

/** Throws a RangeError for bets nobody read: they would lose in silence. */
function readStakes(spots: ReadonlyMap<string, unknown>, { bets }: TableBets): readonly Stake[] {
  return Object.entries(bets).map(([spot, amount]) => {
    const minor = parseAmount(amount);
    if (!spots.has(spot) || minor === undefined || minor % STEP !== 0n) throw new RangeError(`No bet of this table: ${amount} on ${spot}.`);
    return { spot, minor };
  });
}

function schemaOf(spots: ReadonlyMap<string, unknown>): ChoiceSchema<TableBets> {
  return {
    safeParse(input) {
      const read = TableBets.safeParse(input);
      const unknown = read.success ? Object.keys(read.data.bets).find((spot) => !spots.has(spot)) : undefined;
      return unknown === undefined ? read : { success: false, error: new RangeError(`No spot of this table: ${unknown}.`) };
    },
  };
}

const isLess = (one: Rational, other: Rational): boolean => one.numerator * other.denominator < other.numerator * one.denominator;
const maxOf = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/** Makes its value when it is first asked for: a browser that only plays never counts anything. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
