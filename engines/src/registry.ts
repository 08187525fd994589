import { dice } from "./dice/dice.ts";
import type { Engine } from "./engine.ts";
import { mangoRush } from "./slots/mango-rush.ts";
import { blackjack } from "./steps/blackjack.ts";
import { coin } from "./steps/coin.ts";
import { hiLo } from "./steps/hiLo.ts";
import { mines } from "./steps/mines.ts";
import { videoPoker } from "./steps/videoPoker.ts";
import { roulette } from "./tables/roulette.ts";

/** Every house game by its code. */
export const engines = {
  DICE: dice,
  MANGO_RUSH: mangoRush,
  MINES: mines,
  HI_LO: hiLo,
  COIN_FLIP: coin,
  BLACKJACK: blackjack,
  VIDEO_POKER: videoPoker,
  ROULETTE: roulette,
} as const;

export type GameCode = keyof typeof engines;

/** An engine by a game code from outside; whoever plays it gives it only what its own `parseChoice` let through. */
export function findEngine(code: string): Engine | undefined {
  return Object.hasOwn(engines, code) ? engines[code as GameCode] : undefined;
}
