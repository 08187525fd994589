import { FAULTS_KEPT_DAYS } from "@laro/contract/gateway";
import { sql } from "kysely";
import type { Database } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import type { Platform } from "../../platform/routes.ts";
import { sweepInTurns } from "../../platform/rows.ts";

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
  /** Anybody may have said it. */
  readonly isUnsigned?: boolean;
}

/** So many rows a vendor and minute, and so few of what nobody signed, which takes nothing of theirs; the rest is counted. */
const KEPT_PER_MINUTE_MAX = 100;
const UNSIGNED_PER_MINUTE_MAX = 5;
const MINUTE_MS = 60_000;
const BODY_KEPT_MAX = 4_096;
const ID_KEPT_MAX = 255;
const REQUEST_ID_KEPT_MAX = 64;
const SWEPT_AT_ONCE_MAX = 5_000;

interface Kept {
  readonly minute: number;
  rows: number;
}

const keptOf = new WeakMap<Platform, Map<string, Kept>>();

/** Whether there is room for one more row of a vendor in this minute. */
function hasRoom(platform: Platform, { vendorId, isUnsigned }: { vendorId: number; isUnsigned: boolean }, now: Date): boolean {
  const kept = keptOf.get(platform) ?? new Map<string, Kept>();
  keptOf.set(platform, kept);
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  const key = `${vendorId} ${isUnsigned}`;
  const known = kept.get(key);
  if (known?.minute !== minute) {
    kept.set(key, { minute, rows: 1 });
    return true;
  }
  known.rows += 1;
  return known.rows <= (isUnsigned ? UNSIGNED_PER_MINUTE_MAX : KEPT_PER_MINUTE_MAX);
}

/** In which call of which vendor. */
export interface Where {
  readonly platform: Platform;
  readonly vendor: { readonly id: number };
  /** Null where nobody called. */
  readonly requestId: string | null;
  /** What the vendor called it, where it did. */
  readonly theirRequestId?: string | undefined;
}

/** Writes down what went wrong, beside the call and not before its answer. What cannot be written is said in the log. */
export function noteFault(
  { platform, vendor, requestId, theirRequestId }: Where,
  { action, kind, direction = "in", accountId, theirId, body, isUnsigned = false }: Noted,
): void {
  const now = platform.clock.now();
  if (!hasRoom(platform, { vendorId: vendor.id, isUnsigned }, now)) return;
  const row = {
    id: newId(now),
    vendor_id: vendor.id,
    direction,
    action,
    code: kind,
    account_id: accountId ?? null,
    their_id: theirId?.slice(0, ID_KEPT_MAX) ?? null,
    request_id: requestId,
    their_request_id: theirRequestId?.slice(0, REQUEST_ID_KEPT_MAX) ?? null,
    body: body === undefined ? null : withoutSecrets(withoutNul(body.toString("utf8"))).slice(0, BODY_KEPT_MAX),
    at: now,
  };
  platform.database
    .begin((tx) => tx.insertInto("vendor_fault").values(row).execute())
    .catch((error: Error) => platform.log.warn({ fault: error.message }, "vendor fault not kept"));
}

const withoutNul = (text: string): string => text.replaceAll("\u0000", "\uFFFD");

/** What opens something, or leads to somebody's play: nobody needs it to understand a fault. */
const SECRET_FIELD = /"([a-z_]*(?:token|secret|password|signature|ticket|launch_url|game_url))"(\s*:\s*)"(?:[^"\\]|\\.)*(?:"|$)/gi;

export const withoutSecrets = (body: string): string => body.replace(SECRET_FIELD, '"$1"$2"[redacted]"');

/** Forgets what is older than 30 days, some thousand rows at a time. */
export async function sweepFaults(database: Pick<Database, "begin">, now: Date): Promise<void> {
  await sweepInTurns(database, SWEPT_AT_ONCE_MAX, [
    (tx) =>
      sql`delete from vendor_fault where ctid = any(array(
        select ctid from vendor_fault where at < ${now}::timestamptz - ${FAULTS_KEPT_DAYS} * interval '1 day' limit ${SWEPT_AT_ONCE_MAX}))`.execute(tx),
  ]);
}
