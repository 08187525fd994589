import type { OutputOf } from "@laro/contract/core/endpoint";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { Dispatch, dispatches } from "@laro/contract/dispatches";
import type { InputOf } from "@laro/contract/core/endpoint";
import { sql } from "kysely";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { newId, type OwnId } from "../../platform/ids.ts";
import type { Keys } from "../../platform/keys.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { addJob } from "../../platform/outbox.ts";
import { cutPage, isIdCursor } from "../../platform/pages.ts";
import { sweepInTurns } from "../../platform/rows.ts";
import { openText, sealText } from "../../platform/sealing.ts";
import { maskEmail, maskPhone, prefixOf } from "../phones/phones.ts";
import { writeLetter, type Channel, type LetterValues, type Template } from "./texts.ts";

type Secret = Pick<Keys, "dataKey">;

/** A letter to be written: to whom, which one, in which language, and until when it is of use. */
export interface NewLetter {
  readonly channel: Channel;
  readonly template: Template;
  readonly accountId: bigint | null;
  /** E.164 or an e-mail address. */
  readonly target: string;
  readonly values: LetterValues;
  readonly language: string;
  /** `job`: the worker sends it; `now`: the caller does, with `sendNow`, once this transaction is committed. */
  readonly mode: "now" | "job";
  readonly expiresAt: Date;
  readonly now: Date;
  /** Does the same statements and leaves no letter behind: the job finds nothing. */
  readonly isDecoy?: boolean;
  /** What it is written for: a second letter of the same source is not written. */
  readonly source?: string;
  /** The first of those that are sent again. */
  readonly againOf?: string;
}

const targetPlace = (id: string) => ({ use: "dispatch", context: `${id} target` });
const contentPlace = (id: string) => ({ use: "dispatch", context: `${id} content` });

/** What staff see of letters. */
export const OUTBOX_ENDPOINTS = ["dispatches.list", "dispatches.use"] as const;

/** The job that sends a letter. */
export const SEND_JOB = "dispatches:send";

/** Queues a letter in the caller's transaction: it goes out if and only if that commits. Answers its id; one whose source had a letter already is never sent. */
export async function dispatchLetter(tx: Tx, keys: Secret, letter: NewLetter): Promise<OwnId> {
  const { channel, template, accountId, target, values, language, mode, expiresAt, now, isDecoy = false, source = null, againOf = null } = letter;
  const id = newId(now);
  const sealedTarget = sealText(keys, targetPlace(id), target);
  const sealedContent = sealText(keys, contentPlace(id), JSON.stringify(values));
  const masked = channel === "sms" ? maskPhone(target) : maskEmail(target);
  const prefix = channel === "sms" ? await prefixOf(target) : null;
  const { rows } = await sql`
    insert into dispatch (id, channel, template, account_id, target, masked, prefix, content, language, state, source, again_of, created_at, expires_at)
    select ${id}::uuid, ${channel}, ${template}, ${accountId}::bigint, ${sealedTarget}::bytea, ${masked}, ${prefix}, ${sealedContent}::bytea, ${language}, 'queued',
      ${source}, ${againOf}::uuid, ${now}::timestamptz, ${expiresAt}::timestamptz
    where not ${isDecoy}::boolean
    on conflict (source) do nothing returning id`.execute(tx);
  const isRepeated = source !== null && rows.length === 0;
  if (mode === "job" && !isRepeated) await addJob(tx, SEND_JOB, { dispatchId: id });
  staleOnCommit(tx, OUTBOX_ENDPOINTS, ["operators"]);
  return id;
}

const columns = ["id", "channel", "template", "target", "content", "language", "expires_at as expiresAt", "attempts"] as const;

/** A letter as it stands in its row. */
export interface KeptLetter {
  readonly id: string;
  readonly channel: string;
  readonly template: string;
  readonly target: Buffer;
  readonly content: Buffer;
  readonly language: string;
  readonly expiresAt: Date;
  readonly attempts: number;
}

/** Takes a letter to send it and counts the attempt; undefined where it was sent, is over or was tried often enough. A worker that died leaves it to the next. */
export const takeLetter = (tx: Tx, { id, attemptsMax, now }: { id: string; attemptsMax: number; now: Date }): Promise<KeptLetter | undefined> =>
  tx
    .updateTable("dispatch")
    .set((eb) => ({ state: "sending", attempts: eb("attempts", "+", 1) }))
    .where("id", "=", id)
    .where("state", "in", ["queued", "sending"])
    .where("attempts", "<", attemptsMax)
    .where("expires_at", ">", now)
    .returning(columns)
    .executeTakeFirst();

interface Moved {
  readonly state: "queued" | "sent" | "failed" | "expired";
  readonly reference?: string;
  readonly cost?: bigint | null;
  readonly fault?: string;
  readonly sent_at?: Date;
}

/** Says what became of a letter that was under way. */
export async function moveLetter(tx: Tx, id: string, moved: Moved): Promise<void> {
  await tx.updateTable("dispatch").set(moved).where("id", "=", id).where("state", "in", ["queued", "sending"]).execute();
  staleOnCommit(tx, OUTBOX_ENDPOINTS, ["operators"]);
}

/** Says that the code in a letter was used. */
export async function noteUsed(tx: Tx, { id, now }: { id: string; now: Date }): Promise<void> {
  await tx.updateTable("dispatch").set({ used_at: now }).where("id", "=", id).where("used_at", "is", null).execute();
  staleOnCommit(tx, OUTBOX_ENDPOINTS, ["operators"]);
}

/** A kept letter's target and words. */
export function openLetter(keys: Secret, kept: Pick<KeptLetter, "id" | "channel" | "template" | "target" | "content" | "language">) {
  const { id, channel, template, language } = kept;
  const values = JSON.parse(openText(keys, contentPlace(id), kept.content)) as LetterValues;
  const words = writeLetter({ channel: channel as Channel, template: template as Template, language, values });
  return { target: openText(keys, targetPlace(id), kept.target), values, ...words };
}

const KEPT_MS = 90 * 24 * 60 * 60_000;
const SWEPT_AT_ONCE_MAX = 5_000;

/** Says of letters whose time went by unsent that it did, and forgets those of three months ago. */
export async function sweepDispatches(database: Pick<Database, "begin">, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await sweepInTurns(database, SWEPT_AT_ONCE_MAX, [
    (tx) =>
      sql`update dispatch set state = 'expired' where id = any(array(
        select id from dispatch where state in ('queued', 'sending') and expires_at <= ${now} limit ${SWEPT_AT_ONCE_MAX} for update skip locked))`.execute(tx),
    (tx) => sql`delete from dispatch where ctid = any(array(select ctid from dispatch where created_at < ${before} limit ${SWEPT_AT_ONCE_MAX}))`.execute(tx),
  ]);
}

/** What becomes of a letter that is sent again: one on its way arrives anyway. */
const RESENT_FROM: readonly string[] = ["sent", "delivered", "failed"];

/** Letters, the newest first; `isOpen` where staff may read them, as in the sandbox. */
export async function listDispatches(
  db: Db,
  {
    keys,
    isOpen,
    now,
    cursor,
    limit = PAGE_LIMIT_DEFAULT,
    channel,
    state,
  }: InputOf<(typeof dispatches)["list"]> & { keys: Secret; isOpen: boolean; now: Date },
): Promise<OutputOf<(typeof dispatches)["list"]>> {
  const rows = await db
    .selectFrom("dispatch")
    .select([
      ...columns,
      "account_id as accountId",
      "masked",
      "state",
      "reference",
      "cost",
      "fault",
      "created_at as createdAt",
      "sent_at as sentAt",
      "reported_at as reportedAt",
      "used_at as usedAt",
    ])
    .$if(channel !== undefined, (query) => query.where("channel", "=", channel!))
    .$if(state !== undefined, (query) => query.where("state", "=", state!))
    .$if(isIdCursor(cursor), (query) => query.where("id", "<", cursor!))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  const describe = ({
    target: _sealed,
    content: _content,
    masked,
    createdAt,
    sentAt,
    reportedAt,
    usedAt,
    expiresAt,
    ...row
  }: (typeof rows)[number]): Dispatch => {
    const opened = isOpen ? openLetter(keys, { ...row, target: _sealed, content: _content }) : undefined;
    const code = opened?.values["code"];
    return {
      ...row,
      channel: row.channel as Dispatch["channel"],
      state: row.state as Dispatch["state"],
      target: masked,
      createdAt: createdAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
      reportedAt: reportedAt?.toISOString() ?? null,
      usedAt: usedAt?.toISOString() ?? null,
      expiresAt: expiresAt.toISOString(),
      canResend: RESENT_FROM.includes(row.state) && usedAt === null && expiresAt > now,
      subject: opened?.subject ?? null,
      body: opened?.body ?? null,
      code: code === undefined ? null : String(code),
    };
  };
  return cutPage(rows, { limit, describe, cursorOf: ({ id }) => id });
}
