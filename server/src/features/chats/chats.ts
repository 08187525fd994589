import { CHAT_SHOWN, type chatPaces, type chats } from "@laro/contract/chats";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { ChatMessage } from "@laro/contract/core/watching";
import { sql } from "kysely";
import { maskName } from "../../core/accounts/faces.ts";
import { type CatalogueGame, engineOf, findGameByCode, listHouseGames } from "../../core/catalogue/catalogue.ts";
import { checkNotExcluded } from "../../core/limits/exclusions.ts";
import { checkMay } from "../../core/limits/gates.ts";
import { brand, type JurisdictionPack } from "../../core/settings/packs.ts";
import type { Standing } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { requestedId } from "../../platform/ids.ts";
import { staleOnCommit, tellOnCommit } from "../../platform/live.ts";
import { checkWords, findFault } from "./chats.words.ts";

const MS_PER_SECOND = 1_000;
const USUAL_PACE = 3;

export type Pace = (typeof chatPaces)[number];

/** Who writes, and from where. */
interface Writer {
  readonly accountId: bigint;
  readonly standing: Standing;
  readonly isAbroad: boolean;
  readonly pack: JurisdictionPack;
  readonly now: Date;
}

const isTable = (game: CatalogueGame): boolean => engineOf(game).gameType === "LIVE";

/** The games that have a chat: live tables. */
export const listChatGames = (): readonly CatalogueGame[] => listHouseGames().filter(isTable);

/** The live table of a chat. Refuses with `games.not_found`. */
export function getChatGame(series: string): CatalogueGame {
  const game = findGameByCode(series);
  return game !== undefined && isTable(game) ? game : refuse("games.not_found", { field: "series" });
}

/** The chats an officer changed, by their tables; each other one is open at the usual pace. */
export async function readRooms(db: Db | Tx): Promise<(series: string) => { readonly open: boolean; readonly everySeconds: Pace }> {
  const rows = await (db as Db).selectFrom("chat_room").select(["series", "open", "every_seconds as everySeconds"]).execute();
  const rooms = new Map(rows.map(({ series, ...room }) => [series, room as { open: boolean; everySeconds: Pace }]));
  return (series) => rooms.get(series) ?? { open: true, everySeconds: USUAL_PACE };
}

interface Message {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly at: Date;
}

const describe = ({ id, name, text, at }: Message): ChatMessage => ({ id, name, text, at: at.toISOString() });

/** How a member is called in chats: by the nickname they chose, unless it says what no message may, else by the masked name. */
async function nameOf(db: Db | Tx, accountId: bigint): Promise<string> {
  const { name, nickname } = await (db as Db).selectFrom("account").select(["name", "nickname"]).where("id", "=", accountId).executeTakeFirstOrThrow();
  return nickname.toLowerCase() === name.toLowerCase() || findFault(nickname, brand.chatWords) !== undefined ? maskName(name) : nickname;
}

const findMute = (db: Db | Tx, { accountId, now }: { accountId: bigint; now: Date }) =>
  (db as Db)
    .selectFrom("chat_mute")
    .select("until")
    .where("account_id", "=", accountId)
    .where((where) => where.or([where("until", "is", null), where("until", ">", now)]))
    .executeTakeFirst();

/** A chat as it stands for a member. Refuses with `games.not_found`. */
export async function launchChat(
  db: Db,
  { accountId, series, now }: { accountId: bigint; series: string; now: Date },
): Promise<OutputOf<(typeof chats)["launch"]>> {
  getChatGame(series);
  const [newest, roomOf, name, mute] = await Promise.all([
    db
      .selectFrom("chat_message")
      .select(["id", "name", "text", "at"])
      .where("series", "=", series)
      .where("hidden_by", "is", null)
      .orderBy("number", "desc")
      .limit(CHAT_SHOWN)
      .execute(),
    readRooms(db),
    nameOf(db, accountId),
    findMute(db, { accountId, now }),
  ]);
  return {
    series,
    messages: newest.toReversed().map(describe),
    ...roomOf(series),
    name,
    muted: mute !== undefined,
    mutedUntil: mute?.until?.toISOString() ?? null,
  };
}

/** Writes a message and says it to everyone at the table. The same request is one message. */
export async function sendMessage(
  tx: Tx,
  { accountId, ...writer }: Writer,
  { requestId, series, text }: InputOf<(typeof chats)["send"]>,
): Promise<ChatMessage> {
  const { now } = writer;
  getChatGame(series);
  checkMay("play", writer.standing, writer);
  // Of a member's messages at once one is judged after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended('chat', ${accountId}::bigint))`.execute(tx);
  const id = requestedId(requestId, "chat", String(accountId));
  const known = await tx.selectFrom("chat_message").select(["id", "series", "name", "text", "at"]).where("id", "=", id).executeTakeFirst();
  if (known !== undefined) return known.series === series && known.text === text ? describe(known) : refuse("request.id_reused");
  await checkNotExcluded(tx, { accountId, now });
  await checkMayWrite(tx, { accountId, series, now });
  checkWords(text, brand.chatWords);
  const message = { id, name: await nameOf(tx, accountId), text, at: now };
  await tx
    .insertInto("chat_message")
    .values({ ...message, series, account_id: accountId })
    .execute();
  await tellOnCommit(tx, `table:${series}`, { table: series, chat: describe(message) });
  return describe(message);
}

async function checkMayWrite(tx: Tx, { accountId, series, now }: { accountId: bigint; series: string; now: Date }): Promise<void> {
  const { open, everySeconds } = (await readRooms(tx))(series);
  if (!open) refuse("chats.closed");
  if ((await findMute(tx, { accountId, now })) !== undefined) refuse("chats.muted");
  const last = await tx.selectFrom("chat_message").select("at").where("account_id", "=", accountId).orderBy("number", "desc").limit(1).executeTakeFirst();
  const waitMs = last === undefined ? 0 : last.at.getTime() + everySeconds * MS_PER_SECOND - now.getTime();
  if (waitMs > 0) refuse("chats.too_soon", { seconds: everySeconds, retryAfter: Math.ceil(waitMs / MS_PER_SECOND) });
}

/** Reports a message, once for each member; one's own and one that is hidden are as if they were not there. Refuses with `chats.not_found`. */
export async function reportMessage(tx: Tx, { accountId, id, now }: { accountId: bigint; id: string; now: Date }): Promise<void> {
  const message = await tx.selectFrom("chat_message").select("account_id as writer").where("id", "=", id).where("hidden_by", "is", null).executeTakeFirst();
  if (message === undefined || message.writer === accountId) refuse("chats.not_found");
  const reported = await tx
    .insertInto("chat_report")
    .values({ message_id: id, account_id: accountId, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (reported.numInsertedOrUpdatedRows !== 1n) return;
  await tx
    .updateTable("chat_message")
    .set((set) => ({ reports: set("reports", "+", 1) }))
    .where("id", "=", id)
    .execute();
  staleOnCommit(tx, ["chats.queue"], ["operators"]);
}
