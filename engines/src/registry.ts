import { dice } from "./dice/dice.ts";
import type { Engine, SharedEngine } from "./engine.ts";
import { mangoRush } from "./slots/mango-rush.ts";
import { blackjack } from "./steps/blackjack.ts";
import { coin } from "./steps/coin.ts";
import { hiLo } from "./steps/hiLo.ts";
import { mines } from "./steps/mines.ts";
import { videoPoker } from "./steps/videoPoker.ts";
import { liveOf } from "./tables/live.ts";
import { roulette, rouletteTable } from "./tables/roulette.ts";

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
  ROULETTE_1: liveOf("ROULETTE_1", rouletteTable),
  ROULETTE_SPEED_1: liveOf("ROULETTE_SPEED_1", rouletteTable),
} as const;

export type GameCode = keyof typeof engines;

/** The games for one player whose one result could settle many tickets too, by the same codes. */
const tables: Readonly<Partial<Record<GameCode, SharedEngine<unknown, unknown>>>> = { ROULETTE: rouletteTable as SharedEngine<unknown, unknown> };

/** An engine by a game code from outside; whoever plays it gives it only what its own `parseChoice` let through. */
export function findEngine(code: string): Engine | undefined {
  return Object.hasOwn(engines, code) ? (engines[code as GameCode] as Engine) : undefined;
}

/** A table's mathematics by a game code from outside. */
export function findTable(code: string): SharedEngine<unknown, unknown> | undefined {
  const engine = findEngine(code);
  return engine?.kind === "shared" ? engine : Object.hasOwn(tables, code) ? tables[code as GameCode] : undefined;
}
