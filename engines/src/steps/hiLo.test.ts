import type { HiLoAction, HiLoGuess } from "@laro/contract/core/plays/steps";
import { expect, test } from "vitest";
import { isNearlySure, rational, type Rational } from "../engine.ts";
import { chiSquare, chiSquareLimit, goldenStream, scriptedStream } from "../testing.ts";
import { climbBy, climbOf, climbReturn, guessesOn, hiLo, hiLoMultiplier, isRight, START, type Climb } from "./hiLo.ts";

const TIMEOUT_MS = 120_000;
const guess = (what: HiLoGuess): HiLoAction => ({ act: "guess", guess: what });
const cashOut: HiLoAction = { act: "cashOut" };
const skip: HiLoAction = { act: "skip" };
const play = (actions: readonly HiLoAction[], ...cards: number[]) =>
  hiLo.replay({ stakeMinor: 12_300n, choice: {}, actions, stream: scriptedStream(...cards) });
const isLess = (one: Rational, other: Rational): boolean => one.numerator * other.denominator < other.numerator * one.denominator;

test.each([{ card: 1 }, [[]], null, "x"])("the choice %j is refused", (choice) => {
  expect(hiLo.parseChoice.safeParse(choice).success).toBe(false);
  expect(() => hiLo.replay({ stakeMinor: 100n, choice: choice as never, actions: [], stream: scriptedStream(1) })).toThrow(RangeError);
});

test.each([{ act: "guess" }, { act: "guess", guess: "red" }, { act: "higher" }, { act: "skip", guess: "higher" }, [[]], null])(
  "the action %j is refused",
  (action) => {
    expect(hiLo.parseAction.safeParse(action).success).toBe(false);
    expect(() => play([action as HiLoAction], 5, 6)).toThrow(RangeError);
  },
);

test("same is a guess on an ace and a king only, and there the impossible side is none", () => {
  expect(() => play([guess("same")], 5, 5)).toThrow(RangeError);
  expect(() => play([guess("lower")], 0, 5)).toThrow(RangeError);
  expect(() => play([guess("higher")], 12, 5)).toThrow(RangeError);
  expect(play([guess("same")], 0, 13).view.multiplier).toBe(1_287);
  expect(play([guess("same")], 25, 12).view.multiplier).toBe(1_287);
  expect(play([guess("higher")], 0, 13).end!.winMinor).toBe(0n);
  expect(play([guess("lower")], 12, 25).end!.winMinor).toBe(0n);
});

test("each guess wins with just as many of the 52 cards as it says", () => {
  for (let card = 0; card < 52; card += 1)
    for (const { guess: made, ranks } of guessesOn(card)) {
      const right = Array.from({ length: 52 }, (_, next) => next).filter((next) => isRight(made, { card, next }));
      expect(right.length).toBe(ranks * 4);
    }
});

test("a win before the first guess, a guess after the end, and a 53rd skip are not legal", () => {
  expect(() => play([cashOut], 5)).toThrow(RangeError);
  expect(() => play([skip, cashOut], 5, 6)).toThrow(RangeError);
  expect(() => play([guess("higher"), guess("higher")], 5, 1, 6)).toThrow(RangeError);
  const cards = Array.from({ length: 54 }, () => 6);
  const skips = Array.from({ length: 52 }, () => skip);
  expect(play(skips, ...cards).view.skipsLeft).toBe(0);
  expect(() => play([...skips, skip], ...cards)).toThrow(RangeError);
  expect(play([...skips, guess("higher"), cashOut], ...cards).end!.winMinor).toBe((12_300n * 183n) / 100n);
});

test("the golden rounds stay as they are", () => {
  const golden = (actions: readonly HiLoAction[], nonce: bigint) => hiLo.replay({ stakeMinor: 12_300n, choice: {}, actions, stream: goldenStream({ nonce }) });
  expect(golden([skip, skip, skip], 0n).view).toEqual({ cards: [42, 21, 42, 37], moves: ["skip", "skip", "skip"], multiplier: 0, skipsLeft: 49 });
  const lost = { winMinor: 0n, outcome: { cards: [35, 18, 33], multiplier: 0 } };
  expect(golden([skip, guess("lower")], 1n).end).toEqual(lost);
  const actions = [skip, guess("higher"), cashOut];
  expect(golden(actions, 1n).end).toEqual({ winMinor: 19_680n, outcome: { cards: [35, 18, 33], multiplier: 160 } });
});

test("an open round has drawn nothing it does not show: the stream holds the cards seen and no more", () => {
  const { view, end, legal } = play([skip, guess("higher"), guess("lower")], 30, 6, 7, 20);
  expect(end).toBeUndefined();
  expect(view).toEqual({ cards: [30, 6, 7, 20], moves: ["skip", "higher", "lower"], multiplier: 298, skipsLeft: 51 });
  expect(legal).toEqual([guess("higher"), guess("lower"), skip, cashOut]);
  expect(hiLoMultiplier(climbOf(view))).toBe(298);
});

test("the first guess returns 98.4615 to 99 %, by all 52 cards that may follow", () => {
  const returns: Rational[] = [];
  for (let card = 0; card < 13; card += 1)
    for (const { guess: made, ranks } of guessesOn(card)) {
      let paid = 0n;
      for (let next = 0; next < 52; next += 1) paid += play([guess(made), ...(isRight(made, { card, next }) ? [cashOut] : [])], card, next).end!.winMinor;
      const whole = rational(paid, 12_300n * 52n);
      expect(whole).toEqual(climbReturn(climbBy(START, ranks)));
      returns.push(whole);
    }
  expect(returns.reduce((least, value) => (isLess(value, least) ? value : least))).toEqual(rational(64n, 65n));
  expect(returns.reduce((most, value) => (isLess(most, value) ? value : most))).toEqual(rational(99n, 100n));
});

test("the advertised return is that of the worst row of guesses there is: longer ones lose less by rounding", () => {
  let least = climbReturn(climbBy(START, 12));
  const seen = new Set<string>();
  // Past twice the stake a hundredth is less than the 0.69 hundredths of 126 that the worst row loses.
  const climb = (from: Climb): void => {
    for (let ranks = 1; ranks <= 12; ranks += 1) {
      const next = climbBy(from, ranks);
      const key = `${next.numerator}/${next.denominator}`;
      if (next.numerator > 2n * next.denominator || seen.has(key)) continue;
      seen.add(key);
      const value = climbReturn(next);
      if (isLess(value, least)) least = value;
      climb(next);
    }
  };
  climb(START);
  expect(seen.size).toBeGreaterThan(30);
  expect(least).toEqual(rational(2_160n, 2_197n));
  expect(hiLo.exactReturn()).toEqual(least);
  // Beyond twice the stake: 99·P hundredths lose less than one of at least 198.
  expect(isLess(least, rational(99n * 198n - 99n, 100n * 198n))).toBe(true);
});

test("a win that was nearly sure counts nothing towards turnover: one guess with twelve ranks, and no other row of guesses; a wrong guess counts whole", () => {
  const validOfRow = (...ranks: readonly number[]) => {
    const climb = ranks.reduce(climbBy, START);
    const valid = hiLo.validMinor({ choice: {}, stakeMinor: 12_300n, winMinor: 123n * BigInt(hiLoMultiplier(climb)) });
    expect(valid).toBe(isNearlySure({ numerator: climb.denominator, denominator: climb.numerator }) ? 0n : 12_300n);
    return valid;
  };
  expect(validOfRow(12)).toBe(0n);
  for (let ranks = 1; ranks <= 12; ranks += 1) for (let more = 1; more <= 12; more += 1) expect([validOfRow(ranks, more), more]).toEqual([12_300n, more]);
  for (let ranks = 1; ranks <= 11; ranks += 1) expect(validOfRow(ranks)).toBe(12_300n);
  expect(hiLo.validMinor({ choice: {}, stakeMinor: 12_300n, winMinor: 0n })).toBe(12_300n);
});

test("no guess is offered that could pay more than 10,000 times the stake, and the round ends where none could be", () => {
  const kings = Array.from({ length: 3 }, () => 12);
  const near = play([guess("same"), guess("same"), guess("same")], 12, ...kings);
  expect(near.view.multiplier).toBe(217_503);
  expect(near.legal).toEqual([guess("lower"), skip, cashOut]);
  const swings = Array.from({ length: 19 }, (_, index) => ({ card: index % 2 === 0 ? 0 : 12, move: guess(index % 2 === 0 ? "lower" : "higher") }));
  const climbed = play([guess("same"), guess("same"), guess("same"), ...swings.map(({ move }) => move)], 12, ...kings, ...swings.map(({ card }) => card));
  expect(climbed.end).toBeDefined();
  expect(climbed.view.multiplier).toBeLessThanOrEqual(1_000_000);
  expect(climbed.view.multiplier).toBeGreaterThan(923_000);
  expect(climbed.end!.winMinor).toBe(123n * BigInt(climbed.view.multiplier));
});

/** Which numbers of ranks the guesses on each rank win with. */
const chancesOn = Array.from({ length: 13 }, (_, rank) => guessesOn(rank).map(({ ranks }) => ranks));

/**
 * Mean and mean square, in stakes, of guessing against the odds as long as any guess is offered, and skipping a card before each and wherever none is:
 * after `guesses` right ones that won with ranks of this product. Plain floating numbers are exact enough.
 */
function momentsAgainst(known: Map<string, { mean: number; square: number }>, guesses = 0, product = 1): { mean: number; square: number } {
  const key = `${guesses} ${product}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const multiplier = (ranks: number): number => Math.floor((99 * 13 ** (guesses + 1)) / product / ranks);
  const open = chancesOn.map((chances) => chances.filter((ranks) => multiplier(ranks) <= 1_000_000)).filter(({ length }) => length > 0);
  const pays = Math.floor((99 * 13 ** guesses) / product) / 100;
  const sum = open.length === 0 ? { mean: pays, square: pays * pays } : { mean: 0, square: 0 };
  for (const chances of open) {
    const ranks = Math.min(...chances);
    const then = momentsAgainst(known, guesses + 1, product * ranks);
    sum.mean += (then.mean * ranks) / 13 / open.length;
    sum.square += (then.square * ranks) / 13 / open.length;
  }
  known.set(key, sum);
  return sum;
}

test("no way to play varies more than the largest variance, and guessing against the odds comes within a tenth of it", () => {
  const { mean, square } = momentsAgainst(new Map());
  const { numerator, denominator } = hiLo.exactVariance();
  const share = (square - mean * mean) / (Number(numerator) / Number(denominator));
  expect(mean).toBeCloseTo(0.99, 3);
  expect([share > 0.9, share <= 1]).toEqual([true, true]);
  // A round that is worth 99 % of what it risks, and pays all there is or nothing.
  const [most, chance] = [10_000, 0.99 / 10_000];
  expect(Number(numerator) / Number(denominator)).toBeCloseTo(most ** 2 * chance * (1 - chance), 6);
});

test("first cards over 104,000 nonces are even", { timeout: TIMEOUT_MS }, () => {
  let nonce = 0n;
  const next = () => {
    const { view } = hiLo.replay({ stakeMinor: 100n, choice: {}, actions: [], stream: goldenStream({ nonce }) });
    nonce += 1n;
    return view.cards[0]!;
  };
  expect(chiSquare({ count: 52, draws: 104_000, next })).toBeLessThan(chiSquareLimit(52));
});

test("the likelier guess taken to twice the stake, over 30,000 nonces, returns what it should within 3.29 standard deviations", { timeout: TIMEOUT_MS }, () => {
  const rounds = 30_000;
  let [paid, squares] = [0, 0];
  for (let nonce = 0n; nonce < rounds; nonce += 1n) {
    const actions: HiLoAction[] = [];
    for (;;) {
      const at = hiLo.replay({ stakeMinor: 100n, choice: {}, actions, stream: goldenStream({ nonce }) });
      if (at.end !== undefined) {
        const win = Number(at.end.winMinor) / 100;
        paid += win;
        squares += win * win;
        break;
      }
      const [likelier] = guessesOn(at.view.cards.at(-1)!).toSorted((one, other) => other.ranks - one.ranks);
      actions.push(at.view.multiplier >= 200 ? cashOut : guess(likelier!.guess));
    }
  }
  const mean = paid / rounds;
  const deviation = Math.sqrt((squares / rounds - mean * mean) / rounds);
  expect(mean - 3.29 * deviation).toBeLessThan(0.99);
  expect(mean + 3.29 * deviation).toBeGreaterThan(2_160 / 2_197);
});
