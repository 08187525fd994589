import type { OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { DecisionReason, Mine, PersonalForm, PersonalInfo, VerificationPart, VerificationState, verifications } from "@laro/contract/verifications";
import { sql } from "kysely";
import { openEligibilityCase } from "../../core/accounts/eligibility.ts";
import { openForm, sealForm } from "../../core/accounts/forms.ts";
import { screenPerson } from "../../core/accounts/screened.ts";
import { changeStanding, getStanding } from "../../core/accounts/standing.ts";
import { keepDraft } from "../../core/screening/hits.ts";
import { packs } from "../../core/settings/packs.ts";
import { getMinimumAge, isFlagOn } from "../../core/settings/settings.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import type { Keys } from "../../platform/keys.ts";
import { staleOnCommit } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";
import { type Calendar, isUnderage, personHash, readForm } from "./verifications.form.ts";
import { selfieCode } from "./verifications.code.ts";
import { findMatches } from "./verifications.matches.ts";

const SUBMISSIONS_MAX = 5;
const SUBMISSIONS_WITHIN_MS = 30 * 24 * 60 * 60_000;
const DUE_MS = 24 * 60 * 60_000;

const current = (db: Db | Tx, accountId: bigint) =>
  (db as Db)
    .selectFrom("verification")
    .select(["id", "state", "sealed", "asked", "reasons", "front", "back", "selfie", "due_at as dueAt"])
    .select(sql<string | null>`expires_on::text`.as("expiresOn"))
    .where("account_id", "=", accountId)
    .orderBy("number", "desc")
    .limit(1);

export type Current = Awaited<ReturnType<ReturnType<typeof current>["executeTakeFirstOrThrow"]>>;

/** The member's last attempt; one that ran out counts as none. */
export const findCurrent = (db: Db | Tx, accountId: bigint): Promise<Current | undefined> => current(db, accountId).executeTakeFirst();

/** Of one member one at a time: two windows that begin at once make one case. */
export async function lockCurrent(tx: Tx, accountId: bigint): Promise<Current | undefined> {
  await sql`select from account where id = ${accountId} for no key update`.execute(tx);
  return current(tx, accountId).forUpdate().executeTakeFirst();
}

/** How the market's calendar and age stand now. */
export async function readCalendar(db: Db | Tx, { config, timeZone }: Pick<Platform, "config" | "timeZone">, now: Date): Promise<Calendar> {
  return { now, timeZone, minimumAge: await getMinimumAge(db, packs[config.pack]) };
}

/** Whether members are asked, and how far this one is. */
export async function getConfig(db: Db, { config }: Platform, accountId: bigint): Promise<OutputOf<(typeof verifications)["config"]>> {
  const enabled = packs[config.pack].verifiedOnly || (await isFlagOn(db, "mandatoryKyc"));
  // Not as the session was read with: who has just handed in asks the moment after.
  const status = (await getStanding(db, accountId)).verification as "N" | "P" | "A" | "R";
  return { info: { idVerification: { enabled, isComplete: status === "A", status } } };
}

/** What of a reason the member may know: that somebody else has their document or stands on a list is no word for them. */
const toldReasons = (reasons: readonly string[]): DecisionReason[] => [
  ...new Set(reasons.map((reason) => (reason === "duplicate" || reason === "listed" ? "other" : (reason as DecisionReason)))),
];

/** The member's own verification. */
export async function getMine(db: Db, { keys, config, timeZone }: Platform, { accountId, now }: { accountId: bigint; now: Date }): Promise<Mine> {
  const code = packs[config.pack].selfieCode ? selfieCode(keys, { accountId, at: now, timeZone }) : null;
  const [row, used] = await Promise.all([findCurrent(db, accountId), countSubmissions(db, accountId, now)]);
  const submissionsLeft = Math.max(SUBMISSIONS_MAX - used, 0);
  if (row === undefined) return { state: "none", asked: [], reasons: [], dueAt: null, expiresOn: null, submissionsLeft, code, form: null };
  const isOpen = row.state === "draft" || row.state === "askAgain";
  return {
    state: row.state as VerificationState,
    asked: row.asked as VerificationPart[],
    reasons: toldReasons(row.reasons),
    dueAt: row.state === "submitted" ? (row.dueAt?.toISOString() ?? null) : null,
    expiresOn: row.expiresOn,
    submissionsLeft,
    code,
    form: isOpen ? openForm(keys, row.id, row.sealed) : null,
  };
}

async function countSubmissions(db: Db | Tx, accountId: bigint, now: Date): Promise<number> {
  const { count } = await (db as Db)
    .selectFrom("verification_submission")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("account_id", "=", accountId)
    .where("at", ">", new Date(now.getTime() - SUBMISSIONS_WITHIN_MS))
    .executeTakeFirstOrThrow();
  return count;
}

/** Refuses whoever has handed in five times in thirty days with `verifications.too_many`. */
export async function checkSubmissions(db: Db | Tx, accountId: bigint, now: Date): Promise<void> {
  if ((await countSubmissions(db, accountId, now)) >= SUBMISSIONS_MAX) refuse("verifications.too_many", { maximum: SUBMISSIONS_MAX });
}

/** Refuses where nothing can be changed: it is being looked at, done, or refused. */
export function refuseClosed(state: string | undefined): void {
  if (state === "submitted") refuse("verifications.under_review");
  if (state === "approved") refuse("verifications.complete");
  if (state === "refused") refuse("verifications.refused");
}

type Saved = OutputOf<(typeof verifications)["setPersonalInfo"]>;

/** Keeps the form as a draft; of somebody too young it closes the account in the same transaction, and the form goes on. */
export async function setPersonalInfo(
  tx: Tx,
  platform: Platform,
  { accountId, info, now }: { accountId: bigint; info: PersonalInfo; now: Date },
): Promise<Saved> {
  const form = readForm(info);
  const isTooYoung = await isUnderage(tx, form.birthday, await readCalendar(tx, platform, now));
  const last = await lockCurrent(tx, accountId);
  const known = last?.state === "expired" ? undefined : last;
  refuseClosed(known?.state);
  if (known?.state === "askAgain" && !known.asked.includes("person")) refuse("verifications.not_asked");
  const source = known === undefined ? "said" : "draft";
  await screenPerson(tx, platform.keys, { accountId, name: form.payeename, birthday: form.birthday, source, now });
  const next = await keepForm(tx, platform.keys, { accountId, known, form, now });
  if (isTooYoung) await openEligibilityCase(tx, { accountId, cause: "underage", now });
  staleOnCommit(tx, ["verifications.mine", "verifications.config"], [`member:${accountId}`]);
  return { warning: isTooYoung ? "local_age_21" : null, next };
}

interface Keeping {
  readonly accountId: bigint;
  readonly known: Current | undefined;
  readonly form: PersonalForm;
  readonly now: Date;
}

async function keepForm(tx: Tx, keys: Keys, { accountId, known, form, now }: Keeping): Promise<Saved["next"]> {
  const id = known?.id ?? newId(now);
  const kept = { id_type: form.idType, sealed: sealForm(keys, id, form), person_hash: personHash(keys, form) };
  if (known === undefined) {
    await tx
      .insertInto("verification")
      .values({ id, account_id: accountId, state: "draft", at: now, ...kept })
      .execute();
    return "upload";
  }
  const asked = known.asked.filter((part) => part !== "person");
  await tx
    .updateTable("verification")
    .set({ ...kept, asked, printed: null, document_hash: null })
    .where("id", "=", id)
    .execute();
  const { front, back, selfie } = known;
  if (known.state !== "askAgain" || asked.length > 0 || front === null || back === null || selfie === null) return "upload";
  await submit(tx, { id, accountId, photos: { front, back, selfie }, now });
  return "review";
}

interface Photos {
  readonly front: string;
  readonly back: string;
  readonly selfie: string;
}

/** Puts a case before an officer: it is due a day later, and whoever looks like the same person is written beside it. */
export async function submit(tx: Tx, { id, accountId, photos, now }: { id: string; accountId: bigint; photos: Photos; now: Date }): Promise<void> {
  await checkSubmissions(tx, accountId, now);
  await tx
    .insertInto("verification_submission")
    .values({ id: newId(now), verification_id: id, account_id: accountId, ...photos, at: now })
    .execute();
  await tx
    .updateTable("verification")
    .set({
      ...photos,
      state: "submitted",
      asked: [],
      reasons: [],
      note: null,
      submitted_at: now,
      due_at: new Date(now.getTime() + DUE_MS),
      claimed_by: null,
      claimed_until: null,
      decided_by: null,
      second_by: null,
      proposed: null,
    })
    .where("id", "=", id)
    .execute();
  await keepDraft(tx, accountId);
  await findMatches(tx, { id, now });
  await changeStanding(tx, { accountId, verification: "P" });
  staleOnCommit(tx, ["verifications.queue", "verifications.case"], ["operators"]);
}
