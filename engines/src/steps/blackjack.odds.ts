import type { BlackjackAct } from "@laro/contract/core/plays/steps";
import { rational, type Rational } from "../engine.ts";
import { addValue, BLACKJACK, dealerStands, EMPTY, isBust, type Total } from "./blackjack.hands.ts";

/**
 * Blackjack with independent cards, exact: every probability is a whole number over a power of 13, so all is counted in whole units of 1 / UNIT, and a division
 * that leaves a rest is an error. The dealer's end is one of six; a hand is known by its expected result and its square given each of them, because hands of one
 * round share the dealer and nothing else.
 */
const UNIT = 2n * 13n ** 80n;
const THIRTEEN = 13n;
const TEN = 10;
const VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
/** How many of the 13 ranks have a value. */
const ranksOf = (value: number): bigint => (value === TEN ? 4n : 1n);

/** Totals a dealer ends with; 22 stands for all that are bust. */
const ENDS = [17, 18, 19, 20, 21, 22] as const;

function exactly(numerator: bigint, denominator: bigint): bigint {
  if (numerator % denominator !== 0n) throw new RangeError("A unit of blackjack's odds is too coarse.");
  return numerator / denominator;
}

/** Result of a hand in first stakes, and its square, given each end of the dealer. */
interface Moments {
  readonly first: readonly bigint[];
  readonly second: readonly bigint[];
}

const NOTHING: Moments = { first: ENDS.map(() => 0n), second: ENDS.map(() => 0n) };

function sure(resultOf: (end: number) => number): Moments {
  const results = ENDS.map((end) => BigInt(resultOf(end)));
  return { first: results.map((result) => result * UNIT), second: results.map((result) => result * result * UNIT) };
}

/** A mixture by the next card's value. */
function mix(of: (value: number) => Moments): Moments {
  const parts = VALUES.map((value) => ({ ranks: ranksOf(value), moments: of(value) }));
  const average = (pick: (moments: Moments) => readonly bigint[]): bigint[] =>
    ENDS.map((_, end) =>
      exactly(
        parts.reduce((sum, { ranks, moments }) => sum + ranks * pick(moments)[end]!, 0n),
        THIRTEEN,
      ),
    );
  return { first: average(({ first }) => first), second: average(({ second }) => second) };
}

const twice = ({ first, second }: Moments): Moments => ({ first: first.map((value) => value * 2n), second: second.map((value) => value * 4n) });

/** Two hands of one round: given the dealer's end they know nothing of each other. */
function both(one: Moments, other: Moments): Moments {
  return {
    first: one.first.map((value, end) => value + other.first[end]!),
    second: one.second.map((value, end) => value + other.second[end]! + exactly(2n * one.first[end]! * other.first[end]!, UNIT)),
  };
}

/** How likely each end is (units), beginning from a total. */
function dealerEnds(at: Total, memo: Map<string, readonly bigint[]>): readonly bigint[] {
  if (isBust(at) || dealerStands(at)) return ENDS.map((end) => ((isBust(at) ? 22 : at.total) === end ? UNIT : 0n));
  const key = `${at.total}${at.soft}`;
  const known = memo.get(key);
  if (known !== undefined) return known;
  const parts = VALUES.map((value) => ({ ranks: ranksOf(value), ends: dealerEnds(addValue(at, value), memo) }));
  const ends = ENDS.map((_, end) =>
    exactly(
      parts.reduce((sum, part) => sum + part.ranks * part.ends[end]!, 0n),
      THIRTEEN,
    ),
  );
  memo.set(key, ends);
  return ends;
}

const isHole = (up: number, value: number): boolean => (up === 1 && value === TEN) || (up === TEN && value === 1);

/** The dealer's ends behind an open card, without those where the hidden card makes a blackjack: the round is over then before anybody decides. */
function endsBehind(up: number): readonly bigint[] {
  const memo = new Map<string, readonly bigint[]>();
  const holes = VALUES.filter((value) => !isHole(up, value)).map((value) => ({
    ranks: ranksOf(value),
    ends: dealerEnds(addValue(addValue(EMPTY, up), value), memo),
  }));
  return ENDS.map((_, end) =>
    exactly(
      holes.reduce((sum, { ranks, ends }) => sum + ranks * ends[end]!, 0n),
      THIRTEEN,
    ),
  );
}

interface Chosen {
  readonly act: BlackjackAct;
  readonly moments: Moments;
}

/** All decisions against one open card, each the best there is. */
class Against {
  readonly ends: readonly bigint[];
  readonly #memo = new Map<string, Chosen>();
  readonly #handsMax: number;

  constructor(up: number, handsMax: number) {
    this.ends = endsBehind(up);
    this.#handsMax = handsMax;
  }

  /** Expected result, in first stakes, times UNIT and the chance that nobody has a blackjack. */
  worth({ first }: Moments): bigint {
    return first.reduce((sum, value, end) => sum + exactly(value * this.ends[end]!, UNIT), 0n);
  }

  #best(options: readonly Chosen[]): Chosen {
    return options.reduce((best, option) => (this.worth(option.moments) > this.worth(best.moments) ? option : best));
  }

  #once(key: string, make: () => Chosen): Chosen {
    const made = this.#memo.get(key) ?? make();
    this.#memo.set(key, made);
    return made;
  }

  #stand(at: Total): Moments {
    if (isBust(at)) return sure(() => -1);
    return sure((end) => (end === 22 ? 1 : Math.sign(at.total - end)));
  }

  /** A hand of three cards or more: it may be hit or stand. */
  on(at: Total): Chosen {
    return this.#once(`on ${at.total} ${at.soft}`, () => {
      const stand: Chosen = { act: "stand", moments: this.#stand(at) };
      if (at.total >= BLACKJACK) return stand;
      return this.#best([stand, { act: "hit", moments: mix((value) => this.on(addValue(at, value)).moments) }]);
    });
  }

  /** A hand of two cards: it may be doubled too. */
  onTwo(at: Total): Chosen {
    return this.#once(`two ${at.total} ${at.soft}`, () => {
      if (at.total >= BLACKJACK) return this.on(at);
      return this.#best([this.on(at), { act: "double", moments: twice(mix((value) => this.#stand(addValue(at, value)))) }]);
    });
  }

  /** Hands of a split pair that wait for their second card, `hands` lying in all. */
  #splitRest(value: number, { waiting, hands }: { waiting: number; hands: number }): Moments {
    if (waiting === 0) return NOTHING;
    return this.#once(`rest ${value} ${waiting} ${hands}`, () => {
      const single = addValue(EMPTY, value);
      const played = (next: number) => both(this.onTwo(addValue(single, next)).moments, this.#splitRest(value, { waiting: waiting - 1, hands }));
      const moments = mix((next) => {
        const asTwo: Chosen = { act: "stand", moments: played(next) };
        if (next !== value || hands === this.#handsMax) return asTwo.moments;
        const again = this.#splitRest(value, { waiting: waiting + 1, hands: hands + 1 });
        return this.#best([asTwo, { act: "split", moments: again }]).moments;
      });
      return { act: "split", moments };
    }).moments;
  }

  /** A pair: aces are split once and get one card each. */
  onPair(value: number): Chosen {
    return this.#once(`pair ${value}`, () => {
      const single = addValue(EMPTY, value);
      const ace = mix((next) => this.#stand(addValue(single, next)));
      const moments = value === 1 ? both(ace, ace) : this.#splitRest(value, { waiting: 2, hands: 2 });
      return this.#best([this.onTwo(addValue(single, value)), { act: "split", moments }]);
    });
  }
}

const tables = new Map<string, Against>();

function against(up: number, handsMax: number): Against {
  const key = `${up} ${handsMax}`;
  const table = tables.get(key) ?? new Against(up, handsMax);
  tables.set(key, table);
  return table;
}

/** What of the best play is still allowed. */
export interface Allowed {
  readonly double: boolean;
  readonly split: boolean;
  /** To how many hands a pair may be split. */
  readonly handsMax: number;
}

/** The best action for a hand by its cards' values, against the value of the dealer's open card: nothing returns more on average. */
export function bestAction(values: readonly number[], up: number, allowed: Allowed): BlackjackAct {
  const table = against(up, allowed.handsMax);
  const [first, second] = values;
  if (allowed.split && values.length === 2 && first === second && table.onPair(first!).act === "split") return "split";
  const at = values.reduce(addValue, EMPTY);
  return values.length === 2 && allowed.double ? table.onTwo(at).act : table.on(at).act;
}

interface Sums {
  readonly first: bigint;
  readonly second: bigint;
}

/** Expected result and its square (units, weighted with the ranks of a dealt hand) against one open card. */
function sumAgainst(up: number, handsMax: number): Sums {
  const table = against(up, handsMax);
  const open = table.ends.reduce((sum, chance) => sum + chance, 0n);
  let [first, second] = [0n, 0n];
  for (const one of VALUES)
    for (const other of VALUES) {
      const ranks = ranksOf(one) * ranksOf(other);
      const isNatural = one + other === 11 && (one === 1 || other === 1);
      if (isNatural) {
        first += exactly(ranks * open * 3n, 2n);
        second += exactly(ranks * open * 9n, 4n);
        continue;
      }
      const { moments } = one === other ? table.onPair(one) : table.onTwo(addValue(addValue(EMPTY, one), other));
      const lost = UNIT - open; // The dealer's blackjack takes the first stake.
      first += ranks * (table.worth(moments) - lost);
      second += ranks * (moments.second.reduce((sum, value, end) => sum + exactly(value * table.ends[end]!, UNIT), 0n) + lost);
    }
  return { first, second };
}

/** Mean and variance of what a round brings in first stakes where a pair may be split to so many hands, the best played and no insurance taken. */
export function blackjackOdds(handsMax: number): { readonly mean: { readonly numerator: bigint; readonly denominator: bigint }; readonly variance: Rational } {
  let [first, second] = [0n, 0n];
  for (const up of VALUES) {
    const sums = sumAgainst(up, handsMax);
    first += ranksOf(up) * sums.first;
    second += ranksOf(up) * sums.second;
  }
  const whole = UNIT * THIRTEEN ** 3n;
  return { mean: { numerator: first, denominator: whole }, variance: rational(second * whole - first * first, whole * whole) };
}
