import { hash, randomInt } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import type { ContactChange } from "../../platform/schema.ts";
import { contactHash, type Contact, type ContactKind, findByContact, openContact, setContact, verifyContact } from "./contacts.ts";

/** So long the owner of the old contact may stop a change, and recover by it. */
export const CHANGE_MS = 72 * 60 * 60_000;
/** No letter or digit that is taken for another. */
const SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/** Eighty bits: nobody guesses it, however long they try. */
const CODE_SIGNS = 16;

type Secret = Pick<Keys, "dataKey">;

const newCode = (): string => Array.from({ length: CODE_SIGNS }, () => SIGNS[randomInt(SIGNS.length)]).join("");
const grouped = (code: string): string => code.replace(/(.{4})(?=.)/g, "$1-");
const hashOf = (code: string): Buffer => hash("sha256", code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ""), "buffer");

/** The verified contact that another took the place of, and the code that stops it. */
export interface Replaced {
  readonly former: string;
  readonly code: string;
}

/**
 * Makes a contact the account's own in place of the one it verified before, which is kept for three days. Answers what was replaced, nothing where there was none,
 * and false where somebody else verified the contact first: nothing must be committed then.
 */
export async function changeContact(
  tx: Tx,
  keys: Secret,
  { accountId, now, ...contact }: Contact & { readonly accountId: bigint; readonly now: Date },
): Promise<Replaced | false | undefined> {
  const { kind } = contact;
  const former = await openContact(tx, keys, { accountId, kind });
  const code = newCode();
  const kept = await sql`
    insert into contact_change (account_id, kind, sealed, hash, masked, verified_at, code_hash, at, until)
    select account_id, kind, sealed, hash, masked, verified_at, ${hashOf(code)}, ${now}, ${new Date(now.getTime() + CHANGE_MS)} from account_contact
    where account_id = ${accountId} and kind = ${kind} and verified_at is not null and hash <> ${contactHash(keys, contact)}
    on conflict (account_id, kind) do update set sealed = excluded.sealed, hash = excluded.hash, masked = excluded.masked,
      verified_at = excluded.verified_at, code_hash = excluded.code_hash, at = excluded.at, until = excluded.until
    where contact_change.until <= ${now}`.execute(tx);
  await setContact(tx, keys, { accountId, now, ...contact });
  if (!(await verifyContact(tx, keys, { accountId, now, ...contact }))) return false;
  return kept.numAffectedRows === 1n && former !== undefined ? { former, code: grouped(code) } : undefined;
}

/** Puts the old contact back, unless somebody verified it meanwhile; a code is good once and for three days. Answers whose it was, and when it was changed. */
export async function stopChange(tx: Tx, { code, now }: { code: string; now: Date }): Promise<{ accountId: bigint; at: Date } | undefined> {
  const stopped = await tx.deleteFrom("contact_change").where("code_hash", "=", hashOf(code)).where("until", ">", now).returningAll().executeTakeFirst();
  if (stopped !== undefined) await putBack(tx, stopped, now);
  return stopped && { accountId: stopped.account_id, at: stopped.at };
}

/** Whoever sets a new password by the contact before has come back: the change ends, and the contact is the account's own again. Answers when it was changed. */
export async function undoChange(tx: Tx, { accountId, kind, now }: { accountId: bigint; kind: ContactKind; now: Date }): Promise<Date | undefined> {
  const undone = await tx
    .deleteFrom("contact_change")
    .where("account_id", "=", accountId)
    .where("kind", "=", kind)
    .where("until", ">", now)
    .returningAll()
    .executeTakeFirst();
  if (undone !== undefined) await putBack(tx, undone, now);
  return undone?.at;
}

async function putBack(tx: Tx, former: Selectable<ContactChange>, now: Date): Promise<void> {
  const { account_id: accountId, kind, sealed, hash: hashed, masked, verified_at } = former;
  await sql`select pg_advisory_xact_lock(('x' || ${hashed.toString("hex").slice(0, 16)})::bit(64)::bigint)`.execute(tx);
  await tx.deleteFrom("account_contact").where("account_id", "=", accountId).where("kind", "=", kind).execute();
  const row = { account_id: accountId, kind, sealed, hash: hashed, masked, verified_at, at: now };
  await tx
    .insertInto("account_contact")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whose account may be recovered by a contact: who verified it, else whose own it was within three days. */
export async function findRecoverable(db: Db, keys: Secret, contact: Contact, now: Date): Promise<bigint | undefined> {
  // Both are always looked for: one statement less would tell a stranger whose number is somebody's.
  const [owner, change] = await Promise.all([
    findByContact(db, keys, contact),
    db
      .selectFrom("contact_change")
      .select("account_id as accountId")
      .where("kind", "=", contact.kind)
      .where("hash", "=", contactHash(keys, contact))
      .where("until", ">", now)
      .orderBy("at", "desc")
      .executeTakeFirst(),
  ]);
  return owner ?? change?.accountId;
}

/** What a contact, by its hash, is to an account now: `own` that it verified, `former` within three days; undefined where it recovers it no more. */
export async function standingOf(
  tx: Tx,
  { accountId, kind, hash: hashed, now }: { accountId: bigint; kind: ContactKind; hash: Buffer; now: Date },
): Promise<"own" | "former" | undefined> {
  const { rows } = await sql<{ standing: "own" | "former" }>`
    select 'own' as standing from account_contact where account_id = ${accountId} and kind = ${kind} and hash = ${hashed} and verified_at is not null
    union all
    select 'former' from contact_change where account_id = ${accountId} and kind = ${kind} and hash = ${hashed} and until > ${now}`.execute(tx);
  return rows.some(({ standing }) => standing === "own") ? "own" : rows[0]?.standing;
}

/** Forgets the contacts before, of an account that is gone. */
export async function eraseChanges(tx: Tx, accountId: bigint): Promise<void> {
  await tx.deleteFrom("contact_change").where("account_id", "=", accountId).execute();
}

const SWEPT_AT_ONCE_MAX = 10_000;

/** Forgets old contacts whose time is over. */
export async function sweepChanges(tx: Tx, now: Date): Promise<void> {
  await sql`delete from contact_change where ctid = any(array(select ctid from contact_change where until < ${now} limit ${SWEPT_AT_ONCE_MAX}))`.execute(tx);
}
