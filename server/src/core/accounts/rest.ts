import { refuse } from "@laro/contract/core/errors";
import type { MemberActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { isShownFactorOlder } from "../sessions/proof.ts";
import { minuteIn } from "../limits/exclusions.ts";

/** A factor spares its session from a rest that began so long after it: who binds one a minute before they make the account rest is whom the rest is for. */
const SETTLED_MS = 72 * 60 * 60_000;

/**
 * For three days after a weak way in, or after a change that a thief would make, money stays where it is and the ways in stay as they are, while the owner is
 * told. An account's rest spares the session that showed a factor bound three days before it began: a thief of the number has none. Refuses with
 * `accounts.resting` and until when, in the market's time. Inside a transaction `db` is that transaction: who waited for a second connection while holding one
 * could wait for others that do the same.
 */
export async function checkNotResting(
  { db, timeZone }: { readonly db: Db | Tx; readonly timeZone: string },
  { id, session, limitedUntil }: Pick<MemberActor, "id" | "session" | "limitedUntil">,
  now: Date,
): Promise<void> {
  const row = await (db as Db).selectFrom("account").select(["rest_from as restFrom", "rest_until as restUntil"]).where("id", "=", id).executeTakeFirst();
  const limitedMs = limitedUntil?.getTime() ?? 0;
  const restMs = row?.restUntil?.getTime() ?? 0;
  const restFrom = restMs > now.getTime() ? (row?.restFrom ?? undefined) : undefined;
  const isSpared = restFrom !== undefined && (await isShownFactorOlder(db, { id, session }, new Date(restFrom.getTime() - SETTLED_MS)));
  const untilMs = isSpared ? limitedMs : Math.max(limitedMs, restMs);
  if (untilMs > now.getTime()) refuse("accounts.resting", { until: minuteIn(timeZone, new Date(untilMs)) });
}

/** A session by a weak factor alone does not change how one enters, the password neither. Refuses as `checkNotResting` does. */
export function checkNotLimited({ limitedUntil }: Pick<MemberActor, "limitedUntil">, { now, timeZone }: { now: Date; timeZone: string }): void {
  if (limitedUntil !== null && limitedUntil > now) refuse("accounts.resting", { until: minuteIn(timeZone, limitedUntil) });
}
