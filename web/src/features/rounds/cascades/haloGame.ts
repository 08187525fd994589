import { haloBook, haloHalo, haloMachine, haloSymbols } from "@laro/engines/slots/halo-halo";
import type { CascadeGame } from "./cascadeGame.ts";
import { haloArt } from "./haloArt.tsx";

export const haloGame: CascadeGame = {
  glyph: "mango",
  scene: "sea",
  book: haloBook,
  engine: haloHalo,
  art: haloArt,
  names: (t) => haloSymbols.map((symbol) => t(`rounds.halo.${symbol}`)),
  rowFirst: 1,
  ladder: haloMachine.multipliers,
  countsWays: false,
};
