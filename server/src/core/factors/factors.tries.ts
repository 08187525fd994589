import { refuse } from "@laro/contract/core/errors";
import type { Database, Tx } from "../../platform/db.ts";

/** Whose factor it is: a member's or an operator's. */
export interface Whose {
  readonly kind: "member" | "operator";
  readonly id: bigint;
}

const TRIES_MAX = 5;
const TRIES_WITHIN_MS = 15 * 60_000;
const DAY_TRIES_MAX = 10;
const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;

/** Counts a try at a second factor in a transaction of its own, before anyone looks at it. Refuses with `factors.locked` and the minutes that are left. */
export async function countTry(begin: Database["begin"], whose: Whose, now: Date): Promise<void> {
  const waitMs = await begin((tx) => takeTry(tx, whose, now));
  if (waitMs > 0) refuse("factors.locked", { minutes: Math.ceil(waitMs / MINUTE_MS) });
}

/** How long a try has to wait; 0 where it is one of those that may be made, and then it is counted. */
async function takeTry(tx: Tx, { kind, id }: Whose, now: Date): Promise<number> {
  const nowMs = now.getTime();
  await tx
    .insertInto("factor_try")
    .values({ kind, subject_id: id, since: now, day_since: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await tx
    .selectFrom("factor_try")
    .select(["count", "since", "day_count as dayCount", "day_since as daySince", "closed_until as closedUntil"])
    .where("kind", "=", kind)
    .where("subject_id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.closedUntil !== null && row.closedUntil > now) return row.closedUntil.getTime() - nowMs;
  const [isOver, isDayOver] = [nowMs - row.since.getTime() >= TRIES_WITHIN_MS, nowMs - row.daySince.getTime() >= DAY_MS];
  const [count, dayCount] = [isOver ? 1 : row.count + 1, isDayOver ? 1 : row.dayCount + 1];
  const closedMs = dayCount >= DAY_TRIES_MAX ? DAY_MS : count >= TRIES_MAX ? TRIES_WITHIN_MS : 0;
  await tx
    .updateTable("factor_try")
    .set({
      // Once the wait is over the next five are looked at.
      count: closedMs > 0 ? 0 : count,
      since: isOver ? now : row.since,
      day_count: dayCount >= DAY_TRIES_MAX ? 0 : dayCount,
      day_since: isDayOver ? now : row.daySince,
      closed_until: closedMs > 0 ? new Date(nowMs + closedMs) : null,
    })
    .where("kind", "=", kind)
    .where("subject_id", "=", id)
    .execute();
  return 0;
}

/** A right answer clears the count. */
export const forgetTries = (tx: Tx, { kind, id }: Whose): Promise<unknown> =>
  tx.deleteFrom("factor_try").where("kind", "=", kind).where("subject_id", "=", id).execute();
