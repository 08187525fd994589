import { refuse } from "@laro/contract/core/errors";
import type { LottoArea, PrizeMode } from "@laro/contract/core/lotteries";
import type { LotteryEngine } from "@laro/engines/lottery/lottery";
import { findLottery } from "@laro/engines/registry";
import { findGameByCode, type CatalogueGame } from "../../core/catalogue/catalogue.ts";
import { calendars, type Calendar } from "./lottery.calendar.ts";

/** A lottery: its draws are a series of its code. */
export interface Lottery {
  readonly code: string;
  readonly game: CatalogueGame;
  readonly engine: LotteryEngine<unknown>;
  readonly calendar: Calendar;
  readonly prizeMode: PrizeMode;
  readonly area: LottoArea;
}

const areas = { BGS: "PH", TCG_SEA: "SEA", TCG_LOTTO_VN: "VN" } as const;

function prizeModeOf({ vendorCode, gameType }: Pick<LotteryEngine<unknown>, "vendorCode" | "gameType">): PrizeMode {
  if (gameType === "ELOTT") return "ELOTT";
  return vendorCode === "TCG_SEA" ? "SEA" : "ZY";
}

const all: readonly Lottery[] = Object.entries(calendars).map(([code, calendar]) => {
  const engine = findLottery(code)!;
  return { code, calendar, engine, game: findGameByCode(code)!, prizeMode: prizeModeOf(engine), area: areas[engine.vendorCode] };
});

export const listLotteries = (): readonly Lottery[] => all;
export const findLotteryGame = (code: string): Lottery | undefined => all.find((lottery) => lottery.code === code);
/** Refuses with `games.not_found`. */
export const getLottery = (code: string): Lottery => findLotteryGame(code) ?? refuse("games.not_found", { field: "gameCode" });
