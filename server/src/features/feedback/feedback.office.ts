import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import {
  type feedback,
  type FeedbackCase,
  type FeedbackFigures,
  type FeedbackState,
  feedbackStates,
  type FeedbackType,
  type QueuedFeedback,
} from "@laro/contract/feedback";
import { sql } from "kysely";
import { dispatchLetter } from "../../core/dispatches/dispatches.ts";
import { brand } from "../../core/settings/packs.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { countStates, cutPage, isNumberCursor } from "../../platform/pages.ts";
import { openText } from "../../platform/sealing.ts";
import { emailPlace, listPictures, referenceOf, writeInThread } from "./feedback.ts";
import { moveThread, staleThread } from "./feedback.states.ts";

const selectQueued = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("feedback as f")
    .leftJoin("account as a", "a.id", "f.account_id")
    .leftJoin("operator as o", "o.id", "f.taken_by")
    .select(["f.id", "f.number", "f.type", "f.state", "f.begins", "f.harm", "f.account_id as memberId", "a.name as memberName", "f.email_masked as email"])
    .select(["f.language", "o.name as takenBy", "f.reopened", "f.at", "f.due_at as dueAt", "f.last_at as lastAt"]);

type Row = Awaited<ReturnType<ReturnType<typeof selectQueued>["executeTakeFirstOrThrow"]>>;

const describe = ({ number, type, state, email, at, dueAt, lastAt, ...row }: Row): QueuedFeedback => ({
  ...row,
  reference: referenceOf(number),
  type: type as FeedbackType,
  state: state as FeedbackState,
  answerable: row.memberId !== null || email !== null,
  at: at.toISOString(),
  dueAt: dueAt?.toISOString() ?? null,
  lastAt: lastAt.toISOString(),
});

/** The queue: what waits with words of harm first, then what is due first; what does not wait, newest first. */
export async function listQueue(
  db: Db,
  { state, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof feedback)["queue"]>,
): Promise<OutputOf<(typeof feedback)["queue"]>> {
  const isWaiting = state === "new" || state === "open";
  // The second a thread is due and its number, further than any of them without words of harm, as `feedback_waiting` has them: a cursor that stands for one row alone.
  const place = isWaiting
    ? sql<bigint>`(case when f.harm then 0 else 100000000000000000 end + extract(epoch from coalesce(f.due_at, f.at) at time zone 'UTC')::bigint * 1000000 + f.number % 1000000)`
    : sql<bigint>`f.number`;
  const [rows, counts] = await Promise.all([
    selectQueued(db)
      .select(place.as("place"))
      .where("f.state", "=", state)
      .$if(isNumberCursor(cursor), (query) => query.where(place, isWaiting ? ">" : "<", BigInt(cursor!)))
      .orderBy(place, isWaiting ? "asc" : "desc")
      .limit(limit + 1)
      .execute(),
    countStates(db, "feedback", feedbackStates),
  ]);
  return { ...cutPage(rows, { limit, describe: ({ place: _, ...row }) => describe(row), cursorOf: (row) => row.place }), counts };
}

const MESSAGES_SHOWN_MAX = 200;
const OTHERS_SHOWN_MAX = 10;

/** One thread as an officer sees it. Refuses with `feedback.not_found`. */
export async function getCase(db: Db | Tx, id: string): Promise<FeedbackCase> {
  const row = await selectQueued(db).where("f.id", "=", id).executeTakeFirst();
  if (row === undefined) refuse("feedback.not_found");
  const messages = await (db as Db)
    .selectFrom("feedback_message as m")
    .leftJoin("operator as o", "o.id", "m.operator_id")
    .select(["m.id", "m.kind", "o.name as by", "m.text", "m.at"])
    .where("m.feedback_id", "=", id)
    .orderBy("m.no")
    .limit(MESSAGES_SHOWN_MAX)
    .execute();
  return {
    ...describe(row),
    messages: messages.map(({ kind, at, ...message }) => ({ ...message, kind: kind as "writer" | "answer" | "note", at: at.toISOString() })),
    pictures: await listPictures(db, id),
    email: row.email,
    others: row.memberId === null ? [] : await listOthers(db, { id, memberId: row.memberId }),
  };
}

async function listOthers(db: Db | Tx, { id, memberId }: { id: string; memberId: bigint }): Promise<FeedbackCase["others"]> {
  const rows = await (db as Db)
    .selectFrom("feedback")
    .select(["id", "number", "state", "type", "at"])
    .where("account_id", "=", memberId)
    .where("id", "<>", id)
    .orderBy("number", "desc")
    .limit(OTHERS_SHOWN_MAX)
    .execute();
  return rows.map(({ number, state, type, at, ...row }) => ({
    ...row,
    reference: referenceOf(number),
    state: state as FeedbackState,
    type: type as FeedbackType,
    at: at.toISOString(),
  }));
}

const FIGURES_OF_DAYS = 30;

/** What waits now, and how the last thirty days went. */
export async function readFigures(db: Db, now: Date): Promise<FeedbackFigures> {
  const since = new Date(now.getTime() - FIGURES_OF_DAYS * 24 * 60 * 60_000);
  const [waiting, past] = await Promise.all([
    sql<{ waiting: number; overdue: number; oldestAt: Date | null }>`
      select count(*)::integer as waiting, (count(*) filter (where due_at <= ${now}))::integer as overdue, min(waits_since) as "oldestAt"
      from feedback where state in ('new', 'open')`.execute(db as Tx),
    sql<{ p50: number | null; p95: number | null; reopened: number }>`
      select percentile_cont(0.5) within group (order by taken) as p50, percentile_cont(0.95) within group (order by taken) as p95, coalesce(sum(reopened), 0)::integer as reopened
      from (select extract(epoch from first_answered_at - at)::float8 / 60 as taken, reopened from feedback where at > ${since}) t`.execute(db as Tx),
  ]);
  const [{ waiting: count, overdue, oldestAt }, { p50, p95, reopened }] = [waiting.rows[0]!, past.rows[0]!];
  const tenths = (minutes: number | null): number | null => (minutes === null ? null : Math.round(minutes * 10) / 10);
  return {
    waiting: count,
    overdue,
    oldestAt: oldestAt?.toISOString() ?? null,
    firstAnswerP50Minutes: tenths(p50),
    firstAnswerP95Minutes: tenths(p95),
    reopened,
  };
}

const OFFICERS_MAX = 200;

const selectOfficers = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("operator")
    .select(["id", "name"])
    .where("closed", "=", false)
    .where(sql<boolean>`roles && array['support', 'superadmin']`);

/** To whom a thread can be handed over. */
export const listOfficers = async (db: Db): Promise<OutputOf<(typeof feedback)["officers"]>> => ({
  list: await selectOfficers(db).orderBy("name").limit(OFFICERS_MAX).execute(),
});

interface Acting {
  readonly id: string;
  readonly officer: OperatorActor;
  readonly now: Date;
}

/** Takes a thread nobody has. Refuses with `feedback.taken` where another officer was first, or with `feedback.closed`. */
export async function takeThread(tx: Tx, { id, officer }: Acting): Promise<FeedbackCase> {
  if (!(await moveThread(tx, { id, to: "open", change: { taken_by: officer.id } }))) {
    const { state, takenBy } = await getCase(tx, id);
    refuse(state === "closed" ? "feedback.closed" : "feedback.taken", { officer: takenBy ?? "" });
  }
  return getCase(tx, id);
}

/** Says why a thread did not move: it is not there, or not this officer's. */
async function refuseMove(tx: Tx, id: string): Promise<never> {
  await getCase(tx, id);
  return refuse("feedback.not_taken");
}

/** What an officer decides was decided before the newest word: to be called with the thread locked. Refuses with `feedback.changed` where its member wrote since. */
async function checkSeen(tx: Tx, { id, seen }: { id: string; seen: string }): Promise<void> {
  const newer = await tx
    .selectFrom("feedback_message")
    .select("no")
    .where("feedback_id", "=", id)
    .where("kind", "=", "writer")
    .where(sql<boolean>`no > coalesce((select no from feedback_message where feedback_id = ${id} and id = ${seen}), 0)`)
    .executeTakeFirst();
  if (newer !== undefined) refuse("feedback.changed");
}

/** Hands a thread to another officer, or to nobody: who has it may, and a superadmin. */
export async function handThreadOver(tx: Tx, { id, officer, to }: Acting & { to: bigint | undefined }): Promise<FeedbackCase> {
  const mine = officer.roles.includes("superadmin") ? {} : { takenBy: officer.id };
  if (to !== undefined && (await selectOfficers(tx).where("id", "=", to).executeTakeFirst()) === undefined) refuse("feedback.officer_unknown", { field: "to" });
  const isFree = await moveThread(tx, { id, to: "new", from: ["open"], change: { taken_by: null }, ...mine });
  if (!isFree) await refuseMove(tx, id);
  if (to !== undefined) await moveThread(tx, { id, to: "open", change: { taken_by: to } });
  return getCase(tx, id);
}

/** Answers a thread one has: its member reads it in the inbox, a guest by e-mail. Refuses a guest's without an address with `feedback.not_answerable`. */
export async function answerThread(tx: Tx, { id, officer, text, seen, keys, now }: Acting & { text: string; seen: string; keys: Keys }): Promise<FeedbackCase> {
  const moved = await moveThread(tx, { id, to: "answered", change: { answered_at: now, due_at: null }, takenBy: officer.id });
  if (!moved) await refuseMove(tx, id);
  await checkSeen(tx, { id, seen });
  await tx
    .updateTable("feedback")
    .set(({ fn, val }) => ({ first_answered_at: fn.coalesce("first_answered_at", val(now)) }))
    .where("id", "=", id)
    .execute();
  await writeInThread(tx, { id, kind: "answer", text, officerId: officer.id, now });
  await mailAnswer(tx, { id, text, keys, now });
  return getCase(tx, id);
}

const LETTER_USEFUL_MS = 24 * 60 * 60_000;

/** A guest has no inbox: the answer goes to the address they left. */
async function mailAnswer(tx: Tx, { id, text, keys, now }: { id: string; text: string; keys: Keys; now: Date }): Promise<void> {
  const row = await tx.selectFrom("feedback").select(["number", "account_id as accountId", "email", "language"]).where("id", "=", id).executeTakeFirstOrThrow();
  if (row.accountId !== null) return;
  if (row.email === null) refuse("feedback.not_answerable");
  await dispatchLetter(tx, keys, {
    channel: "email",
    template: "feedbackAnswer",
    accountId: null,
    target: openText(keys, emailPlace(id), row.email),
    values: { brand: brand.name, number: referenceOf(row.number), answer: text },
    language: row.language,
    mode: "job",
    expiresAt: new Date(now.getTime() + LETTER_USEFUL_MS),
    now,
  });
}

/** Writes a note for other officers; it moves nothing. */
export async function noteThread(tx: Tx, { id, officer, text, now }: Acting & { text: string }): Promise<FeedbackCase> {
  await getCase(tx, id);
  await writeInThread(tx, { id, kind: "note", text, officerId: officer.id, now });
  staleThread(tx, null);
  return getCase(tx, id);
}

/** Closes a thread one has. */
export async function closeThread(tx: Tx, { id, officer, seen, now }: Acting & { seen: string }): Promise<FeedbackCase> {
  const isClosed = await moveThread(tx, { id, to: "closed", change: { closed_at: now, due_at: null }, takenBy: officer.id });
  if (!isClosed) await refuseMove(tx, id);
  await checkSeen(tx, { id, seen });
  return getCase(tx, id);
}
