import { isDeepStrictEqual } from "node:util";
import type { InputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { DecisionReason, VerificationPart, verifications } from "@laro/contract/verifications";
import { sql } from "kysely";
import { openEligibilityCase } from "../../core/accounts/eligibility.ts";
import { openForm } from "../../core/accounts/forms.ts";
import { screenPerson } from "../../core/accounts/screened.ts";
import { changeStanding, getStanding } from "../../core/accounts/standing.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import type { Keys } from "../../platform/keys.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tell } from "../../platform/outbox.ts";
import { type Calendar, documentHash, isDay, isUnderage, openPrinted, personHash, sealPrinted } from "./verifications.form.ts";
import { findMatches, hasOpenMatches } from "./verifications.matches.ts";

interface Deciding {
  readonly officer: OperatorActor;
  readonly keys: Keys;
  readonly calendar: Calendar;
}

/** A case before an officer who has claimed it. Refuses with `verifications.not_found`, `.not_submitted` or `.not_claimed`. */
async function lockClaimed(tx: Tx, id: string, { officer, calendar: { now } }: Deciding) {
  const row = await tx
    .selectFrom("verification")
    .select(["id", "account_id as accountId", "state", "sealed", "printed", "id_type as idType", "reopened", "proposed", "decided_by as decidedBy"])
    .select(["claimed_by as claimedBy", "claimed_until as claimedUntil"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) refuse("verifications.not_found");
  if (row.state !== "submitted") refuse("verifications.not_submitted");
  if (row.claimedBy !== officer.id || row.claimedUntil === null || row.claimedUntil <= now) refuse("verifications.not_claimed");
  return row;
}
type Claimed = Awaited<ReturnType<typeof lockClaimed>>;

/**
 * Keeps what the officer reads off the document, and who else has shown it; a printed birthday that is too young closes the account. Where it reads otherwise than
 * before, the word of an officer who decided by the former reading is none any more.
 */
export async function readDocument(tx: Tx, { id, expiresOn, ...read }: InputOf<(typeof verifications)["readDocument"]>, deciding: Deciding): Promise<void> {
  const { keys, calendar } = deciding;
  const row = await lockClaimed(tx, id, deciding);
  if (expiresOn !== undefined && !isDay(expiresOn)) refuse("verifications.expiry_invalid", { field: "expiresOn" });
  const isTooYoung = await isUnderage(tx, read.birthday, calendar);
  const printed = { ...read, expiresOn: expiresOn ?? null };
  const { payeename } = openForm(keys, id, row.sealed);
  const isOther = row.printed !== null && !isDeepStrictEqual(openPrinted(keys, id, row.printed), printed);
  await tx
    .updateTable("verification")
    .set({
      printed: sealPrinted(keys, id, printed),
      document_hash: documentHash(keys, row.idType, read.documentNumber),
      person_hash: personHash(keys, { payeename, birthday: read.birthday }),
      ...(isOther && row.proposed !== null ? { proposed: null, decided_by: null } : {}),
    })
    .where("id", "=", id)
    .execute();
  await findMatches(tx, { id, now: calendar.now });
  await screenPerson(tx, keys, { accountId: row.accountId, name: payeename, birthday: read.birthday, source: "said", now: calendar.now });
  if (isTooYoung) await openEligibilityCase(tx, { accountId: row.accountId, cause: "underage", openedBy: deciding.officer.id, now: calendar.now });
  staleOnCommit(tx, ["verifications.case"], ["operators"]);
}

/** Approves a case: the name becomes the account's verified one, its gates open, and the document's end is kept. */
export async function approveVerification(tx: Tx, { id, printedHolds }: InputOf<(typeof verifications)["approve"]>, deciding: Deciding): Promise<void> {
  const { keys, calendar } = deciding;
  const row = await lockClaimed(tx, id, deciding);
  if (row.printed === null) refuse("verifications.document_first");
  const [form, printed] = [openForm(keys, id, row.sealed), openPrinted(keys, id, row.printed)];
  if (printed.expiresOn !== null && (await isOver(tx, printed.expiresOn, calendar))) refuse("verifications.document_expired");
  if (printed.birthday !== form.birthday && printedHolds !== true) refuse("verifications.birthday_differs");
  if (await hasOpenMatches(tx, id)) refuse("verifications.duplicate");
  if ((await getStanding(tx, row.accountId)).eligibility !== "open") refuse("verifications.not_eligible");
  const isDecided = await decide(tx, row, { decision: "approve", reasons: [], note: null, parts: [], expiresOn: printed.expiresOn }, deciding);
  if (!isDecided) return;
  await changeStanding(tx, { accountId: row.accountId, verification: "A", verifiedName: form.payeename, withdrawUntil: null });
  await screenPerson(tx, keys, { accountId: row.accountId, name: form.payeename, birthday: printed.birthday, source: "document", now: calendar.now });
}

async function isOver(tx: Tx, day: string, { now, timeZone }: Calendar): Promise<boolean> {
  const { rows } = await sql<{ over: boolean }>`select ${day}::date <= (${now}::timestamptz at time zone ${timeZone})::date as over`.execute(tx);
  return rows[0]!.over;
}

/** Asks for parts of it again; what is not asked for stays. */
export async function askAgain(tx: Tx, { id, reasons, note, parts }: InputOf<(typeof verifications)["askAgain"]>, deciding: Deciding): Promise<void> {
  const row = await lockClaimed(tx, id, deciding);
  const isDecided = await decide(tx, row, { decision: "askAgain", reasons, note, parts, expiresOn: null }, deciding);
  if (isDecided) await changeStanding(tx, { accountId: row.accountId, verification: "R" });
}

/** Refuses a verification; only two officers can open it again. */
export async function refuseVerification(tx: Tx, { id, reasons, note }: InputOf<(typeof verifications)["refuse"]>, deciding: Deciding): Promise<void> {
  const row = await lockClaimed(tx, id, deciding);
  const isDecided = await decide(tx, row, { decision: "refuse", reasons, note, parts: [], expiresOn: null }, deciding);
  if (isDecided) await changeStanding(tx, { accountId: row.accountId, verification: "R" });
}

interface Verdict {
  readonly decision: "approve" | "askAgain" | "refuse";
  readonly reasons: readonly DecisionReason[];
  readonly note: string | null;
  readonly parts: readonly VerificationPart[];
  readonly expiresOn: string | null;
}

const stateAfter = { approve: "approved", askAgain: "askAgain", refuse: "refused" } as const;

/** Moves a case on; of one that was opened again the first officer's word waits for a second one of the same kind. True where it is decided. */
async function decide(tx: Tx, row: Claimed, verdict: Verdict, { officer, calendar: { now } }: Deciding): Promise<boolean> {
  const { decision, reasons, note, parts, expiresOn } = verdict;
  const isSeconded = (row.proposed as { decision: string } | null)?.decision === decision;
  staleOnCommit(tx, ["verifications.queue", "verifications.case"], ["operators"]);
  if (isSeconded && row.decidedBy === officer.id) refuse("verifications.own_word");
  if (row.reopened && !isSeconded) {
    await tx
      .updateTable("verification")
      .set({ proposed: JSON.stringify({ decision }), decided_by: officer.id, claimed_by: null, claimed_until: null })
      .where("id", "=", row.id)
      .execute();
    return false;
  }
  const who = row.reopened ? { second_by: officer.id } : { decided_by: officer.id };
  await tx
    .updateTable("verification")
    .set({
      ...who,
      state: stateAfter[decision],
      reasons: [...reasons],
      note,
      asked: [...parts],
      expires_on: expiresOn,
      letters: 0,
      decided_at: now,
      claimed_by: null,
      claimed_until: null,
    })
    .where("id", "=", row.id)
    .execute();
  await tell(tx, "verifications.decided", { decisionId: newId(now), accountId: String(row.accountId), kind: stateAfter[decision] });
  return true;
}

/** Opens a refused case again: two officers then decide it. Refuses with `verifications.not_found` or `.not_refused`. */
export async function reopenVerification(tx: Tx, { id, now }: { id: string; now: Date }): Promise<void> {
  const row = await tx
    .updateTable("verification")
    .set({
      state: "submitted",
      reopened: true,
      reasons: [],
      note: null,
      decided_by: null,
      second_by: null,
      proposed: null,
      due_at: new Date(now.getTime() + DUE_MS),
    })
    .where("id", "=", id)
    .where("state", "=", "refused")
    .returning("account_id as accountId")
    .executeTakeFirst();
  if (row === undefined) {
    const known = await tx.selectFrom("verification").select("id").where("id", "=", id).executeTakeFirst();
    return refuse(known === undefined ? "verifications.not_found" : "verifications.not_refused");
  }
  await changeStanding(tx, { accountId: row.accountId, verification: "P" });
  staleOnCommit(tx, ["verifications.queue", "verifications.case"], ["operators"]);
}

const DUE_MS = 24 * 60 * 60_000;
