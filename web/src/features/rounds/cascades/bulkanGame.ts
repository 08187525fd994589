import { bulkanBook, bulkanSymbols, bulkanWays } from "@laro/engines/slots/bulkan-ways";
import { lazy } from "react";
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
  Rules: lazy(() => import("./BulkanRules.tsx").then((file) => ({ default: file.BulkanRules }))),
};
