import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import type { OwnId } from "../../platform/ids.ts";

/** When an open round of a vendor is looked at next, and what is known of it by then. */
export interface Look {
  /** Null where it waits for officers. */
  readonly at: Date | null;
  /** When its vendor first said that it does not know it; left as it is where nothing is said. */
  readonly unknownAt?: Date | null;
  /** Since when its vendor says nothing of it; null where it said something. */
  readonly silentAt?: Date | null;
  readonly heldAt?: Date;
}

/** Writes down the next look at an open round, unless somebody looked since it had been looked at `looks` times. */
export async function putLook(tx: Tx, round: { walletId: bigint; key: OwnId; looks: number }, { at, unknownAt, silentAt, heldAt }: Look): Promise<void> {
  await tx
    .updateTable("vendor_round")
    .set({
      look_at: at,
      looks: round.looks + 1,
      ...(unknownAt === undefined ? {} : { unknown_at: unknownAt }),
      ...(silentAt === undefined ? {} : { silent_at: silentAt }),
      ...(heldAt === undefined ? {} : { held_at: heldAt }),
    })
    .where("wallet_id", "=", round.walletId)
    .where("key", "=", round.key)
    .where("looks", "=", round.looks)
    .where("closed_at", "is", null)
    .execute();
}

/**
 * The transactions of a vendor's round that nobody took back, by the vendor's own ids. Holds the wallet until the transaction ends. They are found by the moment they share with their
 * entry of the round, not among all that the wallet ever played.
 */
export async function lockStanding(tx: Tx, { walletId, roundId }: { walletId: bigint; roundId: string }): Promise<readonly { id: string; isWin: boolean }[]> {
  await sql`select from wallet where id = ${walletId} for update`.execute(tx);
  const { rows } = await sql<{ id: string; isWin: boolean }>`
    select e.foreign_id as id, e.type = 2 as "isWin" from vendor_entry e join round r on r.wallet_id = e.wallet_id and r.id = e.round_id and r.at = e.at
    where r.wallet_id = ${walletId} and r.part_of = ${roundId} and e.type in (1, 2) and e.amount > 0
      and not exists (select from vendor_entry u where u.wallet_id = e.wallet_id and u.original = e.ref and u.type = 3 and u.amount > 0)`.execute(tx);
  return rows;
}
