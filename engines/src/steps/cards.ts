/** A card is suit * 13 + rank: suits spades, hearts, diamonds, clubs; ranks ace, two … ten, jack, queen, king. */
export const RANKS = 13;
export const CARDS = 52;

/** 0 is an ace, 12 a king. */
export const rankOf = (card: number): number => card % RANKS;

/** 0 spades, 1 hearts, 2 diamonds, 3 clubs. */
export const suitOf = (card: number): number => Math.floor(card / RANKS);
