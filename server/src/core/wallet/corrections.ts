import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { contentDigest, derivedId, newId, siblingId } from "../../platform/ids.ts";
import { refusalOf } from "./ledger.ts";
import { houseAccount, results, systemAccounts } from "./posting.ts";
import type { LedgerMoment } from "./wallet.ts";

/** A settled round as it stands after its corrections; amounts are minor units. */
export interface StandingRound {
  readonly gameId: number;
  readonly stake: bigint;
  readonly win: bigint;
  readonly detail: unknown;
  readonly at: Date;
  /** How often it was corrected. */
  readonly corrections: bigint;
}

interface OfRound {
  readonly walletId: bigint;
  /** The round's own id, which is its first entry's. */
  readonly roundId: string;
}

/** A settled round of a wallet as it stands now; undefined where it is open, or nobody's or another's. */
export async function findStanding(db: Db | Tx, { walletId, roundId }: OfRound): Promise<StandingRound | undefined> {
  const { rows } = await sql<StandingRound>`
    select game_id as "gameId", stake, win, detail, at, corrections from round_stands(${walletId}::bigint, ${roundId}::uuid)`.execute(db as Tx);
  return rows[0];
}

/** One correction of a round: what it changed, in minor units, and why. */
export interface RoundCorrection {
  readonly id: string;
  readonly stake: bigint;
  readonly win: bigint;
  /** In the words of whoever corrected it. */
  readonly reason: string;
  readonly at: Date;
}

/** The corrections of a round, oldest first; a round has few. */
export async function listCorrections(db: Db | Tx, { walletId, roundId }: OfRound): Promise<readonly RoundCorrection[]> {
  const { rows } = await sql<RoundCorrection>`
    select id, stake, win, coalesce(detail->'correction'->>'reason', '') as reason, at from round
    where wallet_id = ${walletId} and part_of = ${roundId}::uuid and status = 5 order by (detail->'correction'->>'version')::bigint`.execute(db as Tx);
  return rows;
}

interface Correction extends OfRound {
  readonly gameId: number;
  /** Which correction of the round this is, from 1: the same version with the same content does nothing twice. */
  readonly version: bigint;
  /** What the round comes to from now on, in minor units. The stake may only fall. */
  readonly stakeMinor: bigint;
  readonly winMinor: bigint;
  readonly validMinor: bigint;
  readonly reason: string;
}

interface Corrected {
  readonly repeated: boolean;
  /** The wallet's balance right after it, in minor units. */
  readonly balanceMinor: bigint;
  /** What a take-back could not take, in minor units: it is owed from now on. */
  readonly missingMinor: bigint;
}

/**
 * Corrects a settled round: an entry of this moment, whose stake and win are what changes. The wallet gives what it has and is never negative; it does so and receives
 * whatever is closed or limited. Refuses with `rounds.not_settled` what is not settled as the version says, or would not change, and with `wallet.already_reversed`.
 */
export async function correctRound(tx: Tx, { now }: LedgerMoment, correction: Correction): Promise<Corrected> {
  const { walletId, roundId, gameId, version, stakeMinor, winMinor, validMinor, reason } = correction;
  const digest = contentDigest(`${stakeMinor} ${winMinor} ${validMinor}`);
  const { rows } = await sql<{ code: number; balance: bigint; missing: bigint }>`
    select code, balance, missing from ledger_correct(${now}, ${siblingId(roundId, "correct", String(version))}::uuid, ${walletId}::bigint, ${houseAccount(gameId)}::bigint,
      ${systemAccounts["receivable:BGS"]}::bigint, ${roundId}::uuid, ${newId(now)}::uuid, ${version}::bigint, ${stakeMinor}::bigint, ${winMinor}::bigint, ${validMinor}::bigint,
      ${digest}::bigint, ${JSON.stringify({ version: Number(version), reason })}::jsonb)`.execute(tx);
  const { code, balance: balanceMinor, missing: missingMinor } = rows[0]!;
  if (code === results.notSettled) refuse("rounds.not_settled");
  if (code === results.reversed) refuse("wallet.already_reversed");
  if (code !== results.applied && code !== results.repeat) throw refusalOf(code);
  return { repeated: code === results.repeat, balanceMinor, missingMinor };
}

/**
 * Ends what a member owes after a take-back, once: borne by the house, or taken from the main wallet, of which what was deposited since is left alone. Refuses with
 * `house.shortfall_not_open`, or `house.shortfall_not_covered` and what is `free`.
 */
export async function endShortfall(tx: Tx, { now }: LedgerMoment, { id, isBorne }: { id: string; isBorne: boolean }): Promise<void> {
  const { rows } = await sql<{ code: number; free: bigint }>`
    select code, free from ledger_end_shortfall(${now}, ${derivedId("shortfall", id)}::uuid, ${id}::uuid, ${isBorne})`.execute(tx);
  const { code, free } = rows[0]!;
  if (code === results.notOpen) refuse("house.shortfall_not_open");
  if (code === results.insufficient) refuse("house.shortfall_not_covered", { free: formatAmount(free) });
  if (code !== results.applied) throw refusalOf(code);
}
