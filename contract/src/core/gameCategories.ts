/** The categories of games (catalogue, `game.category`): what a valid bet is worth in points is said for each of them. */
export const gameCategories = ["LIVE", "RNG", "SPORTS", "ESPORTS", "PVP", "FISH", "LOTT", "ELOTT", "COCKFIGHT", "JACKPOT", "MINI", "BGS"] as const;
export type GameCategory = (typeof gameCategories)[number];
