import { sql } from "kysely";
import { crashInside } from "../../platform/crash.ts";
import type { Tx } from "../../platform/db.ts";
import type { OwnId } from "../../platform/ids.ts";
import { refusalOf } from "./ledger.ts";
import { results, systemAccounts } from "./posting.ts";
import { entryTypes, vendorAccounts } from "./vendorCalls.ts";
import type { LedgerMoment } from "./wallet.ts";

/** What a vendor gives, or lets somebody play for nothing. */
export interface Gift {
  readonly type: "prize" | "freeBet";
  readonly walletId: bigint;
  readonly vendorId: number;
  readonly gameId: number;
  readonly ref: OwnId;
  /** Minor units; 0 moves nothing and is remembered, as a free bet does. */
  readonly amountMinor: bigint;
  /** Tells two contents under one id apart. */
  readonly digest: bigint;
  readonly foreignId: string;
  /** The grant of ours that it belongs to, which the promotion account pays; null where the vendor gives it. */
  readonly issue: string | null;
}

export interface Given {
  /** Nothing was left to do: it was here before. */
  readonly repeated: boolean;
  /** As it was answered then, where it was here before. */
  readonly balanceMinor: bigint;
}

/**
 * Pays a prize, or keeps a bet that is free, in the caller's transaction: once an id, whatever is closed, and outside of play. Refuses with `request.id_reused` an id that
 * stood for something else, and with `vendors.rolled_back` a free bet whose rollback was here first.
 */
export async function give(tx: Tx, { now }: LedgerMoment, gift: Gift): Promise<Given> {
  const { type, walletId, vendorId, gameId, ref, amountMinor, digest, foreignId, issue } = gift;
  const contra = issue === null ? vendorAccounts.promo(vendorId) : systemAccounts.promotion;
  const pause = crashInside("call.after_money");
  if (pause !== undefined) await sql`select set_config('laro.pause_at', ${pause}, true)`.execute(tx);
  const { rows } = await sql<{ code: number; balance: bigint }>`
    select code, balance from ledger_give(${now}, ${walletId}::bigint, ${vendorId}::smallint, ${contra}::bigint, ${gameId}::integer, ${ref}::uuid, ${entryTypes[type]}::smallint,
      ${amountMinor}::bigint, ${digest}::bigint, ${foreignId}::text, ${issue}::uuid)`.execute(tx);
  const { code, balance: balanceMinor } = rows[0]!;
  if (code !== results.applied && code !== results.repeat) throw refusalOf(code);
  return { repeated: code === results.repeat, balanceMinor };
}
