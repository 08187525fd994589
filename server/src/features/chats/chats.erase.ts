import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import type { Subscribers } from "../../platform/jobs.ts";

const DAY_MS = 24 * 60 * 60_000;
const KEPT_MS = 30 * DAY_MS;
/** What members reported or an officer hid may still be asked about. */
const JUDGED_KEPT_MS = 365 * DAY_MS;
const ERASED_AT_ONCE_MAX = 5_000;

/** Forgets old messages, and mutes that are over. */
export async function eraseChats(tx: Tx, now: Date): Promise<void> {
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  await sql`
    delete from chat_message where id = any(array(
      select id from chat_message where at <= ${before(KEPT_MS)} and ((reports = 0 and hidden_by is null) or at <= ${before(JUDGED_KEPT_MS)})
      order by at limit ${ERASED_AT_ONCE_MAX} for update skip locked))`.execute(tx);
  await tx.deleteFrom("chat_mute").where("until", "<=", before(KEPT_MS)).execute();
}

/** What somebody wrote goes with their records, and what they reported with it. */
export const chatSubscribers: Subscribers = {
  "privacy.erased": [
    async (tx, { accountId, part }) => {
      if (part !== "records") return;
      for (const table of ["chat_report", "chat_message", "chat_mute"] as const)
        await tx.deleteFrom(table).where("account_id", "=", BigInt(accountId)).execute();
    },
  ],
};
