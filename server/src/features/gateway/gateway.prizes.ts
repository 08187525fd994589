import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import type { HeldPrize } from "@laro/contract/core/gatewayDesk";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { gateway } from "@laro/contract/gateway";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";

const selectPrizes = (db: Db) =>
  db
    .selectFrom("vendor_prize_held as h")
    .innerJoin("vendor as v", "v.id", "h.vendor_id")
    .innerJoin("account as a", "a.id", "h.account_id")
    .leftJoin("free_round as f", "f.id", "h.issue")
    .select(["h.id", "h.number", "v.code as vendorCode", "v.name as vendorName", "a.id as memberId", "a.name as memberName", "f.number as grant"])
    .select(["h.foreign_id as theirId", "h.amount", "h.bound", "h.state", "h.at", "h.pays", "h.reason", "h.proposed_name as proposedBy"])
    .select(["h.proposed_at as proposedAt", "h.decision", "h.decided_name as decidedBy", "h.decided_at as decidedAt"]);

type Row = Awaited<ReturnType<ReturnType<typeof selectPrizes>["executeTakeFirstOrThrow"]>>;

const describe = ({ number, grant, state, at, pays, reason, proposedBy, proposedAt, decision, decidedBy, decidedAt, ...row }: Row): HeldPrize => ({
  ...row,
  reference: `P-${number}`,
  ofGrant: grant === null ? null : `F-${grant}`,
  state: state as HeldPrize["state"],
  at: at.toISOString(),
  proposal: pays === null ? null : { pays, reason: reason!, by: proposedBy!, at: proposedAt!.toISOString() },
  decision: decision === null ? null : { reason: decision, by: decidedBy!, at: decidedAt!.toISOString() },
});

/** Prizes beyond their bounds, of one state, newest first. */
export async function listPrizes(
  db: Db,
  { state, vendorCode, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof gateway)["prizes"]>,
): Promise<OutputOf<(typeof gateway)["prizes"]>> {
  const rows = await selectPrizes(db)
    .where("h.state", "=", state)
    .$if(vendorCode !== undefined, (query) => query.where("v.code", "=", vendorCode!))
    .$if(isNumberCursor(cursor), (query) => query.where("h.number", "<", BigInt(cursor!)))
    .orderBy("h.number", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe, cursorOf: ({ number }) => number });
}

/** One of them, as it stands now; it must be there. */
export const getPrize = async (db: Db | Tx, id: string): Promise<HeldPrize> =>
  describe(
    await selectPrizes(db as Db)
      .where("h.id", "=", id)
      .executeTakeFirstOrThrow(),
  );
