import { refuse } from "@laro/contract/core/errors";
import type { Exclusion } from "@laro/contract/protection";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { addJob } from "../../platform/outbox.ts";
import { walletKinds } from "../wallet/posting.ts";
import { refreshAllowance } from "../wallet/wallet.ts";

type Kind = Exclusion["kind"];

/** How long after an exclusion that a member or the family asked for nobody earns by what the member plays. */
const UNCOUNTED_PERIOD = "6m";

const units = { h: "hours", d: "days", m: "months", y: "years" } as const;

/** A code of the pack such as "24h", "7d", "6m" or "1y", as PostgreSQL writes an interval. Throws for any other text: the pack is ours. */
export function intervalOf(code: string): string {
  const [, count, unit] = /^([1-9]\d{0,2})([hdmy])$/.exec(code) ?? [];
  if (count === undefined || unit === undefined) throw new Error(`The pack names the period ${code}, which is none.`);
  return `${count} ${units[unit as keyof typeof units]}`;
}

/** A moment so much later, counted in the calendar of a time zone. */
export const later = (now: Date, code: string, timeZone: string) =>
  sql<Date>`((${now}::timestamptz at time zone ${timeZone} + ${intervalOf(code)}::interval) at time zone ${timeZone})`;

/** The days of which play earns nobody commission after an exclusion of a kind: a time-out and the operator's own decision have none. */
const uncountedDays = (kind: RawBuilder<unknown>, ends: RawBuilder<Date>, timeZone: string) => {
  const from = sql<string>`case when ${kind} in ('self', 'family') then (${ends} at time zone ${timeZone})::date end`;
  return { uncounted_from: from, uncounted_until: sql<string>`(${from} + ${intervalOf(UNCOUNTED_PERIOD)}::interval)::date` };
};

interface Start {
  readonly accountId: bigint;
  readonly kind: Kind;
  readonly period: string;
  /** How long nobody can end it, as a period; for `self` and `family`. */
  readonly firm: string;
  readonly reason: string | null;
  readonly madeBy: string;
  readonly now: Date;
  readonly timeZone: string;
}

/**
 * Starts an exclusion or a time-out at once and answers its id; the next stake sees it, what is longer and in force stays, money at vendors is called home, and free rounds
 * of the excluded are taken back.
 */
export async function startExclusion(tx: Tx, { accountId, kind, period, firm, reason, madeBy, now, timeZone }: Start): Promise<string> {
  const id = newId(now);
  const endsAt = later(now, period, timeZone);
  const firmUntil = {
    timeout: endsAt,
    self: sql<Date>`least(${endsAt}, ${later(now, firm, timeZone)})`,
    family: sql<Date>`least(${endsAt}, ${later(now, firm, timeZone)})`,
    // The operator's own decision is the operator's to take back.
    operator: sql<Date>`${now}::timestamptz`,
  } as const satisfies Record<Kind, unknown>;
  await tx
    .insertInto("exclusion")
    .values({
      id,
      account_id: accountId,
      kind,
      period,
      starts_at: now,
      ends_at: endsAt,
      firm_until: firmUntil[kind],
      reason,
      made_by: madeBy,
      ...uncountedDays(sql`${kind}::text`, endsAt, timeZone),
    })
    .execute();
  await refreshAllowance(tx, accountId);
  // What lies in vendors' own wallets comes home: nobody here sees what is staked there.
  await recallLater(tx, accountId);
  // Whoever takes a break keeps what waits for them: it must cost nothing.
  if (kind !== "timeout") await addJob(tx, "freeRounds:takeBack", { accountId: String(accountId) });
  return id;
}

/** Everything of a member's that lies at vendors is to come home. */
export const recallLater = (tx: Tx, accountId: bigint): Promise<void> =>
  addJob(tx, "vendors:recall", { accountId: String(accountId) }, { key: `recall:${accountId}` });

/** Ends an exclusion before its time. Refuses one that is unknown or over with `protection.not_found`, one that is firm with `protection.still_firm`. */
export async function endExclusion(tx: Tx, { id, endedBy, now, timeZone }: { id: string; endedBy: string; now: Date; timeZone: string }): Promise<void> {
  const ended = await tx
    .updateTable("exclusion")
    .set({ ended_at: now, ended_by: endedBy, ...uncountedDays(sql`kind`, sql`${now}::timestamptz`, timeZone) })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .where("ends_at", ">", now)
    .where("firm_until", "<=", now)
    .returning("account_id as accountId")
    .executeTakeFirst();
  if (ended !== undefined) return refreshAllowance(tx, ended.accountId);
  const firm = await tx
    .selectFrom("exclusion")
    .select("id")
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .where("firm_until", ">", now)
    .executeTakeFirst();
  refuse(firm === undefined ? "protection.not_found" : "protection.still_firm");
}

export interface ExclusionInForce {
  readonly id: string;
  readonly kind: Kind;
  readonly period: string;
  readonly from: Date;
  readonly until: Date;
  readonly firmUntil: Date;
}

/** What closes play for a member now; of several the one that lasts longest. `closesLogin` leaves time-outs out. */
export async function findExclusion(
  db: Db | Tx,
  { accountId, now, closesLogin = false }: { accountId: bigint; now: Date; closesLogin?: boolean },
): Promise<ExclusionInForce | undefined> {
  const row = await (db as Db)
    .selectFrom("exclusion")
    .select(["id", "kind", "period", "starts_at as from", "ends_at as until", "firm_until as firmUntil"])
    .where("account_id", "=", accountId)
    .where("ended_at", "is", null)
    .where("ends_at", ">", now)
    .$if(closesLogin, (query) => query.where("kind", "<>", "timeout"))
    .orderBy("ends_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, kind: row.kind as Kind };
}

/** Refuses with `protection.excluded` while a time-out or an exclusion is in force. */
export async function checkNotExcluded(db: Db | Tx, { accountId, now }: { accountId: bigint; now: Date }): Promise<void> {
  if ((await findExclusion(db, { accountId, now })) !== undefined) refuse("protection.excluded");
}

/** Refuses a login with `protection.excluded` and the day it ends while an exclusion is in force; a time-out leaves the login open. */
export async function checkMayEnter(tx: Tx, { accountId, now, timeZone }: { accountId: bigint; now: Date; timeZone: string }): Promise<void> {
  // Whoever starts an exclusion waits for this lock, and so finds the session that opens here; or it is found here.
  await tx.selectFrom("wallet").select("id").where("account_id", "=", accountId).where("kind", "=", walletKinds.main).forShare().execute();
  const exclusion = await findExclusion(tx, { accountId, now, closesLogin: true });
  if (exclusion !== undefined) refuse("protection.excluded", { until: minuteIn(timeZone, exclusion.until) });
}

/** A moment to the minute as a calendar writes it: 2027-05-21 16:30. Swedish does. */
/** A moment as a sentence of the server says it: the day and the minute in the market's time. */
export const minuteIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(at);
