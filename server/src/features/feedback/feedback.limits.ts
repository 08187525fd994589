import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import { networkOf } from "../../platform/addresses.ts";
import type { Tx } from "../../platform/db.ts";

const HOUR_MS = 60 * 60_000;
const THREADS_AN_HOUR_MAX = 5;
const SWEPT_AT_ONCE = 100;

interface Sender {
  /** Null for a guest, who is counted by address. */
  readonly accountId: bigint | null;
  readonly ip: string;
  readonly now: Date;
}

const keyOf = ({ accountId, ip }: Sender): string => (accountId === null ? `address:${networkOf(ip)}` : `member:${accountId}`);

/** Counts a thread that is being begun, in its own transaction; the sixth of an hour is refused with `request.too_many`, and of many at once too. */
export async function countThread(tx: Tx, sender: Sender): Promise<void> {
  const { now } = sender;
  const begun = new Date(now.getTime() - HOUR_MS);
  await sql`delete from feedback_count where ctid = any(array(
    select ctid from feedback_count where since <= ${begun} limit ${SWEPT_AT_ONCE} for update skip locked))`.execute(tx);
  const { rows } = await sql<{ count: number; since: Date }>`
    insert into feedback_count as c (key, count, since) values (${keyOf(sender)}, 1, ${now})
    on conflict (key) do update set count = case when c.since <= ${begun} then 1 else c.count + 1 end, since = case when c.since <= ${begun} then ${now} else c.since end
    returning count, since`.execute(tx);
  const { count, since } = rows[0]!;
  if (count > THREADS_AN_HOUR_MAX) refuse("request.too_many", { retryAfter: Math.max(1, Math.ceil((since.getTime() + HOUR_MS - now.getTime()) / 1_000)) });
}
