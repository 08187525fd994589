import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { derivedId, type OwnId } from "../../platform/ids.ts";
import { kindNumber, systemAccounts } from "./posting.ts";
import { vendorAccounts } from "./vendorCalls.ts";
import type { LedgerMoment } from "./wallet.ts";

/** A member's wallet at a vendor as we mirror it, beside the main wallet, whose play it is. */
export interface OwnPurse {
  readonly accountId: bigint;
  readonly vendorId: number;
  readonly walletId: bigint;
  readonly purseId: bigint;
}

/** Holds a member's purse and main wallet until the transaction ends, and answers what the purse holds. */
export async function lockPurse(tx: Tx, { walletId, purseId }: Pick<OwnPurse, "walletId" | "purseId">): Promise<bigint> {
  const rows = await tx.selectFrom("wallet").select(["id", "balance"]).where("id", "in", [walletId, purseId]).orderBy("id").forUpdate().execute();
  return rows.find(({ id }) => id === purseId)!.balance;
}

/** Passes what was won from the main wallet into the purse, or what was lost the other way, once for an id: two lines that cancel in transit. Both wallets are held. */
export async function passNet(
  tx: Tx,
  moment: LedgerMoment,
  { walletId, purseId }: OwnPurse,
  { id, net }: { readonly id: OwnId; readonly net: bigint },
): Promise<void> {
  const contra = systemAccounts["transit:fund"];
  const lines = [
    { walletId: purseId, amount: net, part: "purse" },
    { walletId, amount: -net, part: "main" },
  ].toSorted((a, b) => (a.amount < b.amount ? -1 : 1));
  for (const { part, ...line } of lines) await move(tx, moment, { ...line, ref: derivedId("vendor-pulled", id, part), contra, kind: kindNumber.transfer });
}

/** Moves what nobody can explain between a purse, which is held, and its vendor's unmatched account, once for an id. */
export const moveUnmatched = (
  tx: Tx,
  moment: LedgerMoment,
  { purseId, vendorId }: Pick<OwnPurse, "purseId" | "vendorId">,
  { id, amount }: { readonly id: OwnId; readonly amount: bigint },
): Promise<void> =>
  move(tx, moment, {
    walletId: purseId,
    amount,
    ref: derivedId("vendor-pulled", id, "unmatched"),
    contra: vendorAccounts.unmatched(vendorId),
    kind: kindNumber.adjustment,
  });

interface Line {
  readonly walletId: bigint;
  readonly ref: OwnId;
  readonly contra: bigint;
  readonly amount: bigint;
  readonly kind: number;
}

async function move(tx: Tx, { now }: LedgerMoment, { walletId, ref, contra, amount, kind }: Line): Promise<void> {
  await sql`select ledger_move(${now}, ${walletId}::bigint, ${ref}::uuid, ${contra}::bigint, ${amount}::bigint, ${kind}::smallint, 0)`.execute(tx);
}
