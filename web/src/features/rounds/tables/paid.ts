import type { TableBets } from "@laro/contract/core/plays/tables";
import type { Round } from "@laro/contract/rounds";
import type { SharedEngine } from "@laro/engines/engine";
import { betsOf, choiceOf } from "./chips.ts";

/** What each bet of a round brought back, by its spot; spots that lost are absent. */
export function paidBy<Result>(table: SharedEngine<TableBets, Result>, { choice, outcome }: Pick<Round, "choice" | "outcome">): ReadonlyMap<string, bigint> {
  const bets = betsOf(choice as TableBets);
  const paid = Object.keys(bets).map(
    (spot) => [spot, table.settle({ bets: choiceOf({ [spot]: bets[spot] ?? 0n }), result: outcome as Result }).winMinor] as const,
  );
  return new Map(paid.filter(([, minor]) => minor > 0n));
}
