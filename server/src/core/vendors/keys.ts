import { createHash } from "node:crypto";
import type { Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import type { Keys } from "../../platform/keys.ts";
import { sealText } from "../../platform/sealing.ts";
import { sealedFor, type VendorSecret } from "./view.ts";

/** As much of a secret's hash as two officers compare. */
const FINGERPRINT_LENGTH = 16;

/** What a secret is known by once it was shown. */
export const fingerprintOf = (secret: Buffer): string => createHash("sha256").update(secret).digest("hex").slice(0, FINGERPRINT_LENGTH);

/** Keeps a test vendor's secret, which counts at once: nobody's money is behind it. */
export async function keepTestKey(
  tx: Tx,
  { vendorId, use, secret, now, keys }: { vendorId: number; use: VendorSecret["use"]; secret: Buffer; now: Date; keys: Keys },
): Promise<void> {
  const id = newId(now);
  await tx
    .insertInto("vendor_key")
    .values({
      id,
      vendor_id: vendorId,
      use,
      sealed: sealText(keys, sealedFor(id), secret.toString("base64")),
      fingerprint: fingerprintOf(secret),
      proposed_at: now,
      valid_from: now,
    })
    .execute();
}
