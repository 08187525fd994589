import { refuse } from "@laro/contract/core/errors";
import type { MemberActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";

/**
 * For three days after a weak way in, or after a change that a thief would make, money stays where it is and the ways in stay as they are, while the owner is
 * told. Refuses with `accounts.resting` and until when.
 */
export async function checkNotResting(db: Db | Tx, { id, limitedUntil }: Pick<MemberActor, "id" | "limitedUntil">, now: Date): Promise<void> {
  if (limitedUntil !== null && limitedUntil > now) refuse("accounts.resting", { until: limitedUntil.toISOString() });
  const row = await (db as Db).selectFrom("account").select("rest_until as restUntil").where("id", "=", id).executeTakeFirst();
  if (row?.restUntil !== undefined && row.restUntil !== null && row.restUntil > now) refuse("accounts.resting", { until: row.restUntil.toISOString() });
}
