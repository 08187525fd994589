import { refuse } from "@laro/contract/core/errors";
import type { MemberActor } from "../../platform/actor.ts";
import type { Platform } from "../../platform/routes.ts";
import { minuteIn } from "../limits/exclusions.ts";

/**
 * For three days after a weak way in, or after a change that a thief would make, money stays where it is and the ways in stay as they are, while the owner is
 * told. Refuses with `accounts.resting` and until when, in the market's time.
 */
export async function checkNotResting(
  { database: { db }, timeZone }: Pick<Platform, "database" | "timeZone">,
  { id, limitedUntil }: Pick<MemberActor, "id" | "limitedUntil">,
  now: Date,
): Promise<void> {
  const row = await db.selectFrom("account").select("rest_until as restUntil").where("id", "=", id).executeTakeFirst();
  const untilMs = Math.max(limitedUntil?.getTime() ?? 0, row?.restUntil?.getTime() ?? 0);
  if (untilMs > now.getTime()) refuse("accounts.resting", { until: minuteIn(timeZone, new Date(untilMs)) });
}
