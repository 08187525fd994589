import { isTrialType } from "@laro/contract/core/accountTypes";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import { fits } from "@laro/contract/core/patterns";
import {
  type feedback,
  FEEDBACK_REOPEN_DAYS,
  type FeedbackState,
  type FeedbackType,
  feedbackTypes,
  type OpenThread,
  type Thread,
} from "@laro/contract/feedback";
import { sql } from "kysely";
import { takeCaptcha } from "../../core/accounts/registration.limits.ts";
import { normalEmail } from "../../core/contacts/contacts.ts";
import { maskEmail } from "../../core/phones/phones.ts";
import { brand, type JurisdictionPack } from "../../core/settings/packs.ts";
import type { GuestActor, MemberActor, OperatorActor } from "../../platform/actor.ts";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import type { Keys } from "../../platform/keys.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";
import { sealText } from "../../platform/sealing.ts";
import { speaksOfHarm } from "./feedback.harm.ts";
import { checkThreads, countThread } from "./feedback.limits.ts";
import { moveThread, staleThread } from "./feedback.states.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const REOPEN_MS = FEEDBACK_REOPEN_DAYS * DAY_MS;
const BEGINS_LENGTH = 120;
/** Past so many messages its member begins another thread; officers have room to answer the last one. */
const WRITERS_MESSAGES_MAX = 100;
const MESSAGES_MAX = 2 * WRITERS_MESSAGES_MAX;
/** The specification's list of patterns has an e-mail address as its fifth. */
const EMAIL_PATTERN = 5;

type Promised = Pick<JurisdictionPack, "feedback">;

/** Within how many minutes the first answer is promised, by what it is about. */
export const listPromises = (pack: Promised): OutputOf<(typeof feedback)["promises"]> => ({
  minutes: Object.values(feedbackTypes).map((type) => ({ type, minutes: pack.feedback.firstAnswerMinutes[type] })),
});

/** By when an answer is due; where the words speak of harm as soon as the pack promises any. */
function dueAtOf(pack: Promised, { type, harm, now }: { type: FeedbackType; harm: boolean; now: Date }): Date {
  const { firstAnswerMinutes } = pack.feedback;
  const minutes = harm ? Math.min(...Object.values(firstAnswerMinutes)) : firstAnswerMinutes[type];
  return new Date(now.getTime() + minutes * MINUTE_MS);
}

interface Sending {
  readonly begin: Database["begin"];
  readonly actor: GuestActor | MemberActor | OperatorActor;
  readonly keys: Keys;
  readonly pack: JurisdictionPack;
  readonly language: string;
  readonly now: Date;
}

/** Sends a message to customer service. Who sent it is the caller's session; a trial is nobody's account and counts as a guest. */
export async function sendFeedback(
  { begin, actor, keys, pack, language, now }: Sending,
  { content, type, captcha, verification, email = "" }: InputOf<(typeof feedback)["send"]>,
): Promise<OutputOf<(typeof feedback)["send"]>> {
  const member = actor.kind === "member" && !isTrialType(actor.type) ? actor : undefined;
  const address = member === undefined ? normalEmail(email) : "";
  if (address !== "" && !fits(EMAIL_PATTERN, address)) refuse("feedback.email_invalid", { field: "email" });
  await takeCaptcha(begin, { captcha, verification }, now);
  const spoken = brand.languages.includes(language) ? language : brand.defaultLanguage;
  const writer = { accountId: member?.id ?? null, email: address === "" ? null : address, language: member?.language ?? spoken };
  const begun = await begin(async (tx) => {
    await countThread(tx, { accountId: writer.accountId, ip: actor.ip, now });
    if (writer.accountId !== null) await checkThreads(tx, writer.accountId);
    return beginThread(tx, { keys, pack, ...writer, type, text: content, now });
  });
  const canAnswer = member !== undefined || address !== "";
  return {
    reference: begun.reference,
    dueAt: canAnswer ? begun.dueAt.toISOString() : null,
    id: member === undefined ? null : begun.id,
    helpline: begun.harm ? pack.helpline : null,
  };
}

interface NewThread {
  readonly keys: Keys;
  readonly pack: Promised;
  readonly accountId: bigint | null;
  readonly email: string | null;
  readonly language: string;
  readonly type: FeedbackType;
  readonly text: string;
  /** The message of the member's inbox that it reports. */
  readonly messageId?: string;
  readonly now: Date;
}

/** Begins a thread with its first message. */
export async function beginThread(tx: Tx, { keys, pack, accountId, email, language, type, text, messageId, now }: NewThread) {
  const id = newId(now);
  const harm = speaksOfHarm(text);
  const dueAt = dueAtOf(pack, { type, harm, now });
  const contact = email === null ? {} : { email: sealText(keys, emailPlace(id), email), email_masked: maskEmail(email) };
  const { number } = await tx
    .insertInto("feedback")
    .values({
      id,
      account_id: accountId,
      ...contact,
      message_id: messageId ?? null,
      language,
      type,
      begins: text.slice(0, BEGINS_LENGTH),
      harm,
      due_at: dueAt,
      waits_since: now,
      at: now,
      last_at: now,
    })
    .returning("number")
    .executeTakeFirstOrThrow();
  await writeInThread(tx, { id, kind: "writer", text, now });
  staleThread(tx, accountId);
  return { id, reference: referenceOf(number), dueAt, harm };
}

/** Where a guest's e-mail address is sealed. */
export const emailPlace = (id: string) => ({ use: "feedback", context: `${id} email` });

export const referenceOf = (number: bigint): string => `F-${number}`;

interface Writing {
  readonly id: string;
  readonly kind: "writer" | "answer" | "note";
  readonly text: string;
  readonly officerId?: bigint;
  readonly now: Date;
}

/** Writes one message into a thread, whose row it locks. Refuses with `feedback.full`. */
export async function writeInThread(tx: Tx, { id, kind, text, officerId, now }: Writing): Promise<void> {
  const most = kind === "writer" ? WRITERS_MESSAGES_MAX : MESSAGES_MAX;
  const counted = await tx
    .updateTable("feedback")
    .set((eb) => ({
      messages: eb("messages", "+", 1),
      ...(kind === "note" ? {} : { last_at: now }),
      ...(kind === "answer" ? { unread: eb("unread", "+", 1) } : {}),
    }))
    .where("id", "=", id)
    .where("messages", "<", most)
    .returning("messages as no")
    .executeTakeFirst();
  if (counted === undefined) refuse("feedback.full", { maximum: most });
  await tx
    .insertInto("feedback_message")
    .values({ id: newId(now), feedback_id: id, no: counted.no, kind, text, operator_id: officerId ?? null, at: now })
    .execute();
}

const selectThreads = (db: Db | Tx, accountId: bigint) =>
  (db as Db)
    .selectFrom("feedback")
    .select(["id", "number", "type", "state", "begins", "unread", "due_at as dueAt", "at", "last_at as lastAt", "closed_at as closedAt"])
    .where("account_id", "=", accountId);

type Row = Awaited<ReturnType<ReturnType<typeof selectThreads>["executeTakeFirstOrThrow"]>>;

const describeThread = ({ number, type, state, dueAt, at, lastAt, closedAt, ...row }: Row): Thread => ({
  ...row,
  reference: referenceOf(number),
  type: type as FeedbackType,
  state: state as FeedbackState,
  dueAt: dueAt?.toISOString() ?? null,
  at: at.toISOString(),
  lastAt: lastAt.toISOString(),
  reopenUntil: closedAt === null ? null : new Date(closedAt.getTime() + REOPEN_MS).toISOString(),
});

/** The member's threads, the newest first. */
export async function listMyThreads(
  db: Db,
  accountId: bigint,
  { cursor, limit = PAGE_LIMIT_DEFAULT }: PageInput,
): Promise<OutputOf<(typeof feedback)["mine"]>> {
  const rows = await selectThreads(db, accountId)
    .$if(isNumberCursor(cursor), (query) => query.where("number", "<", BigInt(cursor!)))
    .orderBy("number", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe: describeThread, cursorOf: ({ number }) => number });
}

interface OfMember {
  readonly accountId: bigint;
  readonly id: string;
}

/** One of the member's threads; what officers noted stays with them. Refuses with `feedback.not_found`. */
export async function getThread(db: Db | Tx, { accountId, id }: OfMember): Promise<OpenThread> {
  const row = await selectThreads(db, accountId).where("id", "=", id).executeTakeFirst();
  if (row === undefined) refuse("feedback.not_found");
  const messages = await (db as Db)
    .selectFrom("feedback_message")
    .select(["id", "kind", "text", "at"])
    .where("feedback_id", "=", id)
    .where("kind", "<>", "note")
    .orderBy("no")
    .limit(MESSAGES_MAX)
    .execute();
  return {
    ...describeThread(row),
    messages: messages.map(({ kind, at, ...message }) => ({ ...message, from: kind === "writer" ? "writer" : "office", at: at.toISOString() })),
    pictures: await listPictures(db, id),
  };
}

/** The pictures of a thread, as they were added. */
export async function listPictures(db: Db | Tx, id: string): Promise<string[]> {
  const rows = await (db as Db).selectFrom("feedback_picture").select("image_id as imageId").where("feedback_id", "=", id).orderBy("image_id").execute();
  return rows.map(({ imageId }) => imageId);
}

/** Marks the answers of a thread as read. */
export async function readThread(tx: Tx, { accountId, id }: OfMember): Promise<void> {
  const read = await tx.updateTable("feedback").set({ unread: 0 }).where("id", "=", id).where("account_id", "=", accountId).returning("id").executeTakeFirst();
  if (read === undefined) refuse("feedback.not_found");
  staleThread(tx, accountId);
}

interface WritingOn extends OfMember {
  readonly text: string;
  readonly pack: Promised;
  readonly now: Date;
}

/** A thread of this member, locked until the transaction ends. Refuses with `feedback.not_found`. */
export async function lockThread(tx: Tx, { accountId, id }: OfMember) {
  const row = await tx
    .selectFrom("feedback")
    .select(["id", "type", "state", "harm", "due_at as dueAt", "closed_at as closedAt"])
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? refuse("feedback.not_found");
}

/** Writes on in a thread; one that was answered goes back into the queue, where any officer may take it. */
export async function replyInThread(tx: Tx, { accountId, id, text, pack, now }: WritingOn): Promise<OpenThread> {
  const row = await lockThread(tx, { accountId, id });
  if (row.state === "closed") refuse("feedback.closed");
  await writeInThread(tx, { id, kind: "writer", text, now });
  await waitAnew(tx, { row, accountId, text, pack, now });
  return getThread(tx, { accountId, id });
}

type Locked = Awaited<ReturnType<typeof lockThread>>;

/** Puts what was answered back into the queue; what waits already waits on, sooner where the words speak of harm. */
export async function waitAnew(tx: Tx, { row, accountId, text, pack, now }: Omit<WritingOn, "id"> & { row: Locked }): Promise<void> {
  const harm = row.harm || speaksOfHarm(text);
  const due = dueAtOf(pack, { type: row.type as FeedbackType, harm, now });
  if (row.state === "answered") return void (await moveThread(tx, { id: row.id, to: "new", change: { taken_by: null, due_at: due, waits_since: now, harm } }));
  if (harm && !row.harm)
    await tx
      .updateTable("feedback")
      .set({ harm, due_at: sql<Date>`least(due_at, ${due}::timestamptz)` })
      .where("id", "=", row.id)
      .execute();
  staleThread(tx, accountId);
}

/** Opens a closed thread again with a word of why. Refuses with `feedback.not_closed`, fourteen days after it was closed `feedback.reopen_over`, or `feedback.open_full`. */
export async function reopenThread(tx: Tx, { accountId, id, text, pack, now }: WritingOn): Promise<OpenThread> {
  const row = await lockThread(tx, { accountId, id });
  if (row.state !== "closed" || row.closedAt === null) refuse("feedback.not_closed");
  if (row.closedAt.getTime() + REOPEN_MS <= now.getTime()) refuse("feedback.reopen_over", { days: FEEDBACK_REOPEN_DAYS });
  await checkThreads(tx, accountId);
  await writeInThread(tx, { id, kind: "writer", text, now });
  const harm = row.harm || speaksOfHarm(text);
  const dueAt = dueAtOf(pack, { type: row.type as FeedbackType, harm, now });
  await moveThread(tx, { id, to: "new", change: { taken_by: null, due_at: dueAt, waits_since: now, closed_at: null, harm } });
  await tx
    .updateTable("feedback")
    .set((eb) => ({ reopened: eb("reopened", "+", 1) }))
    .where("id", "=", id)
    .execute();
  return getThread(tx, { accountId, id });
}

const SILENT_MS = 7 * DAY_MS;
const CLOSED_AT_ONCE_MAX = 500;

/** Closes what was answered a week ago and nobody said a word to since. */
export async function closeSilent(tx: Tx, now: Date): Promise<void> {
  const { rows } = await sql<{ accountId: bigint | null }>`
    update feedback set state = 'closed', closed_at = ${now}, due_at = null where id = any(array(
      select id from feedback where state = 'answered' and answered_at <= ${new Date(now.getTime() - SILENT_MS)} order by answered_at
      limit ${CLOSED_AT_ONCE_MAX} for update skip locked))
    returning account_id as "accountId"`.execute(tx);
  for (const { accountId } of rows) staleThread(tx, accountId);
}
