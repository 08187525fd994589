import type { LotteryEngine } from "@laro/engines/lottery/lottery";
import { useT } from "../../api/language.ts";
import { partsOf } from "./slip.ts";

type Game = LotteryEngine<unknown>;

const NUMBER = /^[0-9]+$/;
const TWO_DIGITS_FROM = 10;

/** How the bets and picks of lotteries are said. */
export function useLotteryWords() {
  const t = useT();
  const value = (text: string): string => (NUMBER.test(text) ? text : t("lottery.option", { option: text }));
  /** What stands before a row of options: a rank, a place or a part. */
  const row = (gameCode: string, text: string): string =>
    NUMBER.test(text) ? t("lottery.row", { game: gameCode.startsWith("PK10") ? "PK10" : "other", row: text }) : value(text);
  const pick = (game: Game, spot: string): string => {
    const { code, pick: text } = partsOf(spot);
    const entry = game.lottery.bets.find((bet) => bet.code === code)?.entry;
    if (entry === undefined) return text;
    const parts = text.split("-");
    if (entry.kind === "options") return parts.length === 1 ? value(text) : `${row(game.gameCode, parts[0]!)} · ${value(parts.slice(1).join("-"))}`;
    return parts.map((part) => shown(part, entry.to)).join(entry.kind === "digits" && entry.to < TWO_DIGITS_FROM ? "" : " · ");
  };
  return { bet: (code: string) => t("lottery.bet", { bet: code }), prize: (code: string) => t("lottery.prize", { prize: code }), value, row, pick };
}

/** A number as wide as the largest there is, as lotteries write it. */
export const shown = (number: number | string, to: number): string => String(number).padStart(to >= TWO_DIGITS_FROM ? 2 : 1, "0");

/** 8844 is "88.44". */
export const percentOf = (hundredths: number): string => (hundredths / 100).toFixed(2);
