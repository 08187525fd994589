import { refuse } from "@laro/contract/core/errors";
import type { Round } from "@laro/contract/rounds";
import type { Engine } from "@laro/engines/engine";
import { versionMark } from "@laro/engines/registry";
import { keptOf, type TakenBet, takeBonusBet, writeBonusBet } from "../../core/bonuses/bonusBets.ts";
import { streamOf } from "../../core/wallet/chance.ts";
import { lockWallet } from "../../core/wallet/entries.ts";
import { refusalOf } from "../../core/wallet/ledger.ts";
import { ledgerPost } from "../../core/wallet/ledger.sql.ts";
import { houseAccount, results } from "../../core/wallet/posting.ts";
import { openSeed } from "../../core/wallet/seeds.sealed.ts";
import { findPosted, getBalances, postMovement } from "../../core/wallet/wallet.ts";
import type { Tx } from "../../platform/db.ts";
import { derivedId, newId } from "../../platform/ids.ts";
import { sparing } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";
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
 * Plays one round whose stake is a bonus bet's, in one transaction: the stake comes from the promotion account, the round is posted as any other under every rule that bars
 * a bet, and what of its win is not the member's goes back. It counts for nothing. Refuses as `rounds.play` does, and with a code of `bonuses.`
 */
export async function playBonusBet({ platform, ...table }: Playing, play: BonusPlay): Promise<Answer> {
  const begun = await beginRound(table, play, "instant");
  try {
    // Where a stake lies on several spots, or a part of it feeds a jackpot, there is no such thing as its stake.
    if (begun.engine.stakeOf !== undefined || begun.engine.jackpot !== undefined) refuse("bonuses.bet_elsewhere", { field: "gameCode" });
    const answer = await platform.database.begin((tx) => playWithin(tx, platform, { table, begun, play }));
    platform.ledger.forgetSeed(begun.walletId);
    platform.live.stale(MOVED, [table.session === undefined ? `member:${table.accountId}` : sparing(`member:${table.accountId}`, table.session)]);
    return answer;
  } catch (error) {
    begun.takeBack();
    throw error;
  }
}

interface Turn {
  readonly table: Table;
  readonly begun: Instant;
  readonly play: BonusPlay;
}

async function playWithin(tx: Tx, platform: Platform, turn: Turn): Promise<Answer> {
  const { table, begun, play } = turn;
  const { accountId, now } = table;
  const { nonce, seed } = await lockWallet(tx, begun.walletId);
  const known = await findPosted(tx, begun.ref);
  if (known !== undefined) {
    if (known.digest !== begun.digest) refuse("request.id_reused");
    return { ...(await getRound(tx, { accountId, id: known.roundId! })), balance: known.balanceMinor };
  }
  const bet = await takeBonusBet(tx, { id: play.bonusBetId, accountId, stakeMinor: play.stake, now });
  const moment = { now, timeZone: platform.timeZone };
  const given = { walletId: begun.walletId, contra: "promotion", kind: "bonus" } as const;
  await postMovement(tx, moment, { ...given, ref: derivedId("bonus-bet", bet.id, String(bet.n)), amountMinor: bet.stake });
  const { winMinor, outcome } = begun.engine.play({ stakeMinor: bet.stake, choice: begun.choice, stream: streamOf(openSeed(platform.keys, seed), nonce) });
  const detail = { ...versionMark(begun.engine), choice: begun.choice, outcome };
  const roundId = await postRound(tx, { ...turn, platform, bet, winMinor, detail: JSON.stringify(detail), seedId: seed.id, nonce });
  const keptMinor = keptOf(bet, { stakeMinor: bet.stake, winMinor });
  await writeBonusBet(tx, bet, { accountId, roundId, gameId: begun.game.gameId, winMinor, keptMinor, now });
  if (keptMinor < winMinor)
    await postMovement(tx, moment, { ...given, ref: derivedId("bonus-bet-rest", bet.id, String(bet.n)), amountMinor: keptMinor - winMinor });
  const round = { id: roundId, status: 1, stake: bet.stake, win: winMinor, seedId: seed.id, nonce, detail, kept: keptMinor, at: now };
  return { ...describeRound(begun.game, round), balance: (await getBalances(tx, accountId)).main };
}

interface Posting extends Turn {
  readonly platform: Platform;
  readonly bet: TakenBet;
  readonly winMinor: bigint;
  readonly detail: string;
  readonly seedId: bigint;
  readonly nonce: bigint;
}

/** The round in the ledger, with nothing of it that counts. */
async function postRound(tx: Tx, { table: { now }, begun, platform, bet, winMinor, detail, seedId, nonce }: Posting): Promise<string> {
  const { game, walletId, ref, digest } = begun;
  const roundId = newId(now);
  const posting = { ref, walletId, contra: houseAccount(game.gameId), kind: "bet", debitMinor: bet.stake, creditMinor: 0n, digest } as const;
  const row = await ledgerPost(tx, {
    at: now,
    timeZone: platform.timeZone,
    operation: {
      posting: { ...posting, round: { gameId: game.gameId, draw: () => ({ winMinor, detail }) } },
      creditMinor: winMinor,
      seedId,
      nonce,
      detail,
      validMinor: 0n,
      roundId,
      staysOpen: false,
    },
  });
  if (row.code !== results.applied) throw refusalOf(row.code);
  return row.roundId ?? roundId;
}
