import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import type { Message } from "@laro/contract/messages";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { cutPage, isIdCursor } from "../../platform/pages.ts";

export const MESSAGE_ENDPOINTS = ["messages.mine", "messages.unread"] as const;

interface Letter {
  readonly accountId: bigint;
  /** What it is about: a second letter about the same is not written. */
  readonly source: string;
  readonly template: string;
  readonly values: readonly string[];
  readonly now: Date;
}

/** Puts a message into a member's inbox, once for a source. */
export async function writeMessage(tx: Tx, { accountId, source, template, values, now }: Letter): Promise<void> {
  await tx
    .insertInto("message")
    .values({ id: newId(now), account_id: accountId, source, template, values: JSON.stringify(values), at: now })
    .onConflict((conflict) => conflict.columns(["account_id", "source"]).doNothing())
    .execute();
  staleOnCommit(tx, MESSAGE_ENDPOINTS, [`member:${accountId}`]);
}

/** Empties an inbox whose owner is gone. */
export async function eraseMessages(tx: Tx, accountId: bigint): Promise<void> {
  await tx.deleteFrom("message").where("account_id", "=", accountId).execute();
}

/** The inbox, newest first. */
export async function listMyMessages(
  db: Db,
  accountId: bigint,
  { cursor, limit = PAGE_LIMIT_DEFAULT }: PageInput,
): Promise<{ list: Message[]; next: string | null }> {
  const rows = await db
    .selectFrom("message")
    .select(["id", "template", "values", "read_at as readAt", "reported_at as reportedAt", "at"])
    .where("account_id", "=", accountId)
    .$if(isIdCursor(cursor), (query) => query.where("id", "<", cursor!))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, {
    limit,
    describe: ({ values, readAt, reportedAt, at, ...row }) => ({
      ...row,
      values: values as string[],
      readAt: readAt?.toISOString() ?? null,
      reportedAt: reportedAt?.toISOString() ?? null,
      at: at.toISOString(),
    }),
    cursorOf: ({ id }) => id,
  });
}

/** How many messages wait to be read, and with them customer service's answers. */
export async function countUnread(db: Db, accountId: bigint): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from message where account_id = ${accountId} and read_at is null)::integer
         + (select coalesce(sum(unread), 0) from feedback where account_id = ${accountId} and unread > 0)::integer as count`.execute(db as Tx);
  return rows[0]!.count;
}

/** Marks one of the member's messages as read; the first reading's moment stays. */
export async function readMessage(tx: Tx, { accountId, id, now }: { accountId: bigint; id: string; now: Date }): Promise<void> {
  const read = await tx
    .updateTable("message")
    .set(({ fn, val }) => ({ read_at: fn.coalesce("read_at", val(now)) }))
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .returning("id")
    .executeTakeFirst();
  if (read === undefined) refuse("messages.not_found");
  staleOnCommit(tx, MESSAGE_ENDPOINTS, [`member:${accountId}`]);
}
