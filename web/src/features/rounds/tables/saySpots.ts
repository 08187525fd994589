import { formatAmount } from "@laro/contract/core/money";
import type { RouletteResult, TableBets } from "@laro/contract/core/plays/tables";
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
