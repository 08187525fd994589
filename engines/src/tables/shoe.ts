import type { Stream } from "../fair.ts";

const DECK = 52;
const RANKS = 13;
/** Every round is dealt from eight decks of its own. */
export const DECKS = 8;
export const SHOE = DECKS * DECK;

/** 0 is the ace, 12 the king. */
export const rankOf = (card: number): number => card % RANKS;
export const isRed = (card: number): boolean => card >= RANKS && card < 3 * RANKS;

const fresh = Uint8Array.from({ length: SHOE }, (_, place) => place % DECK);

/**
 * Deals from a fresh shoe: position p of the 416 holds card p mod 52. The k-th card (k from 0) is at position k + `stream.uniform(416 - k)`, which changes
 * places with position k: the beginning of a Fisher–Yates shuffle, so no card comes back.
 */
export function openShoe(stream: Stream): () => number {
  const shoe = fresh.slice();
  let dealt = 0;
  return () => {
    const place = dealt + stream.uniform(SHOE - dealt);
    const card = shoe[place] ?? 0;
    shoe[place] = shoe[dealt] ?? 0;
    dealt += 1;
    return card;
  };
}
