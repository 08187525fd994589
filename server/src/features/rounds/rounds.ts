import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import type { InputOf } from "@laro/contract/core/endpoint";
import { refuse, Refusal } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { Round, rounds } from "@laro/contract/rounds";
import { type InstantEngine, type Paytable, validOf } from "@laro/engines/engine";
import { fairStream, type Hmac } from "@laro/engines/fair";
import { engineOf, findGameByCode, findGameById, type CatalogueGame } from "../../core/catalogue/catalogue.ts";
import { checkMay } from "../../core/limits/gates.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import type { Ledger } from "../../core/wallet/ledger.ts";
import { houseAccount, type Drawn, type SeedInForce } from "../../core/wallet/posting.ts";
import { sumPlay } from "../../core/wallet/playDays.ts";
import { findRound, listRounds, type RoundFilter } from "../../core/wallet/rounds.ts";
import { getMainWalletId, isPosted } from "../../core/wallet/wallet.ts";
import type { Standing } from "../../platform/actor.ts";
import type { Db } from "../../platform/db.ts";
import { contentDigest, requestedId } from "../../platform/ids.ts";
import { cutPage } from "../../platform/pages.ts";
import { type Pace, refuseTooSoon } from "./rounds.pace.ts";

/** A key object is made once per seed: making it anew costs more than the HMAC itself. */
const keys = new WeakMap<Uint8Array, KeyObject>();

const hmac: Hmac = (key, message) => {
  const known = keys.get(key) ?? createSecretKey(key);
  keys.set(key, known);
  return createHmac("sha256", known).update(message).digest();
};

interface Detail {
  readonly choice: Round["choice"];
  readonly outcome: Round["outcome"];
}

type Play = InputOf<(typeof rounds)["play"]>;

interface Table {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly pace: Pace;
  readonly pack: JurisdictionPack;
  readonly now: Date;
  readonly accountId: bigint;
  readonly standing: Standing;
  readonly isAbroad: boolean;
  /** The session whose answer tells what moved; none where nobody plays by one. */
  readonly session?: string | undefined;
}

/** Plays one round: checks the stake, the choice and the pace, then posts stake, outcome and win as one operation. */
export async function playRound(
  { db, ledger, pace, pack, now, accountId, standing, isAbroad, session }: Table,
  play: Play,
): Promise<Round & { balance: bigint }> {
  const game = findGameByCode(play.gameCode) ?? refuse("games.not_found", { field: "gameCode" });
  const engine = engineOf(game);
  if (engine.kind !== "instant") refuse("games.not_found", { field: "gameCode" });
  if (pack.closedGameTypes.includes(engine.gameType)) refuse("games.closed");
  checkStake(engine, play.stake);
  const choice = engine.parseChoice.safeParse(play.choice);
  if (!choice.success || !stakesAll(engine, choice.data, play.stake)) refuse("rounds.choice_invalid", { field: "choice" });
  checkMay("play", standing, { pack, now, isAbroad });
  const walletId = await getMainWalletId(db, accountId);
  const ref = requestedId(play.requestId, "round", String(accountId));
  const takeBack = pace.begin({ accountId, gameId: game.gameId, requestId: play.requestId, cycleMs: engine.cycleMs, now });
  // One that was played before its answer was lost is answered whenever it is asked for.
  if (takeBack === undefined && !(await isPosted(db, ref))) refuseTooSoon(engine.cycleMs);
  let drawn: { winMinor: bigint; detail: Detail; seedId: bigint; nonce: bigint } | undefined;
  const draw = (seed: SeedInForce, nonce: bigint): Drawn => {
    const stream = fairStream({ hmac, serverSeed: seed.serverSeed, clientSeed: seed.clientSeed, nonce });
    const { winMinor, outcome } = engine.play({ stakeMinor: play.stake, choice: choice.data, stream });
    drawn = { winMinor, detail: { choice: choice.data, outcome } as Detail, seedId: seed.id, nonce };
    const validMinor = validOf(engine, { choice: choice.data, stakeMinor: play.stake, winMinor });
    return { winMinor, detail: JSON.stringify(drawn.detail), ...(validMinor === play.stake ? {} : { validMinor }) };
  };
  const posting = ledger.post({
    ref,
    walletId,
    contra: houseAccount(game.gameId),
    kind: "bet",
    debitMinor: play.stake,
    creditMinor: 0n,
    session,
    digest: contentDigest(`${play.gameCode} ${formatAmount(play.stake)} ${JSON.stringify(choice.data)}`),
    round: { gameId: game.gameId, draw },
  });
  const posted = await posting.catch((error: unknown) => {
    if (!(error instanceof Refusal && error.code === "server.pending")) takeBack?.();
    throw error;
  });
  // A repeated id answers the first outcome, whatever this call drew.
  if (posted.repeated || drawn === undefined) return { ...(await getRound(db, { accountId, id: posted.roundId! })), balance: posted.balanceMinor };
  const { winMinor: win, ...draught } = drawn;
  const round = { id: posted.roundId!, stake: play.stake, win, ...draught, at: posted.at };
  return { ...describe(game, round), balance: posted.balanceMinor };
}

/** Whether bets on spots add up to the stake; a game without spots has nothing to add. */
function stakesAll(engine: InstantEngine<unknown, unknown>, choice: unknown, stake: bigint): boolean {
  return engine.stakeOf === undefined || engine.stakeOf(choice) === stake;
}

function checkStake({ stakeMin, stakeMax, stakeStep }: Paytable<unknown>, stake: bigint): void {
  if (stake < stakeMin) refuse("rounds.below_minimum", { field: "stake", minimum: formatAmount(stakeMin) });
  if (stake > stakeMax) refuse("rounds.above_maximum", { field: "stake", maximum: formatAmount(stakeMax) });
  if (stake % stakeStep !== 0n) refuse("rounds.stake_step", { field: "stake", step: formatAmount(stakeStep) });
}

interface StoredRound {
  readonly id: string;
  readonly stake: bigint;
  readonly win: bigint;
  readonly seedId: bigint | null;
  readonly nonce: bigint | null;
  readonly detail: unknown;
  readonly at: Date;
}

function describe(game: CatalogueGame, { detail, seedId, nonce, at, ...round }: StoredRound): Round {
  const { choice, outcome } = detail as Detail;
  return {
    id: round.id,
    stake: round.stake,
    win: round.win,
    gameCode: game.gameCode,
    displayName: game.displayName,
    choice,
    outcome,
    seedId: String(seedId),
    nonce: String(nonce),
    at: at.toISOString(),
  };
}

type Filter = InputOf<(typeof rounds)["totals"]>;

interface Reader {
  readonly accountId: bigint;
  readonly timeZone: string;
}

async function readFilter(db: Db, { accountId, timeZone }: Reader, { gameCode, from, to }: Filter): Promise<RoundFilter> {
  const gameId = gameCode === undefined ? undefined : (findGameByCode(gameCode)?.gameId ?? refuse("games.not_found", { field: "gameCode" }));
  return { walletId: await getMainWalletId(db, accountId), timeZone, gameId, from, to };
}

/** The betting record, newest first. */
export async function listMyRounds(db: Db, reader: Reader, { cursor, limit = PAGE_LIMIT_DEFAULT, ...filter }: InputOf<(typeof rounds)["mine"]>) {
  const rows = await listRounds(db, { ...(await readFilter(db, reader, filter)), cursor, limit });
  return cutPage(rows, { limit, describe: ({ gameId, ...round }) => describe(findGameById(gameId)!, round), cursorOf: ({ id }) => id });
}

/** The totals of all rounds that match. */
export async function sumMyRounds(db: Db, reader: Reader, filter: Filter): Promise<{ count: number; stake: bigint; win: bigint }> {
  const { walletId, ...play } = await readFilter(db, reader, filter);
  const { rounds: count, stake, win } = await sumPlay(db, { ...play, walletIds: [walletId] });
  return { count, stake, win };
}

/** One of the member's own rounds; another's looks like none. */
export async function getRound(db: Db, { accountId, id }: { accountId: bigint; id: string }) {
  const row = await findRound(db, { walletId: await getMainWalletId(db, accountId), id });
  if (row === undefined) refuse("rounds.not_found");
  const { serverSeed, serverSeedHash, clientSeed, gameId, ...round } = row;
  return {
    ...describe(findGameById(gameId)!, round),
    serverSeed: serverSeed?.toString("hex") ?? null,
    serverSeedHash: serverSeedHash?.toString("hex") ?? "",
    clientSeed: clientSeed ?? "",
  };
}
