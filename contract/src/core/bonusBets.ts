/** How much of a bonus bet's win is its member's: all of it, or what is above the stake. */
export const bonusBetPays = ["win", "profit"] as const;
export type BonusBetPays = (typeof bonusBetPays)[number];
/** The most bonus bets one gift holds. */
export const BONUS_BETS_EACH_MAX = 100;
