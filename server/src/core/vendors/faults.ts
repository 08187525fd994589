import { newId } from "../../platform/ids.ts";
import type { Platform } from "../../platform/routes.ts";

/** What went wrong between a vendor and us: what a call was refused for, or what was taken although it was odd. */
export type FaultKind = string;

interface Noted {
  readonly action: string;
  readonly kind: FaultKind;
  /** Whose call it was: theirs ("in") unless said otherwise. */
  readonly direction?: "in" | "out";
  readonly accountId?: bigint;
  readonly theirId?: string;
  /** What was said, where it was signed. */
  readonly body?: Buffer;
}

/** So many rows a vendor and minute; the rest is counted. */
const KEPT_PER_MINUTE_MAX = 100;
const MINUTE_MS = 60_000;
const BODY_KEPT_MAX = 4_096;
const ID_KEPT_MAX = 255;

const kept = new Map<number, { minute: number; rows: number }>();

/** Whether there is room for one more row of a vendor in this minute. */
function hasRoom(vendorId: number, now: Date): boolean {
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  const known = kept.get(vendorId);
  if (known?.minute !== minute) {
    kept.set(vendorId, { minute, rows: 1 });
    return true;
  }
  known.rows += 1;
  return known.rows <= KEPT_PER_MINUTE_MAX;
}

/** Writes down what went wrong, beside the call and not before its answer. What cannot be written is said in the log. */
export function noteFault(
  { platform, vendor, requestId }: { platform: Platform; vendor: { id: number }; requestId: string | null },
  { action, kind, direction = "in", accountId, theirId, body }: Noted,
): void {
  const now = platform.clock.now();
  if (!hasRoom(vendor.id, now)) return;
  const row = {
    id: newId(now),
    vendor_id: vendor.id,
    direction,
    action,
    code: kind,
    account_id: accountId ?? null,
    their_id: theirId?.slice(0, ID_KEPT_MAX) ?? null,
    request_id: requestId,
    body: body === undefined ? null : withoutNul(body.subarray(0, BODY_KEPT_MAX).toString("utf8")),
    at: now,
  };
  platform.database
    .begin((tx) => tx.insertInto("vendor_fault").values(row).execute())
    .catch((error: Error) => platform.log.warn({ fault: error.message }, "vendor fault not kept"));
}

const withoutNul = (text: string): string => text.replaceAll("\u0000", "\uFFFD");
