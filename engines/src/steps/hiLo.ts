import { HiLoAction, HiLoChoice } from "@laro/contract/core/plays/steps";
import type { HiLoGuess, HiLoOutcome, HiLoView } from "@laro/contract/core/plays/steps";
import { assertStake, rational, type Rational, type SteppedEngine } from "../engine.ts";
import { CARDS, RANKS, rankOf } from "./cards.ts";
import { climbedStake, climbLimits, MULTIPLIER_MAX, payAt, readBy, takeAll, type Moves } from "./steps.ts";

const ACE = 0;
const KING = RANKS - 1;
const EVEN = 99n;
export const SKIPS_MAX = 52;
/** The likeliest guess there is: it wins with twelve of thirteen ranks. */
const LIKELIEST = 12;

/** Which guesses a card allows, and with how many of the 13 ranks each wins: the same rank wins both, but on an ace and a king it is a guess of its own. */
export function guessesOn(card: number): readonly { readonly guess: HiLoGuess; readonly ranks: number }[] {
  const rank = rankOf(card);
  if (rank === ACE)
    return [
      { guess: "higher", ranks: RANKS - 1 },
      { guess: "same", ranks: 1 },
    ];
  if (rank === KING)
    return [
      { guess: "same", ranks: 1 },
      { guess: "lower", ranks: RANKS - 1 },
    ];
  return [
    { guess: "higher", ranks: RANKS - rank },
    { guess: "lower", ranks: rank + 1 },
  ];
}

/** Whether the next card makes a guess on a card right. */
export function isRight(guess: HiLoGuess, { card, next }: { card: number; next: number }): boolean {
  const [from, to] = [rankOf(card), rankOf(next)];
  if (guess === "same") return to === from;
  if (guess === "higher") return from === ACE ? to > from : to >= from;
  return from === KING ? to < from : to <= from;
}

/** How likely all guesses so far were: the product of 13 / ranks, as a fraction. */
export type Climb = Rational;
export const START: Climb = { numerator: 1n, denominator: 1n };

export const climbBy = ({ numerator, denominator }: Climb, ranks: number): Climb => rational(numerator * BigInt(RANKS), denominator * BigInt(ranks));

/** What a climb pays, in hundredths of the stake, rounded down: 99 % of what its chance is worth. */
export const hiLoMultiplier = ({ numerator, denominator }: Climb): number => Number((EVEN * numerator) / denominator);

/** What part of the stake a climb returns: its chance times what it pays. */
export const climbReturn = (climb: Climb): Rational => rational(BigInt(hiLoMultiplier(climb)) * climb.denominator, 100n * climb.numerator);

/** Whether a guess that wins with so many ranks may still be made: it must not pay more than the game ever does. */
const isOffered = (climb: Climb, ranks: number): boolean => hiLoMultiplier(climbBy(climb, ranks)) <= MULTIPLIER_MAX;

/** The climb after the moves made on these cards, all of them right. */
export function climbOf({ cards, moves }: Pick<HiLoView, "cards" | "moves">): Climb {
  return moves.reduce((climb, move, index) => {
    const made = guessesOn(cards[index]!).find(({ guess }) => guess === move);
    return made === undefined ? climb : climbBy(climb, made.ranks);
  }, START);
}

interface State {
  readonly cards: readonly number[];
  readonly moves: HiLoView["moves"];
  readonly climb: Climb;
  readonly isLost: boolean;
  readonly isTaken: boolean;
}

const guessed = (state: State): boolean => state.moves.some((move) => move !== "skip");
const skipsLeft = (state: State): number => SKIPS_MAX - state.moves.filter((move) => move === "skip").length;
const hasEnded = (state: State): boolean => state.isLost || state.isTaken || !isOffered(state.climb, LIKELIEST);

function actionsIn(state: State): HiLoAction[] {
  if (hasEnded(state)) return [];
  return [
    ...guessesOn(state.cards.at(-1)!)
      .filter(({ ranks }) => isOffered(state.climb, ranks))
      .map(({ guess }) => ({ act: "guess", guess }) as const),
    ...(skipsLeft(state) > 0 ? [{ act: "skip" } as const] : []),
    ...(guessed(state) ? [{ act: "cashOut" } as const] : []),
  ];
}

function take(state: State, action: HiLoAction, draw: () => number): State {
  if (action.act === "cashOut") return { ...state, isTaken: true };
  const [card, next] = [state.cards.at(-1)!, draw()];
  const cards = [...state.cards, next];
  if (action.act === "skip") return { ...state, cards, moves: [...state.moves, "skip"] };
  const moves = [...state.moves, action.guess];
  if (!isRight(action.guess, { card, next })) return { ...state, cards, moves, isLost: true };
  const { ranks } = guessesOn(card).find(({ guess }) => guess === action.guess)!;
  return { ...state, cards, moves, climb: climbBy(state.climb, ranks) };
}

const viewOf = (state: State): HiLoView => ({
  cards: [...state.cards],
  moves: [...state.moves],
  multiplier: state.isLost || !guessed(state) ? 0 : hiLoMultiplier(state.climb),
  skipsLeft: skipsLeft(state),
});

/** Three guesses that win with twelve ranks each pay 125 hundredths of 125.86: no row of guesses loses more by rounding, as a test tries them all. */
const leastReturn = climbReturn([LIKELIEST, LIKELIEST, LIKELIEST].reduce(climbBy, START));

/** What every way to play would return were nothing rounded: each guess is worth what it risks. */
const MOST_RETURN = rational(EVEN, 100n);

/**
 * What no way to play passes. However it is played, a round pays M = 10,000 stakes at most and returns r = 99 % at most; so the mean of the squares is at most
 * M · r, and the variance r · (M − r), which grows with r as long as that is below M / 2. Who always guesses against the odds comes close to it, as a test counts.
 */
const largestVariance = rational(
  MOST_RETURN.numerator * (BigInt(MULTIPLIER_MAX / 100) * MOST_RETURN.denominator - MOST_RETURN.numerator),
  MOST_RETURN.denominator ** 2n,
);

/**
 * Hi-lo: each card is `stream.uniform(52)`, suit · 13 + rank, whatever fell before; the first lies open, each guess or skip draws the next.
 * A guess that wins with f of the 13 ranks multiplies by 13 / f; the end pays ⌊99 · Π 13 / f⌋ hundredths. Up to 52 cards may be skipped.
 * A guess that could pay more than 10,000 times the stake is not offered, and where even the likeliest could, the round ends by itself.
 */
export const hiLo: SteppedEngine<HiLoChoice, HiLoAction, HiLoView, HiLoOutcome> = {
  kind: "stepped",
  gameCode: "HI_LO",
  vendorCode: "BGS",
  gameType: "BGS",
  ...climbLimits,
  cycleMs: 1_000,
  parseChoice: HiLoChoice,
  parseAction: HiLoAction,
  maxWinMultiple: rational(BigInt(MULTIPLIER_MAX), 100n),
  validMinor: climbedStake,
  replay({ stakeMinor, choice, actions, stream }) {
    assertStake(climbLimits, stakeMinor);
    readBy(HiLoChoice, choice);
    const read = actions.map((action) => readBy(HiLoAction, action));
    const draw = (): number => stream.uniform(CARDS);
    const moves: Moves<State, HiLoAction> = { actionsIn, take: (state, action) => take(state, action, draw) };
    const state = takeAll<State, HiLoAction>({ cards: [draw()], moves: [], climb: START, isLost: false, isTaken: false }, read, moves);
    const view = viewOf(state);
    const at = { view, legal: actionsIn(state), stakeMinor, onTimeOut: guessed(state) ? ({ act: "cashOut" } as const) : ("refund" as const) };
    if (!hasEnded(state)) return at;
    const { cards, multiplier } = view;
    return { ...at, end: { winMinor: payAt(stakeMinor, multiplier), outcome: { cards, multiplier } } };
  },
  exactReturn: () => leastReturn,
  exactVariance: () => largestVariance,
};
