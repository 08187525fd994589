import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { eraseChanges } from "../contacts/changes.ts";
import { eraseContacts } from "../contacts/contacts.ts";
import { eraseWhence } from "../devices/devices.ts";
import { eraseFactors } from "../factors/factors.ts";
import { findExclusion } from "../limits/exclusions.ts";
import { erasePerson } from "../screening/hits.ts";
import { endChallenges } from "../sessions/challenge.ts";
import { eraseEntries } from "../sessions/login.events.ts";
import { erasePasskeys } from "../sessions/passkeys.ts";
import { forgetAllRemembered } from "../sessions/remember.ts";
import { endSessions } from "../sessions/sessions.ts";
import { eraseMessengers, eraseProfile } from "./profiles.ts";
import { setAccountClosed } from "./standing.ts";

/** So long a member who closed their account may come back by a new password. */
export const CLOSING_MS = 30 * 24 * 60 * 60_000;
const NOBODY = "erased";

/** Closes an account by its member's own will and ends whatever is open in it. Answers the sessions that ended; undefined where it is closed already. */
export async function beginClosing(tx: Tx, { accountId, now }: { accountId: bigint; now: Date }): Promise<readonly string[] | undefined> {
  if (!(await setAccountClosed(tx, { accountId, closed: true }))) return undefined;
  await tx.updateTable("account").set({ closing_at: now }).where("id", "=", accountId).execute();
  const ended = await endSessions(tx, { kind: "member", subjectId: accountId, now });
  await forgetAllRemembered(tx, accountId);
  await endChallenges(tx, accountId);
  return ended;
}

/** Opens an account again that its member closed, as long as nothing of it was erased; one that officers closed stays so. */
export async function reopenClosing(tx: Tx, accountId: bigint): Promise<void> {
  const closing = await tx
    .selectFrom("account")
    .select("id")
    .where("id", "=", accountId)
    .where("closing_at", "is not", null)
    .where("erased_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (closing !== undefined) await setAccountClosed(tx, { accountId, closed: false });
}

/** An officer closes what its member was closing: no new password opens it any more. False where its member was not. */
export async function endOwnClosing(tx: Tx, accountId: bigint): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("account")
    .set({ closing_at: null })
    .where("id", "=", accountId)
    .where("closing_at", "is not", null)
    .where("erased_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const DUE_AT_ONCE = 100;

/** An account whose time has come, by its number. */
export interface Due {
  readonly number: bigint;
}

/** Accounts whose member did not come back within thirty days, some at once. */
export const listErasable = (db: Db, { now, after }: { now: Date; after: bigint }): Promise<Due[]> =>
  db
    .selectFrom("account")
    .select("id as number")
    .where("closing_at", "<=", new Date(now.getTime() - CLOSING_MS))
    .where("erased_at", "is", null)
    .where("records_erased_at", "is", null)
    .where("id", ">", after)
    .orderBy("id")
    .limit(DUE_AT_ONCE)
    .execute();

/** What is five years old, as the laws on money laundering ask. */
const recordsOver = (now: Date) => sql<Date>`${now}::timestamptz - interval '5 years'`;

/** Accounts whose records are over, some at once. */
export const listOver = (db: Db, { now, after }: { now: Date; after: bigint }): Promise<Due[]> =>
  db
    .selectFrom("account")
    .select("id as number")
    .where("closing_at", "<=", recordsOver(now))
    .where("erased_at", "is not", null)
    .where("records_erased_at", "is", null)
    .where("id", ">", after)
    .orderBy("id")
    .limit(DUE_AT_ONCE)
    .execute();

/** Erases of a closed account what nobody needs any more: how it looked, how its owner entered and from where. False where it was erased, or opened, meanwhile. */
export async function eraseDaily(tx: Tx, keys: Keys, { accountId, now }: { accountId: bigint; now: Date }): Promise<boolean> {
  const erased = await tx
    .updateTable("account")
    .set({ nickname: NOBODY, avatar: 1, password_hash: null, payment_password_hash: null, profile: "{}", erased_at: now })
    .where("id", "=", accountId)
    .where("closed", "=", true)
    .where("closing_at", "<=", new Date(now.getTime() - CLOSING_MS))
    .where("erased_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (erased === undefined) return false;
  await eraseMessengers(tx, keys, { accountId, now });
  await eraseWhence(tx, accountId);
  await eraseEntries(tx, accountId);
  await erasePasskeys(tx, accountId);
  await eraseFactors(tx, { kind: "member", id: accountId });
  await eraseChanges(tx, accountId);
  return true;
}

/** Erases who the owner of an account was; the books keep its number. False where that is done, or an exclusion is still in force, which outlives the account. */
export async function eraseRecords(tx: Tx, { accountId, now }: { accountId: bigint; now: Date }): Promise<boolean> {
  if ((await findExclusion(tx, { accountId, now })) !== undefined) return false;
  const erased = await tx
    .updateTable("account")
    .set({ name: `${NOBODY}-${accountId}`, verified_name: null, records_erased_at: now })
    .where("id", "=", accountId)
    .where("closing_at", "<=", recordsOver(now))
    .where("erased_at", "is not", null)
    .where("records_erased_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (erased === undefined) return false;
  await eraseContacts(tx, accountId);
  await eraseProfile(tx, accountId);
  await erasePerson(tx, accountId);
  return true;
}
