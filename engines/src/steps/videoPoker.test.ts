import type { PokerAction, PokerHand } from "@laro/contract/core/plays/steps";
import { expect, test } from "vitest";
import { rational } from "../engine.ts";
import { chiSquare, chiSquareLimit, createRandom, goldenStream, scriptedStream } from "../testing.ts";
import { handOf, pokerPays } from "./poker.hands.ts";
import { countBestHolds, EVERY_DRAW_OF_A_HAND } from "./pokerCount.ts";

import { videoPoker } from "./videoPoker.ts";

const TIMEOUT_MS = 60_000;
const HANDS = 2_598_960n;
const hold = (held: number): PokerAction => ({ act: "draw", held });
const golden = (nonce: bigint, ...actions: PokerAction[]) => videoPoker.replay({ stakeMinor: 12_300n, choice: {}, actions, stream: goldenStream({ nonce }) });

/** "AS" is the ace of spades. */
const cardsOf = (names: string): number[] => names.split(" ").map((name) => "SHDC".indexOf(name[1]!) * 13 + "A23456789TJQK".indexOf(name[0]!));

test.each([{ hold: 1 }, [[]], null, "x"])("the choice %j is refused", (choice) => {
  expect(videoPoker.parseChoice.safeParse(choice).success).toBe(false);
  expect(() => videoPoker.replay({ stakeMinor: 100n, choice: choice as never, actions: [], stream: goldenStream({ nonce: 0n }) })).toThrow(RangeError);
});

test.each([
  { act: "draw" },
  { act: "draw", held: 32 },
  { act: "draw", held: -1 },
  { act: "draw", held: 1.5 },
  { act: "draw", held: "3" },
  { held: 3 },
  [[]],
  null,
])("the action %j is refused", (action) => {
  expect(videoPoker.parseAction.safeParse(action).success).toBe(false);
  expect(() => golden(0n, action as PokerAction)).toThrow(RangeError);
});

test("a second draw is not legal", () => {
  expect(() => golden(0n, hold(31), hold(31))).toThrow('{"act":"draw","held":31} is not legal where the round stands.');
  expect(golden(0n, hold(3)).legal).toEqual([]);
  expect(golden(0n).legal).toHaveLength(32);
});

test.each<[string, PokerHand]>([
  ["TS JS QS KS AS", "royalFlush"],
  ["9H TH JH QH KH", "straightFlush"],
  ["AC 2C 3C 4C 5C", "straightFlush"],
  ["7S 7H 7D 7C KS", "fourOfAKind"],
  ["7S 7H 7D KC KS", "fullHouse"],
  ["2D 5D 9D JD KD", "flush"],
  ["TS JS QS KS AH", "straight"],
  ["AC 2C 3C 4C 5D", "straight"],
  ["QC KC AC 2C 3D", "nothing"],
  ["7S 7H 7D KC QS", "threeOfAKind"],
  ["7S 7H KD KC QS", "twoPair"],
  ["JS JH 2D 3C 4S", "jacksOrBetter"],
  ["AS AH 2D 3C 4S", "jacksOrBetter"],
  ["TS TH 2D 3C 4S", "nothing"],
])("%s is %s", (names, hand) => {
  expect(handOf(cardsOf(names))).toBe(hand);
  expect(handOf(cardsOf(names).toReversed())).toBe(hand);
});

test("cards come from the front of one shuffled deck, held ones stay, and new ones fill the gaps from the left", () => {
  const draws = [0, 0, 0, 0, 0, 11, 20];
  const { view, end } = videoPoker.replay({ stakeMinor: 100n, choice: {}, actions: [hold(0b10101)], stream: scriptedStream(...draws) });
  expect(view).toEqual({ dealt: [0, 1, 2, 3, 4], held: 21, cards: [0, 16, 2, 26, 4], hand: "jacksOrBetter", multiplier: 100 });
  expect(end!.outcome).toEqual({ dealt: [0, 1, 2, 3, 4], cards: [0, 16, 2, 26, 4], hand: "jacksOrBetter", multiplier: 100 });
});

test("an open round has drawn nothing it does not show, and a card never comes twice", () => {
  expect(videoPoker.replay({ stakeMinor: 100n, choice: {}, actions: [], stream: scriptedStream(5, 5, 5, 5, 5) }).view.cards).toHaveLength(5);
  const random = createRandom(11);
  for (let nonce = 0n; nonce < 3_000n; nonce += 1n) {
    const { outcome } = golden(nonce, hold(random(32))).end!;
    expect(new Set([...outcome.dealt, ...outcome.cards]).size).toBe(10 - outcome.cards.filter((card) => outcome.dealt.includes(card)).length);
  }
});

test("the golden rounds stay as they are", () => {
  expect(golden(0n).view).toEqual({ dealt: [42, 8, 26, 45, 38], held: null, cards: [42, 8, 26, 45, 38], hand: "nothing", multiplier: 0 });
  expect(golden(4n, hold(0)).end).toEqual({
    winMinor: 24_600n,
    outcome: { dealt: [1, 23, 6, 15, 41], cards: [18, 19, 28, 45, 31], hand: "twoPair", multiplier: 200 },
  });
});

test("all 2,598,960 hands, each with the best of its 32 holds, return 99.5439 %", { timeout: TIMEOUT_MS }, () => {
  expect(EVERY_DRAW_OF_A_HAND).toBe(7_669_695);
  const { pays, squares } = countBestHolds();
  const all = HANDS * BigInt(EVERY_DRAW_OF_A_HAND);
  expect(videoPoker.exactReturn()).toEqual(rational(pays, all));
  expect(videoPoker.exactVariance()).toEqual(rational(squares * all - pays * pays, all * all));
  expect(rational(pays, all)).toEqual({ numerator: 1_653_526_326_983n, denominator: 1_661_102_543_100n });
  expect((pays * 10_000_000_000n) / all).toBe(9_954_390_436n);
  expect(Number((squares * all - pays * pays) / all) / Number(all)).toBeCloseTo(19.514_676, 5);
});

test("a royal flush pays the most, and no stake wins more than 2,000,000.00 with it", () => {
  expect(videoPoker.maxWinMultiple).toEqual(rational(800n, 1n));
  expect(videoPoker.stakeMax * 800n).toBe(200_000_000n);
  expect(Math.max(...Object.values(pokerPays))).toBe(800);
});

test("hands kept as they are, over 100,000 nonces, pay what all hands do within 3.29 standard deviations", { timeout: TIMEOUT_MS }, () => {
  const counts = {
    royalFlush: 4,
    straightFlush: 36,
    fourOfAKind: 624,
    fullHouse: 3_744,
    flush: 5_108,
    straight: 10_200,
    threeOfAKind: 54_912,
    twoPair: 123_552,
    jacksOrBetter: 337_920,
  };
  const hands = Object.entries(counts) as [keyof typeof counts, number][];
  const mean = hands.reduce((sum, [hand, count]) => sum + pokerPays[hand] * count, 0) / Number(HANDS);
  const square = hands.reduce((sum, [hand, count]) => sum + pokerPays[hand] ** 2 * count, 0) / Number(HANDS);
  const rounds = 100_000;
  let paid = 0n;
  for (let nonce = 0n; nonce < rounds; nonce += 1n) paid += golden(nonce, hold(31)).end!.winMinor;
  const deviation = Math.sqrt((square - mean * mean) / rounds);
  expect(Math.abs(Number(paid) / 12_300 / rounds - mean)).toBeLessThan(3.29 * deviation);
});

test("each place of the hand holds each card as often, over 104,000 nonces", { timeout: TIMEOUT_MS }, () => {
  for (const place of [0, 4]) {
    let nonce = 0n;
    const next = () => {
      const card = golden(nonce).view.cards[place]!;
      nonce += 1n;
      return card;
    };
    expect(chiSquare({ count: 52, draws: 52_000, next })).toBeLessThan(chiSquareLimit(52));
  }
});
