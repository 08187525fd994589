import type { chats, ChatRoom, JudgedMessage, Mute } from "@laro/contract/chats";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit, tellOnCommit } from "../../platform/live.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";
import { getChatGame, listChatGames, readRooms } from "./chats.ts";

const HOUR_MS = 60 * 60_000;

interface Officer {
  readonly name: string;
}

/** Messages that were reported and wait for a word, or all of them. */
export async function listMessages(
  db: Db,
  { state, cursor, limit = PAGE_LIMIT_DEFAULT, now }: InputOf<(typeof chats)["queue"]> & { now: Date },
): Promise<OutputOf<(typeof chats)["queue"]>> {
  const [isWaiting, from] = [state === "reported", isNumberCursor(cursor) ? BigInt(cursor!) : undefined];
  const rows = await db
    .selectFrom("chat_message as m")
    .innerJoin("account as a", "a.id", "m.account_id")
    .leftJoin("chat_mute as u", "u.account_id", "m.account_id")
    .select([
      "m.number",
      "m.id",
      "m.series",
      "m.account_id as memberId",
      "a.name as memberName",
      "m.name",
      "m.text",
      "m.at",
      "m.reports",
      "m.hidden_by as hiddenBy",
    ])
    .select(sql<boolean>`u.account_id is not null and (u.until is null or u.until > ${now})`.as("muted"))
    .$if(isWaiting, (query) => query.where("m.reports", ">", 0).where("m.judged_at", "is", null))
    .$if(from !== undefined, (query) => query.where("m.number", isWaiting ? ">" : "<", from!))
    .orderBy("m.number", isWaiting ? "asc" : "desc")
    .limit(limit + 1)
    .execute();
  const describe = ({ number: _, at, ...row }: (typeof rows)[number]): JudgedMessage => ({ ...row, at: at.toISOString() });
  return cutPage(rows, { limit, describe, cursorOf: (row) => row.number });
}

/** Takes a message out of its chat, wherever it is shown. Refuses with `chats.not_found`. */
export async function hideMessage(tx: Tx, { id, officer, now }: { id: string; officer: Officer; now: Date }): Promise<void> {
  const hidden = await tx
    .updateTable("chat_message")
    .set({ hidden_by: officer.name, judged_at: now })
    .where("id", "=", id)
    .where("hidden_by", "is", null)
    .returning("series")
    .executeTakeFirst();
  const { series } = hidden ?? refuse("chats.not_found");
  await tellOnCommit(tx, `table:${series}`, { table: series, unchat: id });
  staleOnCommit(tx, ["chats.queue"], ["operators"]);
}

/** Says that a reported message may stay. Refuses with `chats.not_found` where none waits for a word. */
export async function keepMessage(tx: Tx, { id, now }: { id: string; now: Date }): Promise<void> {
  const kept = await tx
    .updateTable("chat_message")
    .set({ judged_at: now })
    .where("id", "=", id)
    .where("reports", ">", 0)
    .where("judged_at", "is", null)
    .executeTakeFirst();
  if (kept.numUpdatedRows !== 1n) refuse("chats.not_found");
  staleOnCommit(tx, ["chats.queue"], ["operators"]);
}

/** Who may not write now. */
export async function listMutes(
  db: Db,
  { cursor, limit = PAGE_LIMIT_DEFAULT, now }: InputOf<(typeof chats)["mutes"]> & { now: Date },
): Promise<OutputOf<(typeof chats)["mutes"]>> {
  const rows = await db
    .selectFrom("chat_mute as u")
    .innerJoin("account as a", "a.id", "u.account_id")
    .select(["u.account_id as memberId", "a.name as memberName", "u.made_by as by", "u.reason", "u.at", "u.until"])
    .where((where) => where.or([where("u.until", "is", null), where("u.until", ">", now)]))
    .$if(isNumberCursor(cursor), (query) => query.where("u.account_id", "<", BigInt(cursor!)))
    .orderBy("u.account_id", "desc")
    .limit(limit + 1)
    .execute();
  const describe = ({ at, until, ...row }: (typeof rows)[number]): Mute => ({ ...row, at: at.toISOString(), until: until?.toISOString() ?? null });
  return cutPage(rows, { limit, describe, cursorOf: (row) => row.memberId });
}

/** Keeps a member from writing for so many hours, or for good. Refuses with `accounts.not_found`. */
export async function muteMember(
  tx: Tx,
  { memberId, hours, reason, officer, now }: InputOf<(typeof chats)["mute"]> & { officer: Officer; now: Date },
): Promise<void> {
  if ((await tx.selectFrom("account").select("id").where("id", "=", memberId).executeTakeFirst()) === undefined) refuse("accounts.not_found");
  const mute = { until: hours === null ? null : new Date(now.getTime() + hours * HOUR_MS), made_by: officer.name, reason, at: now };
  await tx
    .insertInto("chat_mute")
    .values({ account_id: memberId, ...mute })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet(mute))
    .execute();
  sayMuted(tx, memberId);
}

/** Lets a member write again. Refuses with `chats.not_muted`. */
export async function unmuteMember(tx: Tx, { memberId, now }: { memberId: bigint; now: Date }): Promise<void> {
  const muted = await tx
    .deleteFrom("chat_mute")
    .where("account_id", "=", memberId)
    .where((where) => where.or([where("until", "is", null), where("until", ">", now)]))
    .executeTakeFirst();
  if (muted.numDeletedRows !== 1n) refuse("chats.not_muted");
  sayMuted(tx, memberId);
}

function sayMuted(tx: Tx, memberId: bigint): void {
  staleOnCommit(tx, ["chats.launch"], [`member:${memberId}`]);
  staleOnCommit(tx, ["chats.queue", "chats.mutes"], ["operators"]);
}

/** The chats of all live tables. */
export async function listRooms(db: Db | Tx): Promise<{ list: ChatRoom[] }> {
  const roomOf = await readRooms(db);
  return { list: listChatGames().map(({ gameCode, displayName }) => ({ series: gameCode, displayName, ...roomOf(gameCode) })) };
}

/** Opens, closes or slows a chat down, and says so to whoever watches. Refuses with `games.not_found`. */
export async function setRoom(tx: Tx, { series, open, everySeconds }: InputOf<(typeof chats)["setRoom"]>): Promise<{ list: ChatRoom[] }> {
  getChatGame(series);
  await tx
    .insertInto("chat_room")
    .values({ series, open, every_seconds: everySeconds })
    .onConflict((conflict) => conflict.column("series").doUpdateSet({ open, every_seconds: everySeconds }))
    .execute();
  staleOnCommit(tx, ["chats.launch"], ["everyone"]);
  return listRooms(tx);
}
