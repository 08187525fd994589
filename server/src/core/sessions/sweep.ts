import { sql } from "kysely";
import type { Database, Tx } from "../../platform/db.ts";
import { sweepInTurns } from "../../platform/rows.ts";

const SWEPT_AT_ONCE_MAX = 10_000;
const DAY_MS = 24 * 60 * 60_000;
/** The limit on a month's time counts its sessions. */
const MEMBER_SESSIONS_KEPT_MS = 32 * DAY_MS;
const LOGINS_KEPT_MS = 180 * DAY_MS;
const CLOSED_NAMES_KEPT_MS = 90 * DAY_MS;
const FEW_FAILURES = 20;

/** Removes what has expired long ago, so much per transaction: used keys, tickets, captchas and sessions nobody has used for long. */
export async function sweepExpired(database: Pick<Database, "begin">, now: Date, atOnce = SWEPT_AT_ONCE_MAX): Promise<void> {
  const [dayAgo, monthAgo] = [DAY_MS, MEMBER_SESSIONS_KEPT_MS].map((agoMs) => new Date(now.getTime() - agoMs));
  const [keptSince, closedSince] = [LOGINS_KEPT_MS, CLOSED_NAMES_KEPT_MS].map((agoMs) => new Date(now.getTime() - agoMs));
  await sweepInTurns(database, atOnce, [
    (tx: Tx) => sql`delete from once where ctid = any(array(select ctid from once where expires_at < ${now} limit ${atOnce}))`.execute(tx),
    (tx: Tx) => sql`delete from live_ticket where ctid = any(array(select ctid from live_ticket where expires_at < ${now} limit ${atOnce}))`.execute(tx),
    (tx: Tx) => sql`delete from challenge where ctid = any(array(select ctid from challenge where expires_at < ${now} limit ${atOnce}))`.execute(tx),
    (tx: Tx) => sql`delete from remember_token where ctid = any(array(select ctid from remember_token where expires_at < ${now} limit ${atOnce}))`.execute(tx),
    (tx: Tx) => sql`delete from login_event where ctid = any(array(select ctid from login_event where at < ${keptSince} limit ${atOnce}))`.execute(tx),
    // Failures in a row close a name, so they outlive their quarter of an hour; a name that nobody tries for three months begins anew.
    (tx: Tx) =>
      sql`delete from login_failure where ctid = any(array(
        select ctid from login_failure where since < ${dayAgo!} and (streak < ${FEW_FAILURES} or since < ${closedSince}) limit ${atOnce}))`.execute(tx),
    (tx: Tx) => sql`delete from captcha where ctid = any(array(select ctid from captcha where expires_at < ${now} limit ${atOnce}))`.execute(tx),
    // No session was opened after it was last used: when it was opened finds it, when it was used decides.
    (tx: Tx) => sweepSessions(tx, { kind: "operator", before: dayAgo!, atOnce }),
    (tx: Tx) => sweepSessions(tx, { kind: "member", before: monthAgo!, atOnce }),
  ]);
}

const sweepSessions = (tx: Tx, { kind, before, atOnce }: { kind: "member" | "operator"; before: Date; atOnce: number }) =>
  sql`delete from session where ctid = any(array(
    select ctid from session where kind = ${kind} and created_at < ${before} and seen_at < ${before} limit ${atOnce}))`.execute(tx);
