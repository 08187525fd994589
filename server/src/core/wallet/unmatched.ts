import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { newId, type OwnId } from "../../platform/ids.ts";
import { lockPurse, moveUnmatched, type OwnPurse } from "./purses.ts";
import type { LedgerMoment } from "./wallet.ts";

/** What of a purse nobody can explain yet. */
export interface Unmatched {
  /** Above zero its vendor had more than is known of, below zero less. */
  readonly amount: bigint;
  /** What of it stands for records that came before those they follow from. */
  readonly short: bigint;
  /** When the vendor last said what is there; null where it never was asked. */
  readonly matchedAt: Date | null;
}

export const aboveZero = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/** What of a purse is unmatched, minor units. */
export async function readUnmatched(tx: Tx, purseId: bigint): Promise<Unmatched> {
  const row = await tx.selectFrom("vendor_unmatched").select(["amount", "short", "matched_at as matchedAt"]).where("purse_id", "=", purseId).executeTakeFirst();
  return row ?? { amount: 0n, short: 0n, matchedAt: null };
}

interface Change extends Pick<Unmatched, "short" | "matchedAt"> {
  readonly id: OwnId;
  /** What play came to, which passed between main wallet and purse. */
  readonly net: bigint;
  /** What passed between purse and the unmatched account. */
  readonly unmatched: bigint;
}

/** Writes down what was moved in a purse whose wallets the transaction holds. What is unmatched is one thing from when it is not nothing until it is, or turns. */
export async function keepUnmatched(
  tx: Tx,
  { now }: LedgerMoment,
  { accountId, vendorId, walletId, purseId }: OwnPurse,
  { id, net, unmatched, short, matchedAt }: Change,
): Promise<void> {
  if (net !== 0n || unmatched !== 0n) {
    const row = { id, wallet_id: walletId, purse_id: purseId, vendor_id: vendorId, net, unmatched, at: now };
    await tx.insertInto("vendor_pulled").values(row).execute();
  }
  await sql`
    insert into vendor_unmatched as u (purse_id, account_id, vendor_id, amount, short, id, since, matched_at)
    values (${purseId}, ${accountId}, ${vendorId}::smallint, ${unmatched}::bigint, ${short}::bigint, case when ${unmatched}::bigint <> 0 then ${newId(now)}::uuid end,
      case when ${unmatched}::bigint <> 0 then ${now}::timestamptz end, ${matchedAt}::timestamptz)
    on conflict (purse_id) do update set amount = u.amount + excluded.amount, short = excluded.short, matched_at = excluded.matched_at,
      id = case when u.amount + excluded.amount = 0 then null when sign(u.amount) = sign(u.amount + excluded.amount) then u.id else excluded.id end,
      since = case when u.amount + excluded.amount = 0 then null when sign(u.amount) = sign(u.amount + excluded.amount) then u.since else excluded.since end`.execute(
    tx,
  );
}

interface Word {
  readonly purse: OwnPurse;
  /** What the vendor says is there, minor units, and when it was asked. */
  readonly thereMinor: bigint;
  readonly askedAt: Date;
  /** How much more than is known of may be believed without its records. */
  readonly mostMinor: bigint;
}

/** Makes a purse hold what its vendor says is there: the rest is unmatched until records explain it. False where that is more than may be believed; then nothing happened. */
export async function matchPurse(tx: Tx, moment: LedgerMoment, { purse, thereMinor, askedAt, mostMinor }: Word): Promise<boolean> {
  const unmatched = thereMinor - (await lockPurse(tx, purse));
  const { amount } = await readUnmatched(tx, purse.purseId);
  // What comes back of what was missing is nothing new.
  if (aboveZero(amount + unmatched) - aboveZero(amount) > mostMinor) return false;
  const id = newId(moment.now);
  if (unmatched !== 0n) await moveUnmatched(tx, moment, purse, { id, amount: unmatched });
  await keepUnmatched(tx, moment, purse, { id, net: 0n, unmatched, short: 0n, matchedAt: askedAt });
  return true;
}

/** The purses of a member in which something is unmatched, by their wallets' kind. */
export async function listUnmatchedKinds(db: Db, accountId: bigint): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom("vendor_unmatched as u")
    .innerJoin("wallet as w", "w.id", "u.purse_id")
    .select("w.kind")
    .where("w.account_id", "=", accountId)
    .where("u.amount", "<>", 0n)
    .execute();
  return new Set(rows.map(({ kind }) => kind));
}

/** How much more than is known of a vendor may still be believed of: what it may give of its own in a day, less what is open. One recall of a vendor asks at a time. */
export async function roomForUnmatched(tx: Tx, vendorId: number): Promise<bigint> {
  await sql`select pg_advisory_xact_lock(hashtext('vendors:unmatched'), ${vendorId}::integer)`.execute(tx);
  const { rows } = await sql<{ room: bigint }>`
    select greatest(v.prize_day_max - (select coalesce(sum(u.amount), 0) from vendor_unmatched u where u.vendor_id = v.id and u.amount > 0), 0)::bigint as room
    from vendor v where v.id = ${vendorId}`.execute(tx);
  return rows[0]!.room;
}
