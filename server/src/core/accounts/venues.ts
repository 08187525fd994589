import type { Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";

/** Puts a member into a venue, once: false where they are in one already. */
export async function settleInVenue(tx: Tx, { accountId, venueId }: { accountId: bigint; venueId: bigint }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("account")
    .set({ venue_id: venueId })
    .where("id", "=", accountId)
    .where("venue_id", "is", null)
    .executeTakeFirst();
  staleOnCommit(tx, ["venues.mine"], [`member:${accountId}`]);
  return numUpdatedRows === 1n;
}
