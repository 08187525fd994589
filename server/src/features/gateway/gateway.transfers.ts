import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { VendorTransfer } from "@laro/contract/core/gatewayDesk";
import type { gateway } from "@laro/contract/gateway";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";

const selectTransfers = (db: Db) =>
  db
    .selectFrom("vendor_transfer as t")
    .innerJoin("vendor as v", "v.id", "t.vendor_id")
    .innerJoin("account as a", "a.id", "t.account_id")
    .select([
      "t.id",
      "t.number",
      "v.code as vendorCode",
      "v.name as vendorName",
      "a.id as memberId",
      "a.name as memberName",
      "t.direction",
      "t.amount",
      "t.state",
    ])
    .select(["t.at", "t.sends", "t.sent_at as sentAt", "t.held_at as heldAt", "t.settled_at as settledAt", "t.balance_there as balanceThere"])
    .select(["t.outcome", "t.reason", "t.proposed_name as proposedBy", "t.proposed_at as proposedAt"])
    .select(["t.decision", "t.decided_name as decidedBy", "t.decided_at as decidedAt"]);

type Row = Awaited<ReturnType<ReturnType<typeof selectTransfers>["executeTakeFirstOrThrow"]>>;

const written = (at: Date | null): string | null => at?.toISOString() ?? null;

function describe({
  number,
  memberId,
  direction,
  state,
  outcome,
  reason,
  proposedBy,
  proposedAt,
  decision,
  decidedBy,
  decidedAt,
  ...row
}: Row): VendorTransfer {
  return {
    ...row,
    reference: `W-${number}`,
    memberId,
    direction: direction as VendorTransfer["direction"],
    state: state as VendorTransfer["state"],
    at: row.at.toISOString(),
    sentAt: row.sentAt.toISOString(),
    heldAt: written(row.heldAt),
    settledAt: written(row.settledAt),
    proposal: outcome === null ? null : { outcome: outcome as "done", reason: reason!, by: proposedBy!, at: proposedAt!.toISOString() },
    decision: decision === null ? null : { reason: decision, by: decidedBy!, at: decidedAt!.toISOString() },
  };
}

/** Members' money on its way to vendors and back, of one state, newest first. */
export async function listTransfers(
  db: Db,
  { state, vendorCode, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof gateway)["transfers"]>,
): Promise<OutputOf<(typeof gateway)["transfers"]>> {
  const rows = await selectTransfers(db)
    .where("t.state", "=", state)
    .$if(vendorCode !== undefined, (query) => query.where("v.code", "=", vendorCode!))
    .$if(isNumberCursor(cursor), (query) => query.where("t.number", "<", BigInt(cursor!)))
    .orderBy("t.number", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe, cursorOf: ({ number }) => number });
}

/** One of them, as it stands now; it must be there. */
export const getTransfer = async (db: Db | Tx, id: string): Promise<VendorTransfer> =>
  describe(
    await selectTransfers(db as Db)
      .where("t.id", "=", id)
      .executeTakeFirstOrThrow(),
  );

/** What officers have open shows the change. */
export const tellTransfers = (tx: Tx): void => staleOnCommit(tx, ["gateway.transfers"], ["operators"]);
