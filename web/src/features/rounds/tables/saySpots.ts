import { formatAmount } from "@laro/contract/core/money";
import type { BaccaratResult, RouletteResult, TableBets } from "@laro/contract/core/plays/tables";
import { pointsOf, readBaccarat } from "@laro/engines/tables/baccarat.rules";
import { colorOf } from "@laro/engines/tables/wheel";
import type { Translator } from "@laro/locales/t";
import type { GameFace, SaidRound } from "../face.ts";
import { groupThousands } from "../../../ui/Money.tsx";
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
