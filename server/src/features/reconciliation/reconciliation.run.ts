import { Refusal, refuse } from "@laro/contract/core/errors";
import { PROVIDER, type ReconciliationDay } from "@laro/contract/reconciliation";
import { sql } from "kysely";
import { type DayReport, readReport } from "../../core/payments/report.ts";
import { dayEnd } from "../../core/wallet/history.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";
import { type Flow, readOurs, readTheirs, sumOfDay } from "./reconciliation.books.ts";
import { compareSides, type Finding, listFindings, lockFindings } from "./reconciliation.findings.ts";
import { getDay } from "./reconciliation.ts";

/** How long a day is looked at again: money that comes later than this is found on the day it comes. */
const DAYS_AGAIN = 3;

/** A payment near midnight may stand on one day here and on the next there, so the neighbours' reports are read too. */
interface Reports {
  readonly ofDay: DayReport;
  readonly ofNeighbours: readonly DayReport[];
  readonly days: readonly string[];
}

/** Holds a day of the ledger against the provider's report. Refuses with `reconciliation.day_not_over` or `reconciliation.report_unreachable`. */
export async function runDay(platform: Platform, day: string): Promise<ReconciliationDay> {
  const reports = await readReports(platform, day);
  return platform.database.begin(async (tx) => {
    await lockFindings(tx);
    const now = platform.clock.now();
    const payments = await checkFlow(tx, platform, { flow: "payment", day, reports });
    const payouts = await checkFlow(tx, platform, { flow: "payout", day, reports });
    await listFindings(tx, [...payments.findings, ...payouts.findings], now);
    await keepDay(tx, { day, now, ours: { in: payments.ours, out: payouts.ours }, theirs: { in: payments.theirs, out: payouts.theirs } });
    staleOnCommit(tx, ["reconciliation.days", "reconciliation.differences"], ["operators"]);
    return getDay(tx, { party: PROVIDER, day });
  });
}

/** Checks the last days that are over, the oldest first. What the provider cannot answer now is asked again by the next run. */
export async function runLastDays(platform: Platform): Promise<void> {
  const { database, clock, timeZone, log } = platform;
  const { rows } = await sql<{ day: string }>`
    select ((${clock.now()}::timestamptz at time zone ${timeZone})::date - back)::text as day from generate_series(${DAYS_AGAIN}::integer, 1, -1) back`.execute(
    database.db as Tx,
  );
  try {
    for (const { day } of rows) await runDay(platform, day);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log.warn({ fault: error.code }, "the payment provider's report was not read");
  }
}

async function readReports(platform: Platform, day: string): Promise<Reports> {
  const { database, clock, timeZone } = platform;
  const { rows } = await sql<{ isOver: boolean; before: string; after: string }>`
    select ${dayEnd(day, timeZone)} <= ${clock.now()}::timestamptz as "isOver", (${day}::date - 1)::text as before, (${day}::date + 1)::text as after`.execute(
    database.db as Tx,
  );
  const { isOver, before, after } = rows[0]!;
  if (!isOver) refuse("reconciliation.day_not_over", { field: "day" });
  const [ofDay, ofBefore, ofAfter] = await Promise.all([readReport(platform, day), readReport(platform, before), readReport(platform, after)]);
  return { ofDay, ofNeighbours: [ofBefore, ofAfter], days: [day, before, after] };
}

interface Checked {
  readonly findings: readonly Finding[];
  readonly ours: bigint;
  readonly theirs: bigint;
}

async function checkFlow(tx: Tx, { timeZone }: Platform, { flow, day, reports }: { flow: Flow; day: string; reports: Reports }): Promise<Checked> {
  const theirs = readTheirs(flow, reports);
  const ours = await readOurs(tx, flow, { day, timeZone, references: [...theirs.keys()] });
  const references = [...new Set([...theirs.values(), ...ours.values()].filter(({ isOfDay }) => isOfDay).map(({ reference }) => reference))];
  const remembered = await readRemembered(tx, { flow, references, days: reports.days });
  const findings = references.map((reference) =>
    compareSides({ day, flow, reference, ours: ours.get(reference)?.amountMinor, theirs: theirs.get(reference)?.amountMinor ?? remembered.get(reference) }),
  );
  return { findings, ours: sumOfDay(ours), theirs: sumOfDay(readTheirs(flow, { ofDay: reports.ofDay, ofNeighbours: [] })) };
}

/** What the provider said on other days of what was listed then: money of ours that comes late is held against it. */
async function readRemembered(
  db: Db | Tx,
  { flow, references, days }: { flow: Flow; references: readonly string[]; days: readonly string[] },
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await (db as Db)
    .selectFrom("party_difference")
    .select(["reference", "theirs"])
    .where("party", "=", PROVIDER)
    .where("flow", "=", flow)
    .where(sql<boolean>`reference = any(${references}::text[])`)
    .where("theirs", "is not", null)
    .where(sql<boolean>`day <> all(${days}::date[])`)
    .execute();
  return new Map(rows.map(({ reference, theirs }) => [reference, theirs!]));
}

interface Day {
  readonly day: string;
  readonly now: Date;
  readonly ours: { readonly in: bigint; readonly out: bigint };
  readonly theirs: { readonly in: bigint; readonly out: bigint };
}

async function keepDay(tx: Tx, { day, now, ours, theirs }: Day): Promise<void> {
  const sums = { checked_at: now, ours_in: ours.in, ours_out: ours.out, theirs_in: theirs.in, theirs_out: theirs.out };
  await tx
    .insertInto("party_day")
    .values({ party: PROVIDER, day, ...sums })
    .onConflict((conflict) => conflict.columns(["party", "day"]).doUpdateSet(sums))
    .execute();
}
