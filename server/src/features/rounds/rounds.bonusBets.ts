import { refuse } from "@laro/contract/core/errors";
import type { Round } from "@laro/contract/rounds";
import type { Engine } from "@laro/engines/engine";
import { versionMark } from "@laro/engines/registry";
import { sql } from "kysely";
import { takeBonusBet, takesBonusBets, writeBonusBet } from "../../core/bonuses/bonusBets.ts";
import { isRewardable } from "../../core/limits/rewards.ts";
import { streamOf } from "../../core/wallet/chance.ts";
import { lockWallet } from "../../core/wallet/entries.ts";
import { refusalOf } from "../../core/wallet/ledger.ts";
import { ledgerPost } from "../../core/wallet/ledger.sql.ts";
import { houseAccount, results } from "../../core/wallet/posting.ts";
import { type KeptSeed, openSeed } from "../../core/wallet/seeds.sealed.ts";
import { findPosted, type LedgerMoment, postMovement } from "../../core/wallet/wallet.ts";
import type { Tx } from "../../platform/db.ts";
import { derivedId, newId } from "../../platform/ids.ts";
import { sparing } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";
import { waitUnplayed } from "./rounds.late.ts";
import { beginRound, type Begun, type Play, type Table } from "./rounds.begin.ts";
import { describeRound, getRound } from "./rounds.record.ts";

type Instant = Begun<Extract<Engine, { kind: "instant" }>>;
type BonusPlay = Play & { readonly bonusBetId: string };
type Answer = Round & { balance: bigint };

interface Playing extends Table {
  readonly platform: Platform;
}

/** What a round changes beside what its answer tells. */
const MOVED = ["wallet.balance", "rewards.summary"] as const;

/**
 * Plays one round whose stake is a bonus bet's, in one transaction: the stake comes from the promotion account and is posted as any other, under every rule that bars a bet.
 * It counts for nothing. Refuses as `rounds.play` does, and with a code of `bonuses.`; what plays nothing is answered late, see `waitUnplayed`.
 */
export async function playBonusBet({ platform, ...table }: Playing, play: BonusPlay): Promise<Answer> {
  const beganAtMs = performance.now();
  const begun = await beginRound(table, play, "instant");
  let isRepeated = false;
  try {
    if (!takesBonusBets(begun.engine)) refuse("bonuses.bet_elsewhere", { field: "gameCode" });
    const answer = await platform.database.begin(async (tx) => {
      // Of many that ask at once one plays: the wallet is locked before anything is looked at.
      const turn = { tx, platform, table, begun, play, ...(await lockWallet(tx, begun.walletId)) };
      const repeated = await findRepeated(turn);
      isRepeated = repeated !== undefined;
      return repeated ?? playOnce(turn);
    });
    platform.ledger.forgetSeed(begun.walletId);
    platform.live.stale(MOVED, [table.session === undefined ? `member:${table.accountId}` : sparing(`member:${table.accountId}`, table.session)]);
    if (isRepeated) await waitUnplayed(beganAtMs);
    return answer;
  } catch (error) {
    begun.takeBack();
    await waitUnplayed(beganAtMs);
    throw error;
  }
}

interface Turn {
  readonly tx: Tx;
  readonly platform: Platform;
  readonly table: Table;
  readonly begun: Instant;
  readonly play: BonusPlay;
  readonly nonce: bigint;
  readonly seed: KeptSeed;
}

/** The round this very request played. */
async function findRepeated({ tx, table: { accountId }, begun: { ref, digest } }: Turn): Promise<Answer | undefined> {
  const known = await findPosted(tx, ref);
  if (known === undefined) return undefined;
  if (known.digest !== digest) refuse("request.id_reused");
  return { ...(await getRound(tx, { accountId, id: known.roundId! })), balance: known.balanceMinor };
}

/** Nothing is drawn before the stake may be taken: how long a refusal takes must tell nothing of the number it would have drawn. */
async function playOnce({ tx, platform, table, begun, play, nonce, seed }: Turn): Promise<Answer> {
  const { accountId, now, pack } = table;
  const { game, engine, choice, walletId } = begun;
  const moment = { now, timeZone: platform.timeZone };
  const bet = await takeBonusBet(tx, { id: play.bonusBetId, accountId, stakeMinor: play.stake, now });
  const ref = derivedId("bonus-bet", bet.id, String(bet.n));
  await postMovement(tx, moment, { ref, walletId, contra: "promotion", kind: "bonus", amountMinor: bet.stake });
  await checkStake(tx, moment, { walletId, stakeMinor: bet.stake, gameId: game.gameId });
  if (!(await isRewardable(tx, { accountId, now, pack }))) refuse("rewards.closed");
  const { winMinor, outcome } = engine.play({ stakeMinor: bet.stake, choice, stream: streamOf(openSeed(platform.keys, seed), nonce) });
  const detail = { ...versionMark(engine), choice, outcome };
  const drawn = { winMinor, detail: JSON.stringify(detail), seedId: seed.id, nonce };
  const { roundId, balanceMinor } = await postRound(tx, moment, { begun, stakeMinor: bet.stake, ...drawn });
  await writeBonusBet(tx, bet, { accountId, roundId, gameId: game.gameId, winMinor, now });
  const round = { id: roundId, status: 1, stake: bet.stake, win: winMinor, seedId: seed.id, nonce, detail, bet: bet.n, at: now };
  return { ...describeRound(game, round), balance: balanceMinor };
}

interface Stake {
  readonly walletId: bigint;
  readonly stakeMinor: bigint;
  readonly gameId: number;
}

/** Refuses a stake as the ledger would, without a draw. */
async function checkStake(tx: Tx, { now, timeZone }: LedgerMoment, { walletId, stakeMinor, gameId }: Stake): Promise<void> {
  const { rows } = await sql<{ code: number }>`
    select code from ledger_allow(${walletId}::bigint, ${now}::timestamptz, ${timeZone}::text, ${stakeMinor}::bigint, true, ${gameId}::integer)`.execute(tx);
  if (rows[0]!.code !== results.applied) throw refusalOf(rows[0]!.code);
}

interface Posting {
  readonly begun: Instant;
  readonly stakeMinor: bigint;
  readonly winMinor: bigint;
  readonly detail: string;
  readonly seedId: bigint;
  readonly nonce: bigint;
}

/** The round in the ledger, with nothing of it that counts. */
async function postRound(
  tx: Tx,
  { now, timeZone }: LedgerMoment,
  { begun, stakeMinor, winMinor, detail, seedId, nonce }: Posting,
): Promise<{ roundId: string; balanceMinor: bigint }> {
  const { game, walletId, ref, digest } = begun;
  const round = { gameId: game.gameId, draw: () => ({ winMinor, detail }) };
  const posting = { ref, walletId, contra: houseAccount(game.gameId), kind: "bet", debitMinor: stakeMinor, creditMinor: 0n, digest, round } as const;
  const drawn = { creditMinor: winMinor, seedId, nonce, detail, validMinor: 0n, roundId: newId(now), staysOpen: false };
  const { code, balanceMinor } = await ledgerPost(tx, { at: now, timeZone, operation: { posting, ...drawn } });
  if (code !== results.applied) throw refusalOf(code);
  return { roundId: drawn.roundId, balanceMinor };
}
