import type { Refusal } from "@laro/contract/core/errors";
import { sql } from "kysely";
import { crashInside } from "../../platform/crash.ts";
import type { Tx } from "../../platform/db.ts";
import { contentDigest, newId, siblingId } from "../../platform/ids.ts";
import { refusalOf } from "./ledger.ts";
import { houseAccount, results } from "./posting.ts";
import type { LedgerMoment } from "./wallet.ts";

/** A wallet whose hold for a hand was refused, and why: nothing of the others' is taken. */
export class HoldRefused extends Error {
  readonly walletId: bigint;
  readonly refusal: Refusal;

  constructor(walletId: bigint, refusal: Refusal) {
    super(refusal.code);
    this.walletId = walletId;
    this.refusal = refusal;
  }
}

interface HandStakes {
  readonly handId: string;
  readonly gameId: number;
  /** What is held of each, in minor units. */
  readonly holdMinor: bigint;
  readonly walletIds: readonly bigint[];
  /** What each seat's record keeps of what was played. */
  readonly choice: object;
}

/**
 * Takes the hold of every seat of a hand as a stake that stays open, all or none: the wallets are locked in the order of their ids, and the first that is refused ends it
 * with `HoldRefused`, so that the caller's transaction takes nothing. Answers each wallet's round.
 */
export async function holdHand(
  tx: Tx,
  { now, timeZone }: LedgerMoment,
  { handId, gameId, holdMinor, walletIds, choice }: HandStakes,
): Promise<ReadonlyMap<bigint, string>> {
  const pause = crashInside("entry.after_money");
  if (pause !== undefined) await sql`select set_config('laro.pause_at', ${pause}, true)`.execute(tx);
  const rounds = new Map<bigint, string>();
  for (const walletId of walletIds.toSorted((one, other) => (one < other ? -1 : 1))) {
    const id = newId(now);
    const state = JSON.stringify({ stake: String(holdMinor), choice, actions: [] });
    const { rows } = await sql<{ code: number }>`
      select code from ledger_entry(${now}, ${timeZone}, ${siblingId(handId, "hold", String(walletId))}::uuid, ${walletId}::bigint, ${houseAccount(gameId)}::bigint, ${holdMinor}::bigint, 0,
        ${contentDigest(handId)}::bigint, ${id}::uuid, ${id}::uuid, 2::smallint, ${gameId}::integer, null, null, ${JSON.stringify({ choice })}::jsonb, 0, false, ${state}::jsonb, null)`.execute(
      tx,
    );
    const { code } = rows[0]!;
    const refusal = code === results.applied ? undefined : refusalOf(code);
    if (refusal !== undefined) throw isRefusal(refusal) ? new HoldRefused(walletId, refusal) : refusal;
    rounds.set(walletId, id);
  }
  return rounds;
}

const isRefusal = (error: Error): error is Refusal => error.name === "Refusal";
