/** The sections of the home page in the order they are shipped in; an operator gives them another and switches some off. */
export const homeSections = [
  "lead",
  "banners",
  "continue",
  "quick",
  "marquee",
  "winners",
  "hot",
  "inhouse",
  "rng",
  "live",
  "providers",
  "fish",
  "matches",
  "videos",
  "fair",
  "limits",
  "app",
] as const;
export type HomeSection = (typeof homeSections)[number];

/** The categories of the navigation in the specification's order (NAV-02): each can be switched off. Home, the house's games and promotions always stand. */
export const menuCategories = ["ELOTT", "LOTT", "LIVE", "SPORTS", "FISH", "RNG", "PVP", "ESPORTS", "COCKFIGHT"] as const;

/** The classes of the quick menu: jackpot, table games, arcade, bingo (NAV-05). */
export const quickClasses = ["JP", "TG", "AC", "BG"] as const;

/** What of the navigation can be switched off. */
export const switchable = [...menuCategories, ...quickClasses] as const;
export type Switchable = (typeof switchable)[number];
