import type { PokerHand } from "@laro/contract/core/plays/steps";
import { rankOf, RANKS, suitOf } from "./cards.ts";

/** What each hand pays, in stakes, the stake included: Jacks or Better, full house 9 and flush 6. */
export const pokerPays: Readonly<Record<PokerHand, number>> = {
  royalFlush: 800,
  straightFlush: 50,
  fourOfAKind: 25,
  fullHouse: 9,
  flush: 6,
  straight: 4,
  threeOfAKind: 3,
  twoPair: 2,
  jacksOrBetter: 1,
  nothing: 0,
};

const ACE = 0;
const JACK = 10;
const TO_KING = RANKS - 1;

/** The rows of five ranks, by the bits of their ranks: ace to five … nine to king, and ten to ace. */
const LOW_STRAIGHTS = Array.from({ length: RANKS - 4 }, (_, low) => 0b11111 << low);
const BROADWAY = (0b1111 << (TO_KING - 3)) | 1;

/** What five cards are. */
export function handOf(cards: readonly number[]): PokerHand {
  const counts = Array.from({ length: RANKS }, () => 0);
  for (const card of cards) counts[rankOf(card)]! += 1;
  const [most, next] = counts.toSorted((one, other) => other - one);
  const bits = counts.reduce((sum, count, rank) => sum | (count > 0 ? 1 << rank : 0), 0);
  const isFlush = cards.every((card) => suitOf(card) === suitOf(cards[0]!));
  const isHigh = bits === BROADWAY;
  const isStraight = isHigh || LOW_STRAIGHTS.includes(bits);
  if (isFlush && isStraight) return isHigh ? "royalFlush" : "straightFlush";
  if (most === 4) return "fourOfAKind";
  if (most === 3 && next === 2) return "fullHouse";
  if (isFlush) return "flush";
  if (isStraight) return "straight";
  if (most === 3) return "threeOfAKind";
  if (most === 2 && next === 2) return "twoPair";
  return counts.some((count, rank) => count === 2 && (rank === ACE || rank >= JACK)) ? "jacksOrBetter" : "nothing";
}
