import { sql } from "kysely";
import type { Database } from "../../platform/db.ts";
import type { Subscribers } from "../../platform/jobs.ts";
import { sweepInTurns } from "../../platform/rows.ts";
import { beginReport } from "./feedback.reports.ts";

/** So long a visitor may still be answered after a thread was closed. */
const GUEST_MS = 90 * 24 * 60 * 60_000;
const ERASED_AT_ONCE_MAX = 500;

/** Forgets where visitors of long closed threads could be reached; what was said stays without them. */
export async function eraseGuests(database: Pick<Database, "begin">, now: Date, atOnce = ERASED_AT_ONCE_MAX): Promise<void> {
  const before = new Date(now.getTime() - GUEST_MS);
  await sweepInTurns(database, atOnce, [
    (tx) =>
      sql`update feedback set email = null, email_masked = null where id = any(array(
        select id from feedback where email is not null and closed_at <= ${before} order by closed_at limit ${atOnce} for update skip locked))`.execute(tx),
  ]);
}

export const feedbackSubscribers: Subscribers = {
  "messages.reported": [(tx, { messageId }, platform) => beginReport(tx, platform, messageId)],
  "privacy.erased": [
    async (tx, { accountId, part }, { clock }) => {
      if (part === "records") await sql`select erase_feedback_of(${accountId}, ${clock.now()}::timestamptz - interval '5 years')`.execute(tx);
    },
  ],
};
