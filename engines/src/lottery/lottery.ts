import { formatAmount, parseAmount } from "@laro/contract/core/money";
import { rational, riskedStake } from "../engine.ts";
import type { ChoiceSchema, Rational, SharedEngine } from "../engine.ts";
import type { Stream } from "../fair.ts";

/** The most picks and lines of one ticket. */
export const PICKS_MAX = 100;
export const LINES_MAX = 1_000;

/** The unit per line (a decimal string of whole units such as "5.00") on each spot; a spot is `betCode:pick` in normal form, such as `straight:1-2-3`. */
export type LotteryBets = Readonly<Record<string, string>>;

/** How a bet's board looks: what is drawn and what is typed. `distinct`: no number twice. Options that share what stands before "-" stand in one row. */
export type LotteryEntry =
  | { readonly kind: "digits"; readonly places: number; readonly from: number; readonly to: number; readonly distinct?: true }
  | { readonly kind: "choose"; readonly from: number; readonly to: number; readonly count: number }
  | { readonly kind: "options"; readonly options: readonly string[] };

/** A result's mark by which exposures are held, and the most one unit wins there, in hundredths. Marks with the same text before "=" exclude each other. */
export interface LotteryKey {
  readonly key: string;
  readonly most: bigint;
}

export interface LotteryBet<Result> {
  readonly code: string;
  readonly entry: LotteryEntry;
  /** Picks that stand for all kinds there are of this bet: each other returns what one of them does. */
  readonly samples: readonly string[];
  /** A pick as somebody types it in its normal form; "1 2 3", "123" and "1-2-3" are one. Undefined where it is none. */
  parsePick(text: string): string | undefined;
  linesOf(pick: string): number;
  /** What one unit wins with this result, in hundredths of a unit, stake included. */
  settle(pick: string, result: Result): bigint;
  /** The most one unit on this pick can win, in hundredths. */
  mostOf(pick: string): bigint;
  /** What comes back of a unit paid, exactly. */
  returnOf(pick: string): Rational;
  /** Where this pick can win, at most 100 marks. */
  keysOf(pick: string): readonly LotteryKey[];
  /** The variance of what a unit paid wins, or what it never passes where the prizes of a draw hang together. */
  varianceOf(pick: string): Rational;
  /** The marks by which the best win of a ticket is bounded, where those of exposures are too coarse. */
  placesOf(pick: string): readonly LotteryKey[];
}

export interface LotteryEngine<Result> extends SharedEngine<LotteryBets, Result> {
  readonly lottery: {
    readonly unitMin: bigint;
    readonly unitMax: bigint;
    readonly unitStep: bigint;
    readonly bets: readonly LotteryBet<Result>[];
    /** The prizes of a result that is a list of numbers, in their order. */
    readonly prizes?: readonly Prize[];
  };
}

/** So many numbers of so many digits. */
export interface Prize {
  readonly code: string;
  readonly count: number;
  readonly digits: number;
}

/** A result of digits, balls, dice or ranks, in the order they fell. */
export interface DigitResult {
  readonly digits: readonly number[];
}

/** A result of whole numbers with their leading zeros, prize by prize. */
export interface NumberResult {
  readonly numbers: readonly string[];
}

interface LotteryRules<Result> {
  readonly gameCode: string;
  readonly gameType: "LOTT" | "ELOTT";
  readonly vendorCode: "BGS" | "TCG_SEA" | "TCG_LOTTO_VN";
  readonly unitMax: bigint;
  readonly bets: readonly LotteryBet<Result>[];
  readonly prizes?: readonly Prize[];
  /** How many marks of one kind a result can carry; one, where nothing is said. */
  readonly places?: Readonly<Record<string, number>>;
  readonly drawResult: (stream: Stream) => Result;
}

/** A unit of the currency in minor units, and a whole in hundredths. */
const UNIT = 100n;
const WHOLE = 100n;
const CYCLE_MS = 1_000;

/** Makes a lottery's engine of its bets and of how its results fall. */
export function lotteryOf<Result>(rules: LotteryRules<Result>): LotteryEngine<Result> {
  const { gameCode, gameType, vendorCode, unitMax, bets, prizes, drawResult } = rules;
  const samples = bets.flatMap((bet) => bet.samples.map((pick) => ({ bet, pick })));
  const most = (of: (sample: Sample<Result>) => Rational): Rational => samples.map(of).reduce((one, other) => (isLess(one, other) ? other : one));
  const spotsOf = (choice: LotteryBets) => readSpots(bets, choice);
  return {
    kind: "shared",
    gameCode,
    vendorCode,
    gameType,
    stakeMin: UNIT,
    stakeMax: unitMax * BigInt(LINES_MAX),
    stakeStep: UNIT,
    cycleMs: CYCLE_MS,
    parseChoice: schemaOf(bets, unitMax),
    maxWinMultiple: most(({ bet, pick }) => rational(bet.mostOf(pick), WHOLE * BigInt(bet.linesOf(pick)))),
    validMinor: riskedStake,
    stakeOf: (choice) => spotsOf(choice).reduce((sum, { minor }) => sum + minor, 0n),
    drawResult,
    settle: ({ bets: choice, result }) => ({
      winMinor: spotsOf(choice).reduce((sum, { bet, pick, unit }) => sum + (unit * bet.settle(pick, result)) / WHOLE, 0n),
    }),
    worstCase: (stakes) =>
      worstOf(
        Object.entries(stakes).map(([spot, minor]) => ({ ...spotOf(bets, spot), minor })),
        rules.places ?? {},
      ),
    exactReturn: (choice) =>
      choice === undefined ? samples.map(returnOf).reduce((one, other) => (isLess(one, other) ? one : other)) : meanOf(spotsOf(choice)),
    exactVariance: (choice) => (choice === undefined ? most(({ bet, pick }) => bet.varianceOf(pick)) : spreadOf(spotsOf(choice))),
    bets: () => samples.map(({ bet, pick }) => ({ choice: { [`${bet.code}:${pick}`]: formatAmount(UNIT) } })),
    lottery: { unitMin: UNIT, unitMax, unitStep: UNIT, bets, ...(prizes && { prizes }) },
  };
}

interface Sample<Result> {
  readonly bet: LotteryBet<Result>;
  readonly pick: string;
}

interface Spot<Result> extends Sample<Result> {
  /** On each line, and on all of them, in minor units. */
  readonly unit: bigint;
  readonly minor: bigint;
}

const returnOf = <Result>({ bet, pick }: Sample<Result>): Rational => bet.returnOf(pick);
const isLess = (one: Rational, other: Rational): boolean => one.numerator * other.denominator < other.numerator * one.denominator;

/** What a bet and a pick a spot names; throws a RangeError for one that names none. */
function spotOf<Result>(bets: readonly LotteryBet<Result>[], spot: string): Sample<Result> {
  const found = findSpot(bets, spot);
  if (found === undefined) throw new RangeError(`No bet of this lottery: ${spot}.`);
  return found;
}

/** The bet and the pick that a spot names, where it is in normal form. */
export function findSpot<Result>(bets: readonly LotteryBet<Result>[], spot: string): Sample<Result> | undefined {
  const colon = spot.indexOf(":");
  const bet = bets.find(({ code }) => code === spot.slice(0, colon));
  const pick = spot.slice(colon + 1);
  return bet?.parsePick(pick) === pick ? { bet, pick } : undefined;
}

/** Throws a RangeError for bets nobody read: they would lose in silence. */
function readSpots<Result>(bets: readonly LotteryBet<Result>[], choice: LotteryBets): readonly Spot<Result>[] {
  return Object.entries(choice).map(([spot, amount]) => {
    const found = spotOf(bets, spot);
    const unit = parseAmount(amount);
    if (unit === undefined || unit < UNIT || unit % UNIT !== 0n) throw new RangeError(`No unit of this lottery: ${amount} on ${spot}.`);
    return { ...found, unit, minor: unit * BigInt(found.bet.linesOf(found.pick)) };
  });
}

const AMOUNT = /^[1-9][0-9]{0,4}\.00$/;

function schemaOf<Result>(bets: readonly LotteryBet<Result>[], unitMax: bigint): ChoiceSchema<LotteryBets> {
  return {
    safeParse(input) {
      const fault = faultOf(bets, unitMax, input);
      return fault === undefined ? { success: true, data: input as LotteryBets } : { success: false, error: new RangeError(fault) };
    },
  };
}

function faultOf<Result>(bets: readonly LotteryBet<Result>[], unitMax: bigint, input: unknown): string | undefined {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return "No bets.";
  const entries = Object.entries(input);
  if (entries.length === 0 || entries.length > PICKS_MAX) return `A ticket has 1 to ${PICKS_MAX} picks.`;
  let lines = 0;
  for (const [spot, amount] of entries) {
    const found = findSpot(bets, spot);
    if (found === undefined) return `No bet of this lottery: ${spot}.`;
    if (typeof amount !== "string" || !AMOUNT.test(amount) || parseAmount(amount)! > unitMax) return `No unit of this lottery on ${spot}.`;
    lines += found.bet.linesOf(found.pick);
  }
  return lines > LINES_MAX ? `A ticket has at most ${LINES_MAX} lines.` : undefined;
}

/** What comes back of all that a ticket stakes. */
function meanOf<Result>(spots: readonly Spot<Result>[]): Rational {
  const all = spots.reduce((sum, { minor }) => sum + minor, 0n);
  return spots
    .map((spot) => ({ ...returnOf(spot), minor: spot.minor }))
    .reduce((sum, { numerator, denominator, minor }) => add(sum, rational(numerator * minor, denominator * all)), NOTHING);
}

/** Of one bet its variance; of several what their sum never passes, because what n bets vary together is at most n times what each varies alone. */
function spreadOf<Result>(spots: readonly Spot<Result>[]): Rational {
  const all = spots.reduce((sum, { minor }) => sum + minor, 0n);
  const count = BigInt(spots.length);
  return spots
    .map(({ bet, pick, minor }) => ({ ...bet.varianceOf(pick), minor }))
    .reduce((sum, { numerator, denominator, minor }) => add(sum, rational(count * numerator * minor ** 2n, denominator * all ** 2n)), NOTHING);
}

const NOTHING = rational(0n, 1n);
export const add = (one: Rational, other: Rational): Rational =>
  rational(one.numerator * other.denominator + other.numerator * one.denominator, one.denominator * other.denominator);

/** What stakes can win at once: of the marks that exclude each other as many count as one result carries, those with the largest sums. */
function worstOf<Result>(stakes: readonly (Sample<Result> & { readonly minor: bigint })[], places: Readonly<Record<string, number>>): bigint {
  const byKind = new Map<string, Map<string, bigint>>();
  for (const { bet, pick, minor } of stakes) {
    const lines = BigInt(bet.linesOf(pick));
    for (const { key, most } of bet.placesOf(pick)) {
      const kind = key.includes("=") ? key.slice(0, key.indexOf("=")) : key;
      const sums = byKind.get(kind) ?? new Map<string, bigint>();
      byKind.set(kind, sums.set(key, (sums.get(key) ?? 0n) + (minor * most) / (WHOLE * lines)));
    }
  }
  return [...byKind].reduce((sum, [kind, sums]) => {
    const largest = [...sums.values()].sort((one, other) => (one > other ? -1 : one < other ? 1 : 0)).slice(0, places[kind] ?? 1);
    return sum + largest.reduce((all, one) => all + one, 0n);
  }, 0n);
}

/** So many of the numbers `from` … `to` without repeats, in the order they fall: the next changes places with one of those that are left, so that it ends whatever falls. */
export function takeDifferent(stream: { uniform(count: number): number }, { from, to, count }: { from: number; to: number; count: number }): readonly number[] {
  // Of a hundred thousand numbers only those that changed places are kept.
  const changed = new Map<number, number>();
  const standsAt = (place: number): number => changed.get(place) ?? from + place;
  return Array.from({ length: count }, (_, place) => {
    const other = place + stream.uniform(to - from + 1 - place);
    const fallen = standsAt(other);
    changed.set(other, standsAt(place));
    return fallen;
  });
}
