import { refuse } from "@laro/contract/core/errors";
import { OVERLAP_HOURS } from "@laro/contract/gateway";
import { sql } from "kysely";
import { createHash, randomBytes } from "node:crypto";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import type { Keys } from "../../platform/keys.ts";
import { sealText } from "../../platform/sealing.ts";
import { protocols } from "./protocols.ts";
import { sealedFor, type VendorSecret } from "./view.ts";

/** As much of a secret's hash as two officers compare. */
const FINGERPRINT_LENGTH = 16;
const SECRET_BYTES = 32;
const HOUR_MS = 3_600_000;
/** One that counts and the one that takes its place. */
const LIVE_MAX = 2;

/** What a secret is known by once it was shown. */
export const fingerprintOf = (secret: Buffer): string => createHash("sha256").update(secret).digest("hex").slice(0, FINGERPRINT_LENGTH);

/** A secret as its row keeps it. */
export const sealSecret = (keys: Keys, id: string, secret: Buffer): Buffer => sealText(keys, sealedFor(id), secret.toString("base64"));

/** Whose keys they are: the table of keys, the one of who has them, and what the first calls the second. */
export interface KeyBook {
  readonly keys: "vendor_key" | "partner_key";
  readonly parties: "vendor" | "partner";
  readonly party: "vendor_id" | "partner_id";
}

export const vendorKeys: KeyBook = { keys: "vendor_key", parties: "vendor", party: "vendor_id" };
export const partnerKeys: KeyBook = { keys: "partner_key", parties: "partner", party: "partner_id" };

interface Wanted {
  /** Of the vendor or the partner. */
  readonly partyId: number;
  readonly use: VendorSecret["use"];
  /** The vendor's own; without it one is made. */
  readonly given: string | undefined;
  readonly reason: string;
  readonly by: OperatorActor;
  readonly now: Date;
}

/**
 * Keeps a key that counts for nothing before another officer confirms it. `made` is its secret where it was made here, told this once: 64 hex digits, whose bytes
 * as text sign. Refuses with `gateway.key_waits` where one of its use waits, with `gateway.key_known` a secret that the vendor had before, and with `gateway.key_not_made` and
 * `gateway.key_wrong` what is no key in the vendor's protocol.
 */
export async function proposeKey(
  tx: Tx,
  keys: Keys,
  { partyId, use, given, reason, by, now }: Wanted,
  book: KeyBook = vendorKeys,
): Promise<{ readonly id: string; readonly made: string | undefined }> {
  await lockParty(tx, partyId, book);
  await checkKey(tx, { partyId, use, given }, book);
  const made = given === undefined ? randomBytes(SECRET_BYTES).toString("hex") : undefined;
  const secret = Buffer.from(given ?? made!);
  const [id, fingerprint] = [newId(now), fingerprintOf(secret)];
  const { rows: known } = await sql<{ fingerprint: string; from: Date | null; until: Date | null }>`
    select fingerprint, valid_from as "from", valid_until as until from ${sql.table(book.keys)} where ${sql.ref(book.party)} = ${partyId} and use = ${use}`.execute(
    tx,
  );
  if (known.some(({ from, until }) => from === null && until === null)) refuse("gateway.key_waits", { field: "use" });
  if (known.some((key) => key.fingerprint === fingerprint)) refuse("gateway.key_known", { field: "secret" });
  await sql`insert into ${sql.table(book.keys)} (id, ${sql.ref(book.party)}, use, sealed, fingerprint, reason, proposed_by, proposed_name, proposed_at)
    values (${id}, ${partyId}, ${use}, ${sealSecret(keys, id, secret)}, ${fingerprint}, ${reason}, ${by.id}, ${by.name}, ${now})`.execute(tx);
  return { id, made };
}

/** A key that could never verify or sign anything would be found out by a vendor's first call. Partners sign by a text, as protocols do that say nothing of their keys. */
async function checkKey(tx: Tx, { partyId, use, given }: Pick<Wanted, "partyId" | "use" | "given">, { keys }: KeyBook): Promise<void> {
  if (keys !== "vendor_key") return;
  const { protocol } = await tx.selectFrom("vendor").select("protocol").where("id", "=", partyId).executeTakeFirstOrThrow();
  const rules = protocols[protocol]?.keys;
  if (rules === undefined) return;
  if (given === undefined && !rules.areMade) refuse("gateway.key_not_made");
  if (given !== undefined && !rules.isKey(use, Buffer.from(given))) refuse("gateway.key_wrong", { field: "secret" });
}

interface Deciding {
  readonly id: string;
  readonly by: OperatorActor;
  readonly now: Date;
}

/**
 * Puts a key in force that another officer proposed, and lets the one before it count on for `overlapHours`. Answers whose it is. Refuses with
 * `gateway.key_not_found`, `gateway.key_not_waiting`, `gateway.own_proposal`, `gateway.fingerprint_other`, and with `gateway.keys_two` where two count already.
 */
export async function confirmKey(
  tx: Tx,
  { id, fingerprint, overlapHours = OVERLAP_HOURS, by, now }: Deciding & { readonly fingerprint: string; readonly overlapHours?: number | undefined },
  book: KeyBook = vendorKeys,
): Promise<number> {
  const key = await lockKey(tx, id, book);
  if (key.from !== null || key.until !== null) refuse("gateway.key_not_waiting");
  if (key.proposedBy === by.id) refuse("gateway.own_proposal");
  if (key.fingerprint !== fingerprint.toLowerCase()) refuse("gateway.fingerprint_other", { field: "fingerprint" });
  const until = new Date(now.getTime() + overlapHours * HOUR_MS);
  const { rows: live } = await sql<{ id: string; until: Date | null }>`
    select id, valid_until as until from ${sql.table(book.keys)}
    where ${sql.ref(book.party)} = ${key.partyId} and use = ${key.use} and valid_from is not null and (valid_until is null or valid_until > ${now})`.execute(
    tx,
  );
  if (live.length >= LIVE_MAX) refuse("gateway.keys_two");
  for (const old of live) if (old.until === null || old.until > until) await setUntil(tx, old.id, until, book);
  await sql`update ${sql.table(book.keys)} set confirmed_by = ${by.id}, confirmed_name = ${by.name}, valid_from = ${now} where id = ${id}`.execute(tx);
  return key.partyId;
}

/** Ends a key now, or declines one that waits; one officer is enough to stop. Answers whose it is. Refuses with `gateway.key_not_found` or `gateway.key_ended`. */
export async function endKey(tx: Tx, { id, now }: Pick<Deciding, "id" | "now">, book: KeyBook = vendorKeys): Promise<number> {
  const { partyId, until } = await lockKey(tx, id, book);
  if (until !== null && until <= now) refuse("gateway.key_ended");
  await setUntil(tx, id, now, book);
  return partyId;
}

/** Ends every key we sign with at a party, as where its wallet stands elsewhere from now on: nothing is sent there before two officers confirmed another. */
export async function endOurKeys(tx: Tx, { partyId, now }: { readonly partyId: number; readonly now: Date }, book: KeyBook): Promise<void> {
  await lockParty(tx, partyId, book);
  await sql`update ${sql.table(book.keys)} set valid_until = ${now}
    where ${sql.ref(book.party)} = ${partyId} and use = 'ours' and (valid_until is null or valid_until > ${now})`.execute(tx);
}

const setUntil = (tx: Tx, id: string, until: Date, { keys }: KeyBook) => sql`update ${sql.table(keys)} set valid_until = ${until} where id = ${id}`.execute(tx);

/** Whether any key counts between a party and us. */
export async function isKeyLive(tx: Tx, { partyId, now }: { readonly partyId: number; readonly now: Date }, { keys, party }: KeyBook): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(keys)}
    where ${sql.ref(party)} = ${partyId} and valid_from <= ${now} and (valid_until is null or valid_until > ${now}) limit 1`.execute(tx);
  return rows.length > 0;
}

/** Keys of one party change one after the other. */
const lockParty = (tx: Tx, partyId: number, { parties }: KeyBook) => sql`select id from ${sql.table(parties)} where id = ${partyId} for update`.execute(tx);

interface LockedKey {
  readonly partyId: number;
  readonly use: VendorSecret["use"];
  readonly fingerprint: string;
  readonly proposedBy: bigint | null;
  readonly from: Date | null;
  readonly until: Date | null;
}

async function lockKey(tx: Tx, id: string, book: KeyBook): Promise<LockedKey> {
  const read = sql<LockedKey>`
    select ${sql.ref(book.party)} as "partyId", use, fingerprint, proposed_by as "proposedBy", valid_from as "from", valid_until as until from ${sql.table(book.keys)} where id = ${id}`;
  const [found] = (await read.execute(tx)).rows;
  if (found === undefined) refuse("gateway.key_not_found", { field: "id" });
  await lockParty(tx, found.partyId, book);
  return (await read.execute(tx)).rows[0]!;
}
