import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import { networkOf } from "../../platform/addresses.ts";
import type { Db, Tx } from "../../platform/db.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const THREADS_AN_HOUR_MAX = 5;
const THREADS_NOT_CLOSED_MAX = 5;
/** A picture is up to some megabytes that are kept as long as the thread. */
const PICTURES_A_DAY_MAX = 10;
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

/** Of two threads or pictures of one member at once the second counts the first. */
export const lockWriter = (tx: Tx, accountId: bigint): Promise<unknown> => sql`select from account where id = ${accountId} for no key update`.execute(tx);

/** Refuses a member who has five threads that are not closed with `feedback.open_full`; what they reported of a letter is not among them. */
export async function checkThreads(tx: Tx, accountId: bigint): Promise<void> {
  await lockWriter(tx, accountId);
  const { count } = await tx
    .selectFrom("feedback")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("account_id", "=", accountId)
    .where("state", "<>", "closed")
    .where("message_id", "is", null)
    .executeTakeFirstOrThrow();
  if (count >= THREADS_NOT_CLOSED_MAX) refuse("feedback.open_full", { maximum: THREADS_NOT_CLOSED_MAX });
}

/** Refuses a member who sent ten pictures within a day, whatever the thread, with `feedback.pictures_today`. */
export async function checkPictures(db: Db | Tx, { accountId, now }: { accountId: bigint; now: Date }): Promise<void> {
  const { count } = await (db as Db)
    .selectFrom("feedback as f")
    .innerJoin("feedback_picture as p", "p.feedback_id", "f.id")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("f.account_id", "=", accountId)
    .where("p.at", ">", new Date(now.getTime() - DAY_MS))
    .executeTakeFirstOrThrow();
  if (count >= PICTURES_A_DAY_MAX) refuse("feedback.pictures_today", { maximum: PICTURES_A_DAY_MAX });
}
