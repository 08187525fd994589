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
/** A hundredth of a percent, in thousandths. */
const STEPS_OF_BPS = 10n;

/** What the house keeps of a valid bet on a game, in thousandths of a percent, rounded down. */
export interface GameEdge {
  readonly gameId: number;
  readonly game: string;
  readonly category: string;
  readonly edge: number;
}

/**
 * What the house keeps of a valid bet, game by game: of one whose bets count half, twice what it keeps of a stake; one that counts nothing is none. Of a vendor's game it is
 * what its maker states; one that states nothing is none.
 */
export async function listValidEdges(db: Db | Tx): Promise<readonly GameEdge[]> {
  const counting = await (db as Db)
    .selectFrom("game")
    .select(["id", "category", "valid_percent as percent", "name", "rtp_bps as returnBps"])
    .where((is) => is.or([is("id", "in", [...listEdges().keys()]), is("rtp_bps", "is not", null)]))
    .where("valid_percent", ">", 0)
    .execute();
  return counting.map(({ id, category, percent, name, returnBps }) => {
    const { game, edge } = listEdges().get(id) ?? { game: name, edge: WHOLE - BigInt(returnBps ?? 0) * STEPS_OF_BPS };
    return { gameId: id, game, category, edge: Number((edge * PERCENT) / BigInt(percent)) };
  });
}

/** The game that keeps least of a valid bet, and how much. */
export async function findLeastEdge(db: Db | Tx): Promise<{ readonly game: string; readonly edge: number }> {
  const { game, edge } = (await listValidEdges(db)).reduce((first, other) => (other.edge < first.edge ? other : first));
  return { game, edge };
}
