/** The most bonus bets one gift holds. */
export const BONUS_BETS_EACH_MAX = 100;
