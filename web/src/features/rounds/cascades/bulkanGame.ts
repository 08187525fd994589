import { bulkanBook, bulkanSymbols, bulkanWays } from "@laro/engines/slots/bulkan-ways";
import { bulkanArt } from "./bulkanArt.tsx";
import type { CascadeGame } from "./cascadeGame.ts";

export const bulkanGame: CascadeGame = {
  glyph: "sun",
  scene: "plaza",
  book: bulkanBook,
  engine: bulkanWays,
  art: bulkanArt,
  names: (t) => bulkanSymbols.map((symbol) => t(`rounds.bulkan.${symbol}`)),
  rowFirst: 1,
  countsWays: true,
};
