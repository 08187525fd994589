import type { BaccaratResult, DragonTigerResult, RouletteResult, SicBoResult, TableBets } from "@laro/contract/core/plays/tables";
import { pointsOf, readBaccarat } from "@laro/engines/tables/baccarat.rules";
import { rankOf } from "@laro/engines/tables/shoe";
import { colorOf } from "@laro/engines/tables/wheel";
import type { Translator } from "@laro/locales/t";
import type { SaidRound, Say } from "../face.ts";
import { letterOf } from "../cards/sayCard.ts";

/** On how many spots a round's chips lay; its replay says which. */
const countBets = (choice: unknown, t: Translator): NonNullable<SaidRound["facts"]> => [
  { label: t("rounds.choice"), value: t("rounds.tables.betCount", { bets: Object.keys((choice as TableBets).bets).length }) },
];

/** "Split 14-17", "Dozen 2", "Red". */
export function nameRouletteSpot(spot: string, t: Translator): string {
  const [, kind = spot, digit = ""] = /^([a-z]+)(\d*)$/.exec(spot) ?? [];
  if (/^[a-z]/.test(spot)) return t("rounds.tables.rouletteOutside", { spot: kind, digit });
  const count = spot.split("-").length;
  return t("rounds.tables.rouletteInside", { kind: spot === "0-1-2-3" ? "first" : String(count), numbers: spot.replaceAll("-", ", ") });
}

export const sayPocket = ({ pocket }: RouletteResult, t: Translator): string => t("rounds.tables.pocket", { pocket, color: colorOf(pocket) });

export const sayRoulette: Say = ({ choice, outcome }, t) => ({
  outcome: sayPocket(outcome as RouletteResult, t),
  facts: countBets(choice, t),
});

export const nameBaccaratSpot = (spot: string, t: Translator): string => t("rounds.tables.baccaratSpot", { spot });

/** "Banker 7:4", "Tie 6:6". */
export function sayHands(result: BaccaratResult, t: Translator): string {
  const { winner } = readBaccarat(result);
  return t("rounds.tables.baccaratResult", { winner, player: pointsOf(result.player), banker: pointsOf(result.banker) });
}

export const sayBaccarat: Say = ({ choice, outcome }, t) => ({
  outcome: sayHands(outcome as BaccaratResult, t),
  facts: countBets(choice, t),
});

export const nameDuelSpot = (spot: string, t: Translator): string => t("rounds.tables.duelSpot", { spot });

/** "Dragon K:7". */
export function sayDuel({ dragon, tiger }: DragonTigerResult, t: Translator): string {
  const lead = rankOf(dragon) - rankOf(tiger);
  const winner = lead === 0 ? "tie" : lead > 0 ? "dragon" : "tiger";
  return `${t("rounds.tables.duelSpot", { spot: winner })} ${letterOf(dragon)}:${letterOf(tiger)}`;
}

export const sayDragonTiger: Say = ({ choice, outcome }, t) => ({
  outcome: sayDuel(outcome as DragonTigerResult, t),
  facts: countBets(choice, t),
});

/** "Small", "Total 9", "Triple 4", "3 of 1, 2, 3, 4". */
export function nameSicBoSpot(spot: string, t: Translator): string {
  const [, kind = spot, digits = ""] = /^([a-zA-Z]+)([\d-]*)$/.exec(spot) ?? [];
  return t("rounds.tables.sicBoSpot", { kind, rest: kind === "three" ? [...digits].join(", ") : digits });
}

/** "5 · 2 · 3 = 10". */
export const sayDice3 = ({ dice }: SicBoResult): string => `${dice.join(" · ")} = ${dice.reduce((sum, die) => sum + die, 0)}`;

export const saySicBo: Say = ({ choice, outcome }, t) => ({
  outcome: sayDice3(outcome as SicBoResult),
  facts: countBets(choice, t),
});
