import { type Engine, jackpotOf, jackpotReturn, type Rational } from "@laro/engines/engine";
import { engineOf, listHouseGames } from "./catalogue.ts";

const WHOLE = 100_000n;
/** A stake to ask an engine whether a bet counts at all. */
const ASKED_MINOR = 100_00n;

const partOf = ({ numerator, denominator }: Rational): bigint => (numerator * WHOLE + denominator - 1n) / denominator;

/** The most a bet that counts gives back, in thousandths of a percent, rounded up. */
function mostBackOf(engine: Engine): bigint {
  const jackpot = jackpotOf(engine);
  const pooled = jackpot === undefined ? 0n : partOf(jackpotReturn(jackpot));
  const bets = engine.bets?.() ?? [{ choice: undefined }];
  const counting = bets.filter(({ choice }) => choice === undefined || engine.validMinor({ choice, stakeMinor: ASKED_MINOR, winMinor: 0n }) > 0n);
  return counting.map(({ choice }) => partOf(engine.exactReturn(choice)) + pooled).reduce((most, one) => (one > most ? one : most), 0n);
}

let least: { readonly game: string; readonly edge: number } | undefined;

/** The house game that keeps least of a bet that counts, and how much: thousandths of a percent, rounded down. */
export function findLeastEdge(): { readonly game: string; readonly edge: number } {
  least ??= listHouseGames()
    .map((game) => ({ game: game.displayName, edge: Number(WHOLE - mostBackOf(engineOf(game))) }))
    .reduce((first, other) => (other.edge < first.edge ? other : first));
  return least;
}
