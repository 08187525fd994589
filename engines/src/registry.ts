import { dice } from "./dice/dice.ts";
import type { Engine } from "./engine.ts";
import { mangoRush } from "./slots/mango-rush.ts";
import { baccarat, baccaratNc } from "./tables/baccarat.ts";
import { dragonTiger } from "./tables/dragon-tiger.ts";
import { roulette } from "./tables/roulette.ts";
import { sicBo } from "./tables/sic-bo.ts";

/** Every house game by its code. */
export const engines = {
  DICE: dice,
  MANGO_RUSH: mangoRush,
  ROULETTE: roulette,
  BACCARAT: baccarat,
  DRAGON_TIGER: dragonTiger,
  SIC_BO: sicBo,
  BACCARAT_NC: baccaratNc,
} as const;

export type GameCode = keyof typeof engines;

/** An engine by a game code from outside; whoever plays it gives it only what its own `parseChoice` let through. */
export function findEngine(code: string): Engine | undefined {
  return Object.hasOwn(engines, code) ? engines[code as GameCode] : undefined;
}
