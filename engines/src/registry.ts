import { dice } from "./dice/dice.ts";
import type { Engine, SharedEngine } from "./engine.ts";
import { bingo } from "./minis/bingo.ts";
import { keno } from "./minis/keno.ts";
import { limbo } from "./minis/limbo.ts";
import { plinko } from "./minis/plinko.ts";
import { scratch } from "./minis/scratch.ts";
import { wheel } from "./minis/wheel.ts";
import { fiestaLines } from "./slots/fiesta-lines.ts";
import { jeepney243 } from "./slots/jeepney-243.ts";
import { gintongParol } from "./slots/gintong-parol.ts";
import { mangoRush } from "./slots/mango-rush.ts";
import { perlasHold } from "./slots/perlas-hold.ts";
import { blackjack } from "./steps/blackjack.ts";
import { coin } from "./steps/coin.ts";
import { hiLo } from "./steps/hiLo.ts";
import { mines } from "./steps/mines.ts";
import { videoPoker } from "./steps/videoPoker.ts";
import { baccarat, baccaratNc, baccaratNcTable, baccaratTable } from "./tables/baccarat.ts";
import { dragonTiger, dragonTigerTable } from "./tables/dragon-tiger.ts";
import { liveOf } from "./tables/live.ts";
import { roulette, rouletteTable } from "./tables/roulette.ts";
import { sicBo, sicBoTable } from "./tables/sic-bo.ts";

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
  BACCARAT: baccarat,
  LIMBO: limbo,
  PLINKO: plinko,
  WHEEL: wheel,
  KENO: keno,
  SCRATCH: scratch,
  PAROL_BINGO: bingo,
  DRAGON_TIGER: dragonTiger,
  SIC_BO: sicBo,
  BACCARAT_NC: baccaratNc,
  FIESTA_LINES: fiestaLines,
  JEEPNEY_243: jeepney243,
  PERLAS_HOLD: perlasHold,
  ROULETTE_1: liveOf("ROULETTE_1", rouletteTable),
  ROULETTE_SPEED_1: liveOf("ROULETTE_SPEED_1", rouletteTable),
  BACCARAT_1: liveOf("BACCARAT_1", baccaratTable),
  BACCARAT_NC_1: liveOf("BACCARAT_NC_1", baccaratNcTable),
  DRAGON_TIGER_1: liveOf("DRAGON_TIGER_1", dragonTigerTable),
  SIC_BO_1: liveOf("SIC_BO_1", sicBoTable),
  GINTONG_PAROL: gintongParol,
} as const;

export type GameCode = keyof typeof engines;

/** The games for one player whose one result could settle many tickets too, by the same codes. */
const tables: Readonly<Partial<Record<GameCode, SharedEngine<unknown, unknown>>>> = {
  ROULETTE: rouletteTable,
  BACCARAT: baccaratTable,
  BACCARAT_NC: baccaratNcTable,
  DRAGON_TIGER: dragonTigerTable,
  SIC_BO: sicBoTable,
} as Record<string, SharedEngine<unknown, unknown>>;

/** An engine by a game code from outside; whoever plays it gives it only what its own `parseChoice` let through. */
export function findEngine(code: string): Engine | undefined {
  return Object.hasOwn(engines, code) ? (engines[code as GameCode] as Engine) : undefined;
}

/** A table's mathematics by a game code from outside. */
export function findTable(code: string): SharedEngine<unknown, unknown> | undefined {
  const engine = findEngine(code);
  return engine?.kind === "shared" ? engine : Object.hasOwn(tables, code) ? tables[code as GameCode] : undefined;
}
