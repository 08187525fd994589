import { type Engine, jackpotOf, jackpotReturn, type Rational } from "@laro/engines/engine";
import type { Db, Tx } from "../../platform/db.ts";
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

/** What the house keeps of each of its games at the best bet that counts, by the game's number: thousandths of a percent, rounded down. */
let edges: ReadonlyMap<number, { readonly game: string; readonly edge: bigint }> | undefined;

function listEdges(): NonNullable<typeof edges> {
  edges ??= new Map(listHouseGames().map((game) => [game.gameId, { game: game.displayName, edge: WHOLE - mostBackOf(engineOf(game)) }]));
  return edges;
}

const PERCENT = 100n;

/** The house game that keeps least of a valid bet, and how much: of a game whose bets count half, twice what it keeps of a stake; one that counts nothing is none. */
export async function findLeastEdge(db: Db | Tx): Promise<{ readonly game: string; readonly edge: number }> {
  const counting = await (db as Db)
    .selectFrom("game")
    .select(["id", "valid_percent as percent"])
    .where("id", "in", [...listEdges().keys()])
    .where("valid_percent", ">", 0)
    .execute();
  return counting
    .map(({ id, percent }) => ({ game: listEdges().get(id)!.game, edge: Number((listEdges().get(id)!.edge * PERCENT) / BigInt(percent)) }))
    .reduce((first, other) => (other.edge < first.edge ? other : first));
}
