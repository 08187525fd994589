import { sql } from "kysely";
import type { Database } from "../../platform/db.ts";
import type { Subscribers } from "../../platform/jobs.ts";
import { sweepInTurns } from "../../platform/rows.ts";

const DAY_MS = 24 * 60 * 60_000;
const KEPT_MS = 30 * DAY_MS;
/** What members reported or an officer hid may still be asked about. */
const JUDGED_KEPT_MS = 365 * DAY_MS;
const ERASED_AT_ONCE_MAX = 5_000;

/** Forgets old messages, all there are, and mutes that are over. */
export async function eraseChats(database: Pick<Database, "begin">, now: Date, atOnce = ERASED_AT_ONCE_MAX): Promise<void> {
  const [old, oldest] = [KEPT_MS, JUDGED_KEPT_MS].map((keptMs) => new Date(now.getTime() - keptMs));
  await sweepInTurns(database, atOnce, [
    (tx) =>
      sql`delete from chat_message where id = any(array(
        select id from chat_message where at <= ${old} and ((reports = 0 and hidden_by is null) or at <= ${oldest}) order by at limit ${atOnce} for update skip locked))`.execute(
        tx,
      ),
    (tx) => sql`delete from chat_mute where account_id = any(array(select account_id from chat_mute where until <= ${old} limit ${atOnce}))`.execute(tx),
  ]);
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
