import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { blind, openText, sealText } from "../../platform/sealing.ts";
import { maskEmail, maskPhone } from "../phones/phones.ts";

export const contactKinds = ["phone", "email"] as const;
export type ContactKind = (typeof contactKinds)[number];

/** Somebody's telephone number (E.164) or e-mail address. */
export interface Contact {
  readonly kind: ContactKind;
  readonly value: string;
}

type Secret = Pick<Keys, "dataKey">;
type OfAccount = Contact & { readonly accountId: bigint; readonly now: Date };

/** How an address is compared, whoever typed it. */
export const normalEmail = (typed: string): string => typed.trim().normalize("NFC").toLowerCase();

const normal = ({ kind, value }: Contact): string => (kind === "email" ? normalEmail(value) : value);
const place = (accountId: bigint, kind: ContactKind) => ({ use: "contact", context: `${accountId} ${kind}` });

/** What a contact is found by. */
export const contactHash = (keys: Secret, contact: Contact): Buffer => blind(keys, `contact ${contact.kind}`, normal(contact));

/** Notes a contact that nobody has verified; one that is the account's own already stays verified. */
export async function setContact(tx: Tx, keys: Secret, { accountId, now, ...contact }: OfAccount): Promise<void> {
  const { kind } = contact;
  const value = normal(contact);
  const row = {
    sealed: sealText(keys, place(accountId, kind), value),
    hash: contactHash(keys, contact),
    masked: kind === "phone" ? maskPhone(value) : maskEmail(value),
    verified_at: null,
    at: now,
  };
  await tx
    .insertInto("account_contact")
    .values({ account_id: accountId, kind, ...row })
    .onConflict((conflict) => conflict.columns(["account_id", "kind"]).doUpdateSet(row).where("account_contact.hash", "<>", row.hash))
    .execute();
}

/**
 * Makes a contact the account's own. The first to verify it owns it: the same contact vanishes from where nobody verified it, and false answers whoever comes second
 * or has named another meanwhile.
 */
export async function verifyContact(tx: Tx, keys: Secret, { accountId, now, ...contact }: OfAccount): Promise<boolean> {
  const hash = contactHash(keys, contact);
  await sql`select pg_advisory_xact_lock(('x' || ${hash.toString("hex").slice(0, 16)})::bit(64)::bigint)`.execute(tx);
  const owned = await tx
    .updateTable("account_contact")
    .set((eb) => ({ verified_at: eb.fn.coalesce("verified_at", eb.val(now)) }))
    .where("account_id", "=", accountId)
    .where("kind", "=", contact.kind)
    .where("hash", "=", hash)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("account_contact as other")
            .select("other.account_id")
            .where("other.kind", "=", contact.kind)
            .where("other.hash", "=", hash)
            .where("other.verified_at", "is not", null)
            .where("other.account_id", "<>", accountId),
        ),
      ),
    )
    .executeTakeFirst();
  if (owned.numUpdatedRows === 0n) return false;
  await tx.deleteFrom("account_contact").where("kind", "=", contact.kind).where("hash", "=", hash).where("verified_at", "is", null).execute();
  return true;
}

/** Whose a contact is: the account that verified it. */
export async function findByContact(db: Db | Tx, keys: Secret, contact: Contact): Promise<bigint | undefined> {
  const row = await (db as Db)
    .selectFrom("account_contact")
    .select("account_id as accountId")
    .where("kind", "=", contact.kind)
    .where("hash", "=", contactHash(keys, contact))
    .where("verified_at", "is not", null)
    .executeTakeFirst();
  return row?.accountId;
}

export interface ListedContact {
  readonly kind: ContactKind;
  readonly masked: string;
  readonly isVerified: boolean;
}

/** An account's contacts as anyone may see them. */
export async function listContacts(db: Db | Tx, accountId: bigint): Promise<readonly ListedContact[]> {
  const rows = await (db as Db)
    .selectFrom("account_contact")
    .select(["kind", "masked", "verified_at"])
    .where("account_id", "=", accountId)
    .orderBy("kind")
    .execute();
  return rows.map(({ kind, masked, verified_at }) => ({ kind: kind as ContactKind, masked, isVerified: verified_at !== null }));
}

/** What an account noted, in clear, verified or not, for an officer who gave a reason; undefined where there is none. */
export async function revealContact(db: Db | Tx, keys: Secret, { accountId, kind }: { accountId: bigint; kind: ContactKind }): Promise<string | undefined> {
  const row = await (db as Db).selectFrom("account_contact").select("sealed").where("account_id", "=", accountId).where("kind", "=", kind).executeTakeFirst();
  return row && openText(keys, place(accountId, kind), row.sealed);
}

/** A contact the account verified, in clear, to send something to; undefined where there is none. */
export async function openContact(db: Db | Tx, keys: Secret, { accountId, kind }: { accountId: bigint; kind: ContactKind }): Promise<string | undefined> {
  const row = await (db as Db)
    .selectFrom("account_contact")
    .select("sealed")
    .where("account_id", "=", accountId)
    .where("kind", "=", kind)
    .where("verified_at", "is not", null)
    .executeTakeFirst();
  return row === undefined ? undefined : openText(keys, place(accountId, kind), row.sealed);
}

/** Everything an account noted, in clear: for its owner's own copy. */
export async function openContacts(db: Db | Tx, keys: Secret, accountId: bigint) {
  const rows = await (db as Db).selectFrom("account_contact").select(["kind", "sealed", "verified_at", "at"]).where("account_id", "=", accountId).execute();
  return rows.map(({ kind, sealed, verified_at, at }) => ({
    kind,
    value: openText(keys, place(accountId, kind as ContactKind), sealed),
    verifiedAt: verified_at,
    at,
  }));
}

/** Removes the contacts of an account that is gone; whoever has them now may verify them as their own. */
export async function eraseContacts(tx: Tx, accountId: bigint): Promise<void> {
  await tx.deleteFrom("account_contact").where("account_id", "=", accountId).execute();
}
