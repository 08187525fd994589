import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { gateway, VendorFault } from "@laro/contract/gateway";
import type { Db } from "../../platform/db.ts";
import { cutPage, isIdCursor } from "../../platform/pages.ts";

export const selectFaults = (db: Db) =>
  db
    .selectFrom("vendor_fault as f")
    .innerJoin("vendor as v", "v.id", "f.vendor_id")
    .leftJoin("account as a", "a.id", "f.account_id")
    .select(["f.id", "v.code as vendorCode", "f.direction", "f.action", "f.code", "a.name as memberName", "f.their_id as theirId"])
    .select(["f.request_id as requestId", "f.their_request_id as theirRequestId", "f.body", "f.at"]);

type Row = Awaited<ReturnType<ReturnType<typeof selectFaults>["executeTakeFirstOrThrow"]>>;

export const describeFault = ({ direction, at, ...fault }: Row): VendorFault => ({
  ...fault,
  direction: direction as VendorFault["direction"],
  at: at.toISOString(),
});

/** What went wrong between vendors and us, newest first. */
export async function listFaults(
  db: Db,
  { vendorCode, code, action, from, until, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof gateway)["faults"]>,
): Promise<OutputOf<(typeof gateway)["faults"]>> {
  const rows = await selectFaults(db)
    .$if(vendorCode !== undefined, (query) => query.where("v.code", "=", vendorCode!))
    .$if(code !== undefined, (query) => query.where("f.code", "=", code!))
    .$if(action !== undefined, (query) => query.where("f.action", "=", action!))
    .$if(from !== undefined, (query) => query.where("f.at", ">=", new Date(from!)))
    .$if(until !== undefined, (query) => query.where("f.at", "<", new Date(until!)))
    .$if(isIdCursor(cursor), (query) => query.where("f.id", "<", cursor!))
    .orderBy("f.id", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe: describeFault, cursorOf: ({ id }) => id });
}
