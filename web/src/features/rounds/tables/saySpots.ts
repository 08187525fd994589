import { formatAmount } from "@laro/contract/core/money";
import type { BaccaratResult, DragonTigerResult, RouletteResult, SicBoResult, TableBets } from "@laro/contract/core/plays/tables";
import { pointsOf, readBaccarat } from "@laro/engines/tables/baccarat.rules";
import { rankOf } from "@laro/engines/tables/shoe";
import { colorOf } from "@laro/engines/tables/wheel";
import type { Translator } from "@laro/locales/t";
import type { GameFace, SaidRound } from "../face.ts";
import { groupThousands } from "../../../ui/Money.tsx";
import { letterOf } from "../cards/sayCard.ts";
import { betsOf } from "./chips.ts";

/** The bets of a round as facts of its record, each with its amount. */
export const factsOf = (choice: unknown, name: (spot: string) => string): SaidRound["facts"] =>
  Object.entries(betsOf(choice as TableBets)).map(([spot, minor]) => ({ label: name(spot), value: groupThousands(formatAmount(minor)) }));

/** "Split 14-17", "Dozen 2", "Red". */
export function nameRouletteSpot(spot: string, t: Translator): string {
  const [, kind = spot, digit = ""] = /^([a-z]+)(\d*)$/.exec(spot) ?? [];
  if (/^[a-z]/.test(spot)) return t("rounds.tables.rouletteOutside", { spot: kind, digit });
  const count = spot.split("-").length;
  return t("rounds.tables.rouletteInside", { kind: spot === "0-1-2-3" ? "first" : String(count), numbers: spot.replaceAll("-", ", ") });
}

export const sayPocket = ({ pocket }: RouletteResult, t: Translator): string => t("rounds.tables.pocket", { pocket, color: colorOf(pocket) });

export const sayRoulette: GameFace["say"] = ({ choice, outcome }, t) => ({
  outcome: sayPocket(outcome as RouletteResult, t),
  facts: factsOf(choice, (spot) => nameRouletteSpot(spot, t)) ?? [],
});

export const nameBaccaratSpot = (spot: string, t: Translator): string => t("rounds.tables.baccaratSpot", { spot });

/** "Banker 7:4", "Tie 6:6". */
export function sayHands(result: BaccaratResult, t: Translator): string {
  const { winner } = readBaccarat(result);
  return t("rounds.tables.baccaratResult", { winner, player: pointsOf(result.player), banker: pointsOf(result.banker) });
}

export const sayBaccarat: GameFace["say"] = ({ choice, outcome }, t) => ({
  outcome: sayHands(outcome as BaccaratResult, t),
  facts: factsOf(choice, (spot) => nameBaccaratSpot(spot, t)) ?? [],
});

export const nameDuelSpot = (spot: string, t: Translator): string => t("rounds.tables.duelSpot", { spot });

/** "Dragon K:7". */
export function sayDuel({ dragon, tiger }: DragonTigerResult, t: Translator): string {
  const lead = rankOf(dragon) - rankOf(tiger);
  const winner = lead === 0 ? "tie" : lead > 0 ? "dragon" : "tiger";
  return `${t("rounds.tables.duelSpot", { spot: winner })} ${letterOf(dragon)}:${letterOf(tiger)}`;
}

export const sayDragonTiger: GameFace["say"] = ({ choice, outcome }, t) => ({
  outcome: sayDuel(outcome as DragonTigerResult, t),
  facts: factsOf(choice, (spot) => nameDuelSpot(spot, t)) ?? [],
});

/** "Small", "Total 9", "Triple 4", "3 of 1, 2, 3, 4". */
export function nameSicBoSpot(spot: string, t: Translator): string {
  const [, kind = spot, digits = ""] = /^([a-zA-Z]+)([\d-]*)$/.exec(spot) ?? [];
  return t("rounds.tables.sicBoSpot", { kind, rest: kind === "three" ? [...digits].join(", ") : digits });
}

/** "5 · 2 · 3 = 10". */
export const sayDice3 = ({ dice }: SicBoResult): string => `${dice.join(" · ")} = ${dice.reduce((sum, die) => sum + die, 0)}`;

export const saySicBo: GameFace["say"] = ({ choice, outcome }, t) => ({
  outcome: sayDice3(outcome as SicBoResult),
  facts: factsOf(choice, (spot) => nameSicBoSpot(spot, t)) ?? [],
});
