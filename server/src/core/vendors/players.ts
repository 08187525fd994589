import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Db, Tx } from "../../platform/db.ts";
import { gather } from "../../platform/gather.ts";
import { walletKinds } from "../wallet/posting.ts";

const REMEMBERED_MAX = 200_000;
/** As many random letters as a name has that nobody can guess: 16. */
const REF_BYTES = 12;

/** A member as a vendor's call needs it. */
export interface VendorPlayer {
  readonly accountId: bigint;
  /** Its main wallet. */
  readonly walletId: bigint;
  readonly currency: string;
}

/** How a vendor calls a member: random letters that are its own at each vendor, made when it first plays there. */
export async function playerRef(tx: Tx, { vendorId, accountId }: { vendorId: number; accountId: bigint }): Promise<string> {
  await tx
    .insertInto("vendor_player")
    .values({ vendor_id: vendorId, account_id: accountId, player_ref: randomBytes(REF_BYTES).toString("base64url") })
    .onConflict((conflict) => conflict.columns(["vendor_id", "account_id"]).doNothing())
    .execute();
  const row = await tx
    .selectFrom("vendor_player")
    .select("player_ref as ref")
    .where("vendor_id", "=", vendorId)
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return row.ref;
}

/** Members by what a vendor calls them: read once, those of one moment by one query. What it answers never changes. */
export function playerFinder(db: Db): (vendorId: number, ref: string) => Promise<VendorPlayer | undefined> {
  const known = new LRUCache<string, VendorPlayer>({ max: REMEMBERED_MAX });
  const load = gather((keys: readonly string[]) => loadPlayers(db, keys));
  // Looked at where it stands: what is in use for ever would be moved to the front at each call.
  return async (vendorId, ref) => {
    const key = `${vendorId} ${ref}`;
    const remembered = known.peek(key);
    if (remembered !== undefined) return remembered;
    const found = await load(key);
    if (found !== undefined) known.set(key, found);
    return found;
  };
}

async function loadPlayers(db: Db, keys: readonly string[]): Promise<ReadonlyMap<string, VendorPlayer>> {
  const refs = keys.map((key) => key.slice(key.indexOf(" ") + 1));
  const vendorIds = [...new Set(keys.map((key) => Number.parseInt(key, 10)))];
  const rows = await db
    .selectFrom("vendor_player as p")
    .innerJoin("wallet as w", "w.account_id", "p.account_id")
    .select(["p.vendor_id as vendorId", "p.player_ref as ref", "p.account_id as accountId", "w.id as walletId", "w.currency"])
    .where("p.vendor_id", "in", vendorIds)
    .where("p.player_ref", "in", refs)
    .where("w.kind", "=", walletKinds.main)
    .execute();
  return new Map(rows.map(({ vendorId, ref, ...player }) => [`${vendorId} ${ref}`, player]));
}
