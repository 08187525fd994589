import type { BlackjackResult } from "@laro/contract/core/plays/steps";
import { rankOf } from "./cards.ts";

export const BLACKJACK = 21;
const ACE_EXTRA = 10;
const TEN = 10;
/** The dealer stands on every seventeen, soft ones too. */
const DEALER_STANDS = 17;

/** A hand's worth; soft while an ace counts as eleven. */
export interface Total {
  readonly total: number;
  readonly soft: boolean;
}

/** 1 for an ace, 10 for a ten and each picture. */
export const valueOf = (card: number): number => Math.min(rankOf(card) + 1, TEN);

/** A total and one more card's value: an ace counts as eleven while it can. */
export function addValue({ total, soft }: Total, value: number): Total {
  const sum = total + value;
  if (value === 1 && !soft && sum + ACE_EXTRA <= BLACKJACK) return { total: sum + ACE_EXTRA, soft: true };
  return soft && sum > BLACKJACK ? { total: sum - ACE_EXTRA, soft: false } : { total: sum, soft };
}

export const EMPTY: Total = { total: 0, soft: false };

export const totalOf = (cards: readonly number[]): Total => cards.reduce((total, card) => addValue(total, valueOf(card)), EMPTY);

export const isBust = ({ total }: Total): boolean => total > BLACKJACK;
export const isNatural = (cards: readonly number[]): boolean => cards.length === 2 && totalOf(cards).total === BLACKJACK;
export const dealerStands = ({ total }: Total): boolean => total >= DEALER_STANDS;

/** 1 when the first beats the second, -1 when it is beaten, 0 for a tie; both no more than 21. */
export const compareTotals = (player: Total, dealer: Total): number => Math.sign(player.total - (isBust(dealer) ? 0 : dealer.total));

/** Two cards of one value. */
export const isPair = ([one, other, ...more]: readonly number[]): boolean => more.length === 0 && other !== undefined && valueOf(one!) === valueOf(other);

/** What a hand comes to against all cards of the dealer; one that was split is never a blackjack. */
export function resultOf(cards: readonly number[], { dealer, isSplit }: { dealer: readonly number[]; isSplit: boolean }): BlackjackResult {
  const [own, other] = [totalOf(cards), totalOf(dealer)];
  if (isBust(own)) return "bust";
  const [hasOwn, hasDealer] = [!isSplit && isNatural(cards), isNatural(dealer)];
  if (hasOwn || hasDealer) return hasOwn === hasDealer ? "push" : hasOwn ? "blackjack" : "lost";
  const order = compareTotals(own, other);
  return order > 0 ? "won" : order < 0 ? "lost" : "push";
}

/** What each result pays, stake included, in halves of the stake. */
const HALVES: Readonly<Record<BlackjackResult, bigint>> = { blackjack: 5n, won: 4n, push: 2n, lost: 0n, bust: 0n };

/** What a hand's stake (minor units, a multiple of 100) brings back: exact. */
export const payOfHand = (stakeMinor: bigint, result: BlackjackResult): bigint => (stakeMinor * HALVES[result]) / 2n;

/** Insurance is half of the first stake and pays 2:1 on a blackjack of the dealer. */
const INSURANCE_PAYS = 3n;
export const insuranceOf = (stakeMinor: bigint): bigint => stakeMinor / 2n;
export const payOfInsurance = (stakeMinor: bigint, dealer: readonly number[]): bigint =>
  isNatural(dealer.slice(0, 2)) ? insuranceOf(stakeMinor) * INSURANCE_PAYS : 0n;
