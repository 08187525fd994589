import { refuse } from "@laro/contract/core/errors";
import { OVERLAP_HOURS } from "@laro/contract/gateway";
import { createHash, randomBytes } from "node:crypto";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import type { Keys } from "../../platform/keys.ts";
import { sealText } from "../../platform/sealing.ts";
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

interface Wanted {
  readonly vendorId: number;
  readonly use: VendorSecret["use"];
  /** The vendor's own; without it one is made. */
  readonly given: string | undefined;
  readonly reason: string;
  readonly by: OperatorActor;
  readonly now: Date;
}

/**
 * Keeps a key that counts for nothing before another officer confirms it. `made` is its secret where it was made here, told this once: 64 hex digits, whose bytes
 * as text sign. Refuses with `gateway.key_waits` where one of its use waits, and with `gateway.key_known` a secret that the vendor had before.
 */
export async function proposeKey(
  tx: Tx,
  keys: Keys,
  { vendorId, use, given, reason, by, now }: Wanted,
): Promise<{ readonly id: string; readonly made: string | undefined }> {
  await lockVendor(tx, vendorId);
  const made = given === undefined ? randomBytes(SECRET_BYTES).toString("hex") : undefined;
  const secret = Buffer.from(given ?? made!);
  const [id, fingerprint] = [newId(now), fingerprintOf(secret)];
  const known = await tx
    .selectFrom("vendor_key")
    .select(["fingerprint", "valid_from as from", "valid_until as until"])
    .where("vendor_id", "=", vendorId)
    .where("use", "=", use)
    .execute();
  if (known.some(({ from, until }) => from === null && until === null)) refuse("gateway.key_waits", { field: "use" });
  if (known.some((key) => key.fingerprint === fingerprint)) refuse("gateway.key_known", { field: "secret" });
  const row = { id, vendor_id: vendorId, use, sealed: sealSecret(keys, id, secret), fingerprint, reason };
  await tx
    .insertInto("vendor_key")
    .values({ ...row, proposed_by: by.id, proposed_name: by.name, proposed_at: now })
    .execute();
  return { id, made };
}

interface Deciding {
  readonly id: string;
  readonly by: OperatorActor;
  readonly now: Date;
}

/**
 * Puts a key in force that another officer proposed, and lets the one before it count on for `overlapHours`. Answers its vendor. Refuses with
 * `gateway.key_not_found`, `gateway.key_not_waiting`, `gateway.own_proposal`, `gateway.fingerprint_other`, and with `gateway.keys_two` where two count already.
 */
export async function confirmKey(
  tx: Tx,
  { id, fingerprint, overlapHours = OVERLAP_HOURS, by, now }: Deciding & { readonly fingerprint: string; readonly overlapHours?: number | undefined },
): Promise<number> {
  const key = await lockKey(tx, id);
  if (key.from !== null || key.until !== null) refuse("gateway.key_not_waiting");
  if (key.proposedBy === by.id) refuse("gateway.own_proposal");
  if (key.fingerprint !== fingerprint.toLowerCase()) refuse("gateway.fingerprint_other", { field: "fingerprint" });
  const until = new Date(now.getTime() + overlapHours * HOUR_MS);
  const live = await tx
    .selectFrom("vendor_key")
    .select(["id", "valid_until as until"])
    .where("vendor_id", "=", key.vendorId)
    .where("use", "=", key.use)
    .where("valid_from", "is not", null)
    .where((where) => where.or([where("valid_until", "is", null), where("valid_until", ">", now)]))
    .execute();
  if (live.length >= LIVE_MAX) refuse("gateway.keys_two");
  for (const old of live) if (old.until === null || old.until > until) await setUntil(tx, old.id, until);
  await tx.updateTable("vendor_key").set({ confirmed_by: by.id, confirmed_name: by.name, valid_from: now }).where("id", "=", id).execute();
  return key.vendorId;
}

/** Ends a key now, or declines one that waits; one officer is enough to stop. Answers its vendor. Refuses with `gateway.key_not_found` or `gateway.key_ended`. */
export async function endKey(tx: Tx, { id, now }: Pick<Deciding, "id" | "now">): Promise<number> {
  const { vendorId, until } = await lockKey(tx, id);
  if (until !== null && until <= now) refuse("gateway.key_ended");
  await setUntil(tx, id, now);
  return vendorId;
}

const setUntil = (tx: Tx, id: string, until: Date) => tx.updateTable("vendor_key").set({ valid_until: until }).where("id", "=", id).execute();

/** Keys of a vendor change one after the other. */
const lockVendor = (tx: Tx, vendorId: number) => tx.selectFrom("vendor").select("id").where("id", "=", vendorId).forUpdate().execute();

async function lockKey(tx: Tx, id: string) {
  const found = await tx.selectFrom("vendor_key").select("vendor_id as vendorId").where("id", "=", id).executeTakeFirst();
  if (found === undefined) refuse("gateway.key_not_found", { field: "id" });
  await lockVendor(tx, found.vendorId);
  return tx
    .selectFrom("vendor_key")
    .select(["vendor_id as vendorId", "use", "fingerprint", "proposed_by as proposedBy", "valid_from as from", "valid_until as until"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}
