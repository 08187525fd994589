import { rankOf, suitOf } from "../steps/cards.ts";

const SET_MIN = 3;
const RUN_MIN = 3;
const FOUR = 4;
const SECRET_RUN = 5;
const TEN = 10;

/** What a card counts at the end: an ace 1, ten and courts 10. */
export const countOf = (card: number): number => Math.min(rankOf(card) + 1, TEN);
export const sumOf = (cards: readonly number[]): number => cards.reduce((sum, card) => sum + countOf(card), 0);

const byRank = (cards: readonly number[]): number[] => cards.toSorted((one, other) => rankOf(one) - rankOf(other) || one - other);

const isSet = (cards: readonly number[]): boolean => cards.length >= SET_MIN && cards.every((card) => rankOf(card) === rankOf(cards[0]!));
const isRun = (cards: readonly number[]): boolean =>
  cards.length >= RUN_MIN && cards.every((card, at) => suitOf(card) === suitOf(cards[0]!) && (at === 0 || rankOf(card) === rankOf(cards[at - 1]!) + 1));

/** The cards of a meld in their order: three or four of a rank, or a run of three and more in a suit with the ace low; undefined where they are none. */
export function meldOf(cards: readonly number[]): readonly number[] | undefined {
  const sorted = byRank(cards);
  return new Set(cards).size === cards.length && (isSet(sorted) || isRun(sorted)) ? sorted : undefined;
}

export const isFour = (meld: readonly number[]): boolean => meld.length === FOUR && isSet(byRank(meld));

/** The runs of a suit in some cards, as long as they go. */
function longRuns(cards: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const card of cards.toSorted((one, other) => one - other)) {
    const last = runs.at(-1);
    if (last !== undefined && last.at(-1) === card - 1 && suitOf(last[0]!) === suitOf(card)) last.push(card);
    else runs.push([card]);
  }
  return runs;
}

/** Every run of some length and more within the longest ones. */
const runsFrom = (cards: readonly number[], least: number): number[][] =>
  longRuns(cards).flatMap((run) =>
    run.flatMap((_, from) => Array.from({ length: Math.max(0, run.length - from - least + 1) }, (_unused, more) => run.slice(from, from + least + more))),
  );

function setsFrom(cards: readonly number[], least: number): number[][] {
  return [...Map.groupBy(cards, rankOf).values()].flatMap((same) =>
    same.length < least ? [] : same.length === FOUR && least < FOUR ? [same, ...same.map((left) => same.filter((card) => card !== left))] : [same],
  );
}

/** Every meld that some cards hold. */
export const meldsIn = (cards: readonly number[]): number[][] => [...setsFrom(cards, SET_MIN), ...runsFrom(cards, RUN_MIN)];

/** The melds that hold one card besides some others. */
export const meldsWith = (card: number, cards: readonly number[]): number[][] => {
  const near = cards.filter((other) => rankOf(other) === rankOf(card) || suitOf(other) === suitOf(card));
  return meldsIn([...near, card]).filter((meld) => meld.includes(card));
};

/** Cards of a hand that stand in no meld and are not beside one that could become one: what is thrown away first. */
export function looseOf(cards: readonly number[]): number[] {
  const inMelds = new Set(meldsIn(cards).flat());
  return cards.filter((card) => !inMelds.has(card));
}

/** The highest loose card of a hand, else the highest. */
export function highestLoose(cards: readonly number[]): number {
  const loose = looseOf(cards);
  return (loose.length === 0 ? cards : loose).toSorted((one, other) => countOf(other) - countOf(one) || rankOf(other) - rankOf(one) || other - one)[0]!;
}

/** The secrets of a hand, fours and runs of five and more that were never shown: those that leave least to count, and of them the most. */
export function secretsOf(cards: readonly number[]): number[][] {
  const candidates = [...setsFrom(cards, FOUR), ...runsFrom(cards, SECRET_RUN)];
  let best: { readonly secrets: number[][]; readonly sum: number } = { secrets: [], sum: 0 };
  const look = (from: number, secrets: number[][], taken: ReadonlySet<number>, sum: number): void => {
    if (sum > best.sum || (sum === best.sum && secrets.length > best.secrets.length)) best = { secrets, sum };
    for (let at = from; at < candidates.length; at += 1) {
      const one = candidates[at]!;
      if (one.every((card) => !taken.has(card))) look(at + 1, [...secrets, one], new Set([...taken, ...one]), sum + sumOf(one));
    }
  };
  look(0, [], new Set(), 0);
  return best.secrets;
}

/** What a hand counts when it is shown: its cards without its secrets. */
export const handCount = (cards: readonly number[]): number => sumOf(cards) - sumOf(secretsOf(cards).flat());

/** Whether cards fit a meld that lies open: what it then holds, in order. */
export const added = (meld: readonly number[], cards: readonly number[]): readonly number[] | undefined => meldOf([...meld, ...cards]);
