import { dice } from "./dice/dice.ts";
import type { Engine, SharedEngine } from "./engine.ts";
import { bingo } from "./minis/bingo.ts";
import { keno } from "./minis/keno.ts";
import { limbo } from "./minis/limbo.ts";
import { plinko } from "./minis/plinko.ts";
import { scratch } from "./minis/scratch.ts";
import { wheel } from "./minis/wheel.ts";
import { c11x5 } from "./lottery/c11x5.ts";
import { k3 } from "./lottery/k3.ts";
import type { LotteryEngine } from "./lottery/lottery.ts";
import { lucky28 } from "./lottery/lucky28.ts";
import { ph2d, ph3d, ph4d } from "./lottery/ph.ts";
import { pk10, pk10Five } from "./lottery/pk10.ts";
import { sea4d, sea5d } from "./lottery/sea.ts";
import { ssc, sscFive } from "./lottery/ssc.ts";
import { vnCentral, vnNorth, vnSouth } from "./lottery/vn.ts";
import { fiestaLines } from "./slots/fiesta-lines.ts";
import { jeepney243 } from "./slots/jeepney-243.ts";
import { gintongParol } from "./slots/gintong-parol.ts";
import { bulkanWays } from "./slots/bulkan-ways.ts";
import { haloHalo } from "./slots/halo-halo.ts";
import { mangoRush } from "./slots/mango-rush.ts";
import { perlasHold } from "./slots/perlas-hold.ts";
import { blackjack } from "./steps/blackjack.ts";
import { coin } from "./steps/coin.ts";
import { hiLo } from "./steps/hiLo.ts";
import { mines } from "./steps/mines.ts";
import { videoPoker } from "./steps/videoPoker.ts";
import { baccarat, baccaratNc, baccaratNcTable, baccaratTable } from "./tables/baccarat.ts";
import { blackjackTable } from "./tables/blackjack.ts";
import { crashTable } from "./tables/crash.ts";
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
  HALO_HALO: haloHalo,
  BULKAN_WAYS: bulkanWays,
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
  CRASH_1: crashTable,
  BLACKJACK_1: blackjackTable,
} as const;

export type GameCode = keyof typeof engines;

/** Every lottery by its code: one result of a draw settles the tickets that were bought before it. */
export const lotteries = {
  PH_2D: ph2d,
  PH_3D: ph3d,
  PH_4D: ph4d,
  SEA_4D: sea4d,
  SEA_5D: sea5d,
  VN_SOUTH: vnSouth,
  VN_CENTRAL: vnCentral,
  VN_NORTH: vnNorth,
  PK10: pk10,
  PK10_5: pk10Five,
  K3: k3,
  SSC: ssc,
  SSC_5: sscFive,
  C11X5: c11x5,
  LUCKY28: lucky28,
} as const;

export type LotteryCode = keyof typeof lotteries;

/** The games for one player whose one result could settle many tickets too, by the same codes. */
const tables: Readonly<Partial<Record<GameCode, SharedEngine<unknown, unknown>>>> = {
  ROULETTE: rouletteTable,
  BACCARAT: baccaratTable,
  BACCARAT_NC: baccaratNcTable,
  DRAGON_TIGER: dragonTigerTable,
  SIC_BO: sicBoTable,
} as Record<string, SharedEngine<unknown, unknown>>;

/** The mathematics that games had before, so that an old round is computed as it was played. */
export const former: readonly Engine[] = [];

/** The version of a game's mathematics; a game that says none has its first. */
export const versionOf = ({ version = FIRST_VERSION }: Pick<Engine, "version">): number => version;
export const FIRST_VERSION = 1;

/** What a round's record says of its version: nothing of the first. */
export const versionMark = (engine: Pick<Engine, "version">): { v?: number } => (versionOf(engine) === FIRST_VERSION ? {} : { v: versionOf(engine) });

/** An engine by a game code from outside, of a version or as it is played now; whoever plays it gives it only what its own `parseChoice` let through. */
export function findEngine(code: string, version?: number): Engine | undefined {
  const current = Object.hasOwn(engines, code) ? (engines[code as GameCode] as Engine) : findLottery(code);
  if (current === undefined || version === undefined || versionOf(current) === version) return current;
  return former.find((engine) => engine.gameCode === code && versionOf(engine) === version);
}

/** A lottery's mathematics by a game code from outside; results are read as `drawResult` made them. */
export function findLottery(code: string): (LotteryEngine<unknown> & Engine) | undefined {
  return Object.hasOwn(lotteries, code) ? (lotteries[code as LotteryCode] as unknown as LotteryEngine<unknown> & Engine) : undefined;
}

/** What a series of draws is decided by: a table or a lottery. */
export const findSeries = (code: string): SharedEngine<unknown, unknown> | undefined =>
  (findLottery(code) as SharedEngine<unknown, unknown> | undefined) ?? findTable(code);

/** A table's mathematics by a game code from outside. */
export function findTable(code: string): SharedEngine<unknown, unknown> | undefined {
  if (Object.hasOwn(lotteries, code)) return undefined;
  const engine = findEngine(code);
  return engine?.kind === "shared" ? engine : Object.hasOwn(tables, code) ? tables[code as GameCode] : undefined;
}
