import { isDeepStrictEqual } from "node:util";
import type { InputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { rounds, SteppedRound } from "@laro/contract/rounds";
import { type Position, type SteppedEngine, validOf } from "@laro/engines/engine";
import { FIRST_VERSION, versionMark } from "@laro/engines/registry";
import { engineAt, findGameById, type CatalogueGame } from "../../core/catalogue/catalogue.ts";
import { streamOf } from "../../core/wallet/chance.ts";
import {
  addToRound,
  closeRound,
  giveBackRound,
  findOpenRound,
  listDueWallets,
  listOpenRounds,
  lockWallet,
  moveRound,
  openRound,
  type OpenRound,
  type OpenState,
} from "../../core/wallet/entries.ts";
import type { SeedInForce } from "../../core/wallet/posting.ts";
import { findClosing, readDetail } from "../../core/wallet/rounds.ts";
import { openSeed, type SeedKeys } from "../../core/wallet/seeds.sealed.ts";
import { getMainWalletId, type LedgerMoment } from "../../core/wallet/wallet.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { contentDigest } from "../../platform/ids.ts";
import { sparing, staleOnCommit, type Audience } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";
import { workThrough } from "../../platform/rows.ts";
import { beginRound, type Play, type Table } from "./rounds.begin.ts";
import { waitUnplayed } from "./rounds.late.ts";
import { describeRound, getRound } from "./rounds.record.ts";

type Stepped = SteppedEngine<unknown, unknown, unknown, unknown>;
type Where = Position<unknown, unknown, unknown>;
type Played = SteppedRound["view"];

/** A round whose player does nothing waits so long; then the clock takes the step its engine names. */
const STEP_HOURS = 24;
const HOUR_MS = 60 * 60_000;
/** No game takes more actions of the clock than this to come to an end. */
const CLOCK_ACTIONS_MAX = 100;
const WALLETS_AT_ONCE = 500;

const dueAfter = (now: Date): Date => new Date(now.getTime() + STEP_HOURS * HOUR_MS);

/**
 * What a step changes for its player: read again elsewhere, told by the answer to the session that took it. It is said after the commit, as a bet's is, because
 * PostgreSQL lets transactions that notify commit one after the other.
 */
const MOVED = ["wallet.balance", "bonuses.rewards", "rewards.summary", "rounds.running"] as const;

/** A member in their own round, at a moment. */
interface Player {
  readonly keys: SeedKeys;
  readonly walletId: bigint;
  readonly moment: LedgerMoment;
  readonly audience: Audience;
}

/** An open round whose seed was opened. */
interface Drawable extends Omit<OpenRound, "seed"> {
  readonly seed: SeedInForce;
}

const drawable = (keys: SeedKeys, open: OpenRound): Drawable => ({ ...open, seed: openSeed(keys, open.seed) });

/** An open round with its engine and where its actions have led. */
interface Reading {
  readonly game: CatalogueGame;
  readonly engine: Stepped;
  readonly open: Drawable;
  readonly where: Where;
}

/** Opens a round: takes the stake and shows where it stands; one that is over at once is closed at once. Refuses with `rounds.already_open` beside what any round may be refused with. */
export async function openStepped({ platform, ...table }: Table & { readonly platform: Platform }, play: Play): Promise<SteppedRound> {
  const { game, engine, choice, walletId, ref, digest, takeBack } = await beginRound(table, play, "stepped");
  const { now, accountId, session } = table;
  const player: Player = { keys: platform.keys, walletId, moment: { now, timeZone: platform.timeZone }, audience: audienceOf(accountId, session) };
  try {
    let isRepeated = false;
    const opened = await platform.database.begin(async (tx) => {
      const { seed, nonce } = await lockWallet(tx, walletId);
      const state: OpenState = { ...versionMark(engine), stake: String(play.stake), choice, actions: [] };
      const written = await openRound(tx, player.moment, {
        ref,
        walletId,
        gameId: game.gameId,
        digest,
        stakeMinor: play.stake,
        state,
        seed,
        nonce,
        dueAt: dueAfter(now),
      });
      isRepeated = written.repeated;
      if (isRepeated) return answerAgain(tx, player, { accountId, id: written.roundId, balanceMinor: written.balanceMinor });
      platform.ledger.forgetSeed(walletId);
      const reading = readRound(drawable(platform.keys, (await findOpenRound(tx, { walletId, id: written.roundId }))!));
      return reading.where.end === undefined ? describeStep(reading, written.balanceMinor) : closeStepped(tx, player, { ...reading, stakeMinor: 0n });
    });
    if (!isRepeated) platform.live.stale(MOVED, [player.audience]);
    return opened;
  } catch (error) {
    takeBack();
    throw error;
  }
}

const audienceOf = (accountId: bigint, session?: string): Audience => (session === undefined ? `member:${accountId}` : sparing(`member:${accountId}`, session));

/** The round that was opened by this very request, as it stands by now. */
async function answerAgain(
  tx: Tx,
  { keys, walletId }: Player,
  { accountId, id, balanceMinor }: { accountId: bigint; id: string; balanceMinor: bigint },
): Promise<SteppedRound> {
  const open = await findOpenRound(tx, { walletId, id });
  return open === undefined ? describeEnded(tx, keys, { accountId, walletId, id, balanceMinor }) : describeStep(readRound(drawable(keys, open)), balanceMinor);
}

function readRound(open: Drawable, actions = open.state.actions): Reading {
  const game = findGameById(open.gameId)!;
  const engine = engineAt(game, open.state.v ?? FIRST_VERSION);
  if (engine.kind !== "stepped") throw new Error(`${game.gameCode} has no steps and cannot be open.`);
  return { game, engine, open, where: replay(engine, open, actions) };
}

/** Everything about a round follows from what it was opened with, its actions and its seed, by the mathematics of its day. */
const replay = (engine: Stepped, { state: { stake, choice }, seed, nonce }: Drawable, actions: readonly unknown[]): Where =>
  engine.replay({ stakeMinor: BigInt(stake), choice, actions, stream: streamOf(seed, nonce) });

type Act = InputOf<(typeof rounds)["act"]>;

/**
 * Takes an action where the player saw the round stand. The same action at the same step answers what it led to; another is refused with `rounds.step_taken`,
 * one that cannot be taken with `rounds.action_invalid`, and the round is as it was.
 */
export async function actStepped(
  { db, platform, accountId, session, now }: Pick<Table, "db" | "accountId" | "session" | "now"> & { readonly platform: Platform },
  { roundId, step, action }: Act,
): Promise<SteppedRound> {
  const walletId = await getMainWalletId(db, accountId);
  const player: Player = { keys: platform.keys, walletId, moment: { now, timeZone: platform.timeZone }, audience: audienceOf(accountId, session) };
  const beganAtMs = performance.now();
  let isTaken = false;
  const taking = platform.database.begin(async (tx) => {
    const { balance } = await lockWallet(tx, walletId);
    const found = await findOpenRound(tx, { walletId, id: roundId });
    if (found === undefined) return repeatLast(tx, platform.keys, { accountId, walletId, roundId, step, action, balanceMinor: balance });
    const open = drawable(platform.keys, found);
    if (step !== open.step) return repeatStep(open, { step, action });
    const before = readRound(open);
    const read = before.engine.parseAction.safeParse(action);
    if (!read.success || !before.where.legal.some((legal) => isDeepStrictEqual(legal, read.data))) refuse("rounds.action_invalid", { field: "action" });
    isTaken = true;
    return takeAction(tx, player, before, read.data);
  });
  // What a refused stake would have led to was computed by then.
  const answer = await taking.catch(async (error: unknown) => {
    if (isTaken) await waitUnplayed(beganAtMs);
    throw error;
  });
  if (isTaken) platform.live.stale(MOVED, [player.audience]);
  return answer;
}

function repeatStep(open: Drawable, { step, action }: Pick<Act, "step" | "action">): SteppedRound {
  const taken = open.state.actions[step];
  const { engine } = readRound(open, []);
  const read = engine.parseAction.safeParse(action);
  if (taken === undefined || !read.success || !isDeepStrictEqual(taken, read.data)) refuse("rounds.step_taken", { step: open.step });
  return describeStep(readRound(open), null);
}

/** The last action of a round may have lost its answer; anything else comes too late. */
async function repeatLast(
  tx: Tx,
  keys: SeedKeys,
  { accountId, walletId, roundId, step, action, balanceMinor }: Act & { accountId: bigint; walletId: bigint; balanceMinor: bigint },
): Promise<SteppedRound> {
  const closing = await findClosing(tx, { walletId, id: roundId });
  if (closing === undefined) refuse("rounds.not_found", { field: "roundId" });
  const { version, actions } = readDetail(closing);
  const engine = engineAt(findGameById(closing.gameId)!, version);
  const read = engine.kind === "stepped" ? engine.parseAction.safeParse(action) : undefined;
  if (read?.success !== true || step !== actions.length - 1 || !isDeepStrictEqual(actions[step], read.data)) refuse("rounds.not_open", { field: "roundId" });
  return describeEnded(tx, keys, { accountId, walletId, id: roundId, balanceMinor });
}

/** Goes one step on and writes what it moved: a stake, the end, or only the step. */
async function takeAction(tx: Tx, player: Player, before: Reading, action: unknown): Promise<SteppedRound> {
  const { open } = before;
  const state: OpenState = { ...open.state, actions: [...open.state.actions, action] };
  const after: Reading = { ...before, open: { ...open, state, step: open.step + 1 }, where: replay(before.engine, open, state.actions) };
  const stakeMinor = after.where.stakeMinor - before.where.stakeMinor;
  if (after.where.end !== undefined) return closeStepped(tx, player, { ...after, stakeMinor });
  const dueAt = dueAfter(player.moment.now);
  const moved = { walletId: open.walletId, id: open.id, step: open.step, state, dueAt };
  if (stakeMinor === 0n) {
    await moveRound(tx, moved);
    return describeStep({ ...after, open: { ...after.open, dueAt } }, null);
  }
  const { balanceMinor } = await addToRound(tx, player.moment, { ...moved, gameId: open.gameId, stakeMinor, digest: digestOf(state) });
  return describeStep({ ...after, open: { ...after.open, dueAt, stake: open.stake + stakeMinor } }, balanceMinor);
}

const digestOf = (state: OpenState): bigint => contentDigest(JSON.stringify(state.actions));

/** Pays what a round won and ends it; `stakeMinor` is what its last action staked, `byClock` how many of the last actions its player did not take. */
async function closeStepped(
  tx: Tx,
  { moment }: Player,
  { game, engine, open, where, stakeMinor, byClock = 0 }: Reading & { readonly stakeMinor: bigint; readonly byClock?: number },
): Promise<SteppedRound> {
  const { winMinor, outcome } = where.end!;
  const { choice, actions, stake: firstStake } = open.state;
  const validMinor = validOf(engine, { choice, stakeMinor: where.stakeMinor, winMinor });
  const detail = { ...versionMark(engine), firstStake, choice, actions, ...(byClock > 0 && { byClock }), outcome };
  const closing = { id: open.id, walletId: open.walletId, gameId: open.gameId, stakeMinor, winMinor, validMinor, detail, digest: digestOf(open.state) };
  const { balanceMinor } = await closeRound(tx, moment, closing);
  const round = { id: open.id, status: 4, stake: where.stakeMinor, win: winMinor, detail, seedId: open.seed.id, nonce: open.nonce, at: moment.now };
  return { ...describeStep({ game, engine, open, where }, balanceMinor), round: describeRound(game, round) };
}

function describeStep({ game, open, where }: Reading, balance: bigint | null): SteppedRound {
  return {
    id: open.id,
    gameCode: game.gameCode,
    displayName: game.displayName,
    step: open.step,
    stake: where.stakeMinor,
    choice: open.state.choice as Played,
    view: where.view as Played,
    legal: where.legal as Played[],
    dueAt: open.dueAt.toISOString(),
    seedId: String(open.seed.id),
    nonce: String(open.nonce),
    at: open.at.toISOString(),
    balance,
    round: null,
  };
}

/** A round that has ended, as the answer to its last action said it. */
async function describeEnded(
  tx: Tx,
  keys: SeedKeys,
  { accountId, walletId, id, balanceMinor }: { accountId: bigint; walletId: bigint; id: string; balanceMinor: bigint },
): Promise<SteppedRound> {
  const closing = (await findClosing(tx, { walletId, id }))!;
  const { serverSeed: _seed, serverSeedHash: _hash, clientSeed: _client, ...round } = await getRound(tx, { accountId, id });
  const state: OpenState = { v: round.version, stake: String(round.firstStake), choice: round.choice, actions: round.actions };
  const open = drawable(keys, { ...closing, id, walletId, state, step: round.actions.length, dueAt: closing.at });
  return { ...describeStep(readRound(open), balanceMinor), round };
}

/** The member's rounds that wait for an action. */
export async function listRunning(db: Db, keys: SeedKeys, accountId: bigint): Promise<{ list: SteppedRound[] }> {
  const open = await listOpenRounds(db, await getMainWalletId(db, accountId));
  return { list: open.map((round) => describeStep(readRound(drawable(keys, round)), null)) };
}

/** Ends the rounds whose players did nothing for too long, as their engines say; a wallet's in a transaction of their own, so any number of processes may do it. */
export async function timeOutRounds(platform: Platform): Promise<void> {
  const { database, clock, keys, timeZone } = platform;
  const moment = { now: clock.now(), timeZone };
  await workThrough(platform, {
    job: "rounds:timeOut",
    find: (after) => listDueWallets(database.db, { now: moment.now, after, limit: WALLETS_AT_ONCE }),
    each: async (tx, { number: walletId, accountId }) => {
      await lockWallet(tx, walletId);
      const due = (await listOpenRounds(tx, walletId)).filter(({ dueAt }) => dueAt <= moment.now);
      for (const open of due) await timeOut(tx, { keys, walletId, moment, audience: audienceOf(accountId) }, drawable(keys, open));
    },
  });
}

async function timeOut(tx: Tx, player: Player, open: Drawable): Promise<void> {
  staleOnCommit(tx, [...MOVED, "rounds.mine"], [player.audience]);
  const actions = [...open.state.actions];
  for (let taken = 0; taken < CLOCK_ACTIONS_MAX; taken += 1) {
    const reading = readRound({ ...open, state: { ...open.state, actions } });
    if (reading.where.end !== undefined) return void (await closeStepped(tx, player, { ...reading, stakeMinor: 0n, byClock: taken }));
    if (reading.where.onTimeOut === "refund") return void (await giveBackRound(tx, player.moment, reading.open));
    actions.push(reading.where.onTimeOut);
  }
  throw new Error(`Round ${open.id} did not end after ${CLOCK_ACTIONS_MAX} actions of the clock.`);
}
