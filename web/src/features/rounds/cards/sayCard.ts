import type { Translator } from "@laro/locales/t";

const RANKS = 13;
const letters = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"] as const;
const suits = ["spades", "hearts", "diamonds", "clubs"] as const;

/** 0 is the ace, 12 the king. */
export const rankOf = (card: number): number => card % RANKS;
/** Spades, hearts, diamonds, clubs. */
export const suitOf = (card: number): number => Math.floor(card / RANKS);

/** "Ace of spades". */
export const sayCard = (card: number, t: Translator): string => t("rounds.card", { rank: rankOf(card) + 1, suit: suits[suitOf(card)] ?? "" });

/** "A", "10", "K". */
export const letterOf = (card: number): string => letters[rankOf(card)] ?? "";
