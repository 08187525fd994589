import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { type QueuedVerification, type VerificationCase, type VerificationState, type verifications, verificationStates } from "@laro/contract/verifications";
import { sql } from "kysely";
import { openForm } from "../../core/accounts/forms.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/routes.ts";
import { packs } from "../../core/settings/packs.ts";
import { codesOf } from "./verifications.code.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { countStates, cutPage, isNumberCursor } from "../../platform/pages.ts";
import { type Calendar, isUnderage, openPrinted } from "./verifications.form.ts";

const CLAIM_MS = 15 * 60_000;
/** A quarter of the day that a case has. */
const PRESSING_MS = 6 * 60 * 60_000;

const selectQueued = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("verification as v")
    .innerJoin("account as a", "a.id", "v.account_id")
    .leftJoin("operator as c", "c.id", "v.claimed_by")
    .select(["v.id", "v.number", "a.id as memberId", "a.name as memberName", "v.state", "v.id_type as idType", "v.reopened"])
    .select(["v.submitted_at as submittedAt", "v.due_at as dueAt", "c.name as claimedBy", "v.claimed_until as claimedUntil"]);

type Row = Awaited<ReturnType<ReturnType<typeof selectQueued>["executeTakeFirstOrThrow"]>>;

function describe({ number, state, submittedAt, dueAt, claimedBy, claimedUntil, ...row }: Row, now: Date): QueuedVerification {
  const isClaimed = claimedUntil !== null && claimedUntil > now;
  return {
    ...row,
    reference: `V-${number}`,
    state: state as VerificationState,
    submittedAt: submittedAt?.toISOString() ?? null,
    dueAt: dueAt?.toISOString() ?? null,
    pressing: state === "submitted" && dueAt !== null && dueAt.getTime() - now.getTime() <= PRESSING_MS,
    claimedBy: isClaimed ? claimedBy : null,
    claimedUntil: isClaimed ? claimedUntil.toISOString() : null,
  };
}

/** The reviewers' queue: what was handed in first comes first, as it is due first; what is decided comes newest first. */
export async function listQueue(
  db: Db,
  { state, cursor, limit = PAGE_LIMIT_DEFAULT, now }: InputOf<(typeof verifications)["queue"]> & { now: Date },
): Promise<OutputOf<(typeof verifications)["queue"]>> {
  const isWaiting = state === "submitted";
  // The second a case is due and its number, as `verification_waiting` has them: a cursor that stands for one row alone.
  const place = isWaiting
    ? sql<bigint>`(extract(epoch from coalesce(v.due_at, v.at) at time zone 'UTC')::bigint * 1000000 + v.number % 1000000)`
    : sql<bigint>`v.number`;
  const [rows, counts] = await Promise.all([
    selectQueued(db)
      .select(place.as("place"))
      .where("v.state", "=", state)
      .$if(isNumberCursor(cursor), (query) => query.where(place, isWaiting ? ">" : "<", BigInt(cursor!)))
      .orderBy(place, isWaiting ? "asc" : "desc")
      .limit(limit + 1)
      .execute(),
    countStates(db, "verification", verificationStates),
  ]);
  return { ...cutPage(rows, { limit, describe: ({ place: _, ...row }) => describe(row, now), cursorOf: (row) => row.place }), counts };
}

interface Reading {
  readonly id: string;
  readonly platform: Pick<Platform, "keys" | "config" | "timeZone">;
  readonly calendar: Calendar;
}

/** One case as a reviewer sees it. Refuses with `verifications.not_found`. */
export async function getCase(db: Db | Tx, { id, platform, calendar }: Reading): Promise<VerificationCase> {
  const { keys, config, timeZone } = platform;
  const row = await selectQueued(db)
    .leftJoin("operator as d", "d.id", "v.decided_by")
    .select(["v.sealed", "v.printed", "v.asked", "v.reasons", "v.note", "v.proposed", "d.name as decidedBy", "v.decided_at as decidedAt", "a.eligibility"])
    .select(sql<string | null>`v.expires_on::text`.as("expiresOn"))
    .where("v.id", "=", id)
    .executeTakeFirst();
  if (row === undefined) refuse("verifications.not_found");
  const { sealed, printed, asked, reasons, note, proposed, decidedBy, decidedAt, eligibility, expiresOn, ...queued } = row;
  const form = openForm(keys, id, sealed);
  return {
    ...describe(queued, calendar.now),
    form,
    printed: printed === null ? null : openPrinted(keys, id, printed),
    asked: asked as VerificationCase["asked"],
    reasons: reasons as VerificationCase["reasons"],
    note,
    decidedBy,
    decidedAt: decidedAt?.toISOString() ?? null,
    expiresOn,
    proposed: (proposed as { decision: VerificationCase["proposed"] } | null)?.decision ?? null,
    underage: await isUnderage(db, form.birthday, calendar),
    eligible: eligibility === "open",
    submissions: await listSubmissions(db, id),
    matches: await listMatches(db, id),
    codes: packs[config.pack].selfieCode ? await codesOf(db, keys, { id, timeZone }) : [],
  };
}

const SUBMISSIONS_SHOWN_MAX = 20;

async function listSubmissions(db: Db | Tx, id: string): Promise<{ at: string }[]> {
  const rows = await (db as Db)
    .selectFrom("verification_submission")
    .select("at")
    .where("verification_id", "=", id)
    .orderBy("at", "desc")
    .limit(SUBMISSIONS_SHOWN_MAX)
    .execute();
  return rows.map(({ at }) => ({ at: at.toISOString() }));
}

const MATCHES_SHOWN_MAX = 50;

async function listMatches(db: Db | Tx, id: string): Promise<VerificationCase["matches"]> {
  const rows = await (db as Db)
    .selectFrom("verification_match as m")
    .innerJoin("verification as o", "o.id", "m.other_id")
    .innerJoin("account as a", "a.id", "o.account_id")
    .leftJoin("operator as p", "p.id", "m.proposed_by")
    .select(["m.other_id as otherId", "a.name as memberName", "m.kind", "o.state", "m.verdict", "p.name as proposedBy", "m.decided_by as decidedBy"])
    .where("m.verification_id", "=", id)
    .orderBy("m.at")
    .limit(MATCHES_SHOWN_MAX)
    .execute();
  return rows.map(({ decidedBy, ...row }) => ({ ...row, decided: decidedBy !== null })) as VerificationCase["matches"];
}

interface Claim {
  readonly id: string;
  readonly officerId: bigint;
  readonly now: Date;
}

/** Takes a case for a quarter of an hour; of two officers at once one has it. Refuses with `verifications.claimed` while it is another's. */
export async function claimCase(tx: Tx, { id, officerId, now }: Claim): Promise<QueuedVerification> {
  const taken = await tx
    .updateTable("verification")
    .set({ claimed_by: officerId, claimed_until: new Date(now.getTime() + CLAIM_MS) })
    .where("id", "=", id)
    .where("state", "=", "submitted")
    .where(({ or, eb }) => or([eb("claimed_until", "is", null), eb("claimed_until", "<=", now), eb("claimed_by", "=", officerId)]))
    .returning("id")
    .executeTakeFirst();
  const row = await selectQueued(tx).where("v.id", "=", id).executeTakeFirst();
  if (row === undefined) refuse("verifications.not_found");
  const queued = describe(row, now);
  if (taken === undefined) refuse(row.state === "submitted" ? "verifications.claimed" : "verifications.not_submitted", { officer: row.claimedBy ?? "" });
  staleOnCommit(tx, ["verifications.queue", "verifications.case"], ["operators"]);
  return queued;
}
