import type { Difference } from "@laro/contract/reconciliation";
import { sql } from "kysely";
import type { DayReport } from "../../core/payments/report.ts";
import { dayEnd, dayStart } from "../../core/wallet/history.ts";
import type { Tx } from "../../platform/db.ts";

/** What the provider reports. */
export type Flow = Exclude<Difference["flow"], "transfer">;

/** What one side knows of one reference; `isOfDay` when it moved on the day that is checked, and not before or after it. */
export interface Known {
  readonly reference: string;
  readonly amountMinor: bigint;
  readonly isOfDay: boolean;
}

interface Asked {
  readonly day: string;
  readonly timeZone: string;
  /** What the provider names: money of ours that moved on another day is found as well. */
  readonly references: readonly string[];
}

/**
 * What the journal holds against the provider's account of payments: lines of the day, and lines of any day for what the provider names. Bank
 * transfers that officers approved are not the provider's. A line that belongs to no deposit, such as a reversal, goes by its own reference.
 */
const readPayments = (tx: Tx, { day, timeZone, references }: Asked) =>
  sql<Known>`
    with line as (
      select t.wallet_id, t.ref, t.amount, t.at from transfer t where t.contra = -101 and t.at >= ${dayStart(day, timeZone)} and t.at < ${dayEnd(day, timeZone)}
      union
      select t.wallet_id, t.ref, t.amount, t.at from unnest(${references}::uuid[]) asked(id)
      join idempotency i on i.ref = derived_id('deposit-credit', asked.id::text)
      join transfer t on t.contra = -101 and t.at = i.at and t.wallet_id = i.wallet_id and t.ref = i.ref
    )
    select coalesce(d.id, l.ref)::text as reference, sum(l.amount)::bigint as "amountMinor",
           bool_or(l.at >= ${dayStart(day, timeZone)} and l.at < ${dayEnd(day, timeZone)}) as "isOfDay"
    from line l join wallet w on w.id = l.wallet_id
    left join deposit d on d.settled_at = l.at and d.account_id = w.account_id and derived_id('deposit-credit', d.id::text) = l.ref
    where d.decided_by is null group by 1`.execute(tx);

/** The same of payouts: what was sent, which is the withdrawal less its fee. */
const readPayouts = (tx: Tx, { day, timeZone, references }: Asked) =>
  sql<Known>`
    with line as (
      select t.wallet_id, t.ref, -t.amount as amount, t.at from transfer t where t.contra = -102 and t.at >= ${dayStart(day, timeZone)} and t.at < ${dayEnd(day, timeZone)}
      union
      select t.wallet_id, t.ref, -t.amount, t.at from unnest(${references}::uuid[]) asked(id)
      join idempotency i on i.ref = derived_id('payout', asked.id::text)
      join transfer t on t.contra = -102 and t.at = i.at and t.wallet_id = i.wallet_id and t.ref = i.ref
    )
    select coalesce(p.id, l.ref)::text as reference, sum(l.amount)::bigint as "amountMinor",
           bool_or(l.at >= ${dayStart(day, timeZone)} and l.at < ${dayEnd(day, timeZone)}) as "isOfDay"
    from line l join wallet w on w.id = l.wallet_id
    left join withdrawal p on p.paid_at = l.at and p.account_id = w.account_id and derived_id('payout', p.id::text) = l.ref
    group by 1`.execute(tx);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What the ledger knows of a flow. */
export async function readOurs(tx: Tx, flow: Flow, asked: Asked): Promise<ReadonlyMap<string, Known>> {
  const references = asked.references.filter((reference) => UUID.test(reference));
  const { rows } = await (flow === "payment" ? readPayments : readPayouts)(tx, { ...asked, references });
  return new Map(rows.map((row) => [row.reference, row]));
}

/** What the provider's reports of the day and its neighbours say of a flow; what was paid twice under one reference is the sum. */
export function readTheirs(flow: Flow, { ofDay, ofNeighbours }: { ofDay: DayReport; ofNeighbours: readonly DayReport[] }): ReadonlyMap<string, Known> {
  const listOf = ({ payments, payouts }: DayReport) => (flow === "payment" ? payments : payouts);
  const entries = [
    ...listOf(ofDay).map((entry) => ({ ...entry, isOfDay: true })),
    ...ofNeighbours.flatMap((report) => listOf(report).map((entry) => ({ ...entry, isOfDay: false }))),
  ];
  const known = new Map<string, Known>();
  for (const { reference, amount, isOfDay } of entries) {
    const before = known.get(reference);
    known.set(reference, { reference, amountMinor: amount + (before?.amountMinor ?? 0n), isOfDay: isOfDay || (before?.isOfDay ?? false) });
  }
  return known;
}

/** All that a side moved on the day. */
export const sumOfDay = (known: ReadonlyMap<string, Known>): bigint =>
  [...known.values()].reduce((sum, { amountMinor, isOfDay }) => (isOfDay ? sum + amountMinor : sum), 0n);
