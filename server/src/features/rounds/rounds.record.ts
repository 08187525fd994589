import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { RecordLine, Round, rounds } from "@laro/contract/rounds";
import { findGameByCode } from "../../core/catalogue/catalogue.ts";
import { type NamedGame, nameGames } from "../../core/catalogue/named.ts";
import { sumBonusBets } from "../../core/bonuses/bonusBets.ts";
import { sumPlay } from "../../core/wallet/playDays.ts";
import { listCorrections } from "../../core/wallet/corrections.ts";
import { findRound, isCorrection, listRounds, readDetail, type RoundFilter } from "../../core/wallet/rounds.ts";
import { getMainWalletId } from "../../core/wallet/wallet.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage } from "../../platform/pages.ts";

export interface StoredRound {
  readonly id: string;
  readonly status: number;
  readonly stake: bigint;
  readonly win: bigint;
  readonly seedId: bigint | null;
  readonly nonce: bigint | null;
  /** Where the round was a ticket. */
  readonly draw?: Round["draw"];
  /** What its draw came to, once that is known: a ticket that ended in flight could not keep it. */
  readonly result?: unknown;
  readonly detail: unknown;
  /** Which of its gift the bonus bet was that it was played with; null where it was played with money. */
  readonly bet?: number | null;
  readonly at: Date;
}

/** A settled round as its player sees it: one of their own seed, a ticket of a draw, or a vendor's. */
export function describeRound(
  game: Pick<NamedGame, "gameCode" | "displayName"> & Partial<NamedGame>,
  { id, status, stake, win, detail, seedId, nonce, draw = null, result, bet = null, at }: StoredRound,
): Round {
  const { isVoid, actions, ...played } = readDetail({ status, stake, win, detail, result });
  return {
    id,
    state: isVoid ? "void" : "settled",
    stake,
    win,
    gameCode: game.gameCode,
    displayName: game.displayName,
    ...played,
    actions: [...actions],
    seedId: seedId === null ? null : String(seedId),
    nonce: String(draw?.link ?? nonce ?? ""),
    draw,
    vendor: game.vendor ?? null,
    ...(bet === null ? {} : { bonusBet: true }),
    at: at.toISOString(),
  };
}

type Filter = InputOf<(typeof rounds)["totals"]>;

interface Reader {
  readonly accountId: bigint;
  readonly timeZone: string;
}

async function readFilter(db: Db, { accountId, timeZone }: Reader, { gameCode, from, to, stakedWith }: Filter): Promise<RoundFilter> {
  const gameId = gameCode === undefined ? undefined : (findGameByCode(gameCode)?.gameId ?? refuse("games.not_found", { field: "gameCode" }));
  return { walletId: await getMainWalletId(db, accountId), timeZone, gameId, from, to, stakedWith };
}

/** The betting record, newest first: rounds as they were settled. */
export async function listMyRounds(db: Db, reader: Reader, { cursor, limit = PAGE_LIMIT_DEFAULT, ...filter }: InputOf<(typeof rounds)["mine"]>) {
  const rows = await listRounds(db, { ...(await readFilter(db, reader, filter)), cursor, limit });
  const names = await nameGames(
    db,
    rows.map(({ gameId }) => gameId),
  );
  return cutPage(rows, {
    limit,
    describe: ({ gameId, roundId, ...round }): RecordLine => {
      const line = describeRound(names.get(gameId)!, { ...round, id: roundId });
      return isCorrection(round) ? { ...line, state: "corrected" } : line;
    },
    cursorOf: ({ id }) => id,
  });
}

/** The totals of all rounds that match. */
export async function sumMyRounds(db: Db, reader: Reader, filter: Filter): Promise<OutputOf<(typeof rounds)["totals"]>> {
  const { walletId, stakedWith, ...play } = await readFilter(db, reader, filter);
  if (stakedWith === "bonusBet") return sumBonusBets(db, { accountId: reader.accountId, ...play });
  const { rounds: count, stake, win } = await sumPlay(db, { ...play, walletIds: [walletId], basis: "settled" });
  return { count, stake, win };
}

/** One of the member's own settled rounds, by its id or that of any of its entries; another's looks like none. */
export async function getRound(db: Db | Tx, { accountId, id }: { accountId: bigint; id: string }) {
  const row = await findRound(db, { walletId: await getMainWalletId(db as Db, accountId), id });
  if (row === undefined) refuse("rounds.not_found");
  const { serverSeed, serverSeedHash, clientSeed, gameId, walletId, ...round } = row;
  const [corrections, names] = await Promise.all([listCorrections(db, { walletId, roundId: round.id }), nameGames(db, [gameId])]);
  return {
    ...describeRound(names.get(gameId)!, round),
    serverSeed: serverSeed?.toString("hex") ?? null,
    serverSeedHash: serverSeedHash?.toString("hex") ?? "",
    clientSeed: clientSeed ?? "",
    corrections: corrections.map(({ id: _id, at, ...changed }) => ({ ...changed, at: at.toISOString() })),
  };
}
