import { Refusal, refuse } from "@laro/contract/core/errors";
import type { Difference, ReconciliationDay } from "@laro/contract/reconciliation";
import { sql } from "kysely";
import { type DayReport, readReport } from "../../core/payments/report.ts";
import { dayEnd } from "../../core/wallet/history.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";
import { type Flow, type Known, readOurs, readTheirs, sumOfDay } from "./reconciliation.books.ts";
import { getDay } from "./reconciliation.ts";

/** What explains a difference that money which came later closed. */
const BY_ITSELF = { explanation: "resolved by itself", by: "system" } as const;
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
    // Two at once would list one difference twice: the second waits here and then finds it listed.
    await sql`select pg_advisory_xact_lock(hashtext('reconciliation'))`.execute(tx);
    const now = platform.clock.now();
    const payments = await checkFlow(tx, platform, { flow: "payment", day, reports });
    const payouts = await checkFlow(tx, platform, { flow: "payout", day, reports });
    await listFindings(tx, { day, now, findings: [...payments.findings, ...payouts.findings] });
    await keepDay(tx, { day, now, ours: { in: payments.ours, out: payouts.ours }, theirs: { in: payments.theirs, out: payouts.theirs } });
    staleOnCommit(tx, ["reconciliation.days", "reconciliation.differences"], ["operators"]);
    return getDay(tx, day);
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

interface Finding {
  readonly flow: Flow;
  readonly reference: string;
  /** Null when both sides tell the same. */
  readonly kind: Difference["kind"] | null;
  /** Minor units as text, because JSON has no bigint. */
  readonly ours: string | null;
  readonly theirs: string | null;
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
    compare({ flow, reference, ours: ours.get(reference)?.amountMinor, theirs: theirs.get(reference)?.amountMinor ?? remembered.get(reference) }),
  );
  return { findings, ours: sumOfDay(ours), theirs: sumOfDay(readTheirs(flow, { ofDay: reports.ofDay, ofNeighbours: [] })) };
}

/** What the provider said on other days of what was listed then: money of ours that comes late is held against it. */
async function readRemembered(
  db: Db | Tx,
  { flow, references, days }: { flow: Flow; references: readonly string[]; days: readonly string[] },
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await (db as Db)
    .selectFrom("reconciliation_difference")
    .select(["reference", "theirs"])
    .where("flow", "=", flow)
    .where(sql<boolean>`reference = any(${references}::text[])`)
    .where("theirs", "is not", null)
    .where(sql<boolean>`day <> all(${days}::date[])`)
    .execute();
  return new Map(rows.map(({ reference, theirs }) => [reference, theirs!]));
}

interface Sides {
  readonly flow: Flow;
  readonly reference: string;
  readonly ours: Known["amountMinor"] | undefined;
  readonly theirs: Known["amountMinor"] | undefined;
}

function compare({ flow, reference, ours, theirs }: Sides): Finding {
  const kind = ours === undefined ? "missingHere" : theirs === undefined ? "missingThere" : ours === theirs ? null : "amount";
  return { flow, reference, kind, ours: ours?.toString() ?? null, theirs: theirs?.toString() ?? null };
}

/** Lists each difference once, brings open ones up to date and closes those that are none any more. What a person explained stays as it is. */
async function listFindings(tx: Tx, { day, now, findings }: { day: string; now: Date; findings: readonly Finding[] }): Promise<void> {
  const found = sql`jsonb_to_recordset(${JSON.stringify(findings)}::jsonb) as f(flow text, reference text, kind text, ours bigint, theirs bigint)`;
  await sql`
    insert into reconciliation_difference as d (day, flow, kind, reference, ours, theirs)
    select ${day}::date, f.flow, f.kind, f.reference, f.ours, f.theirs from ${found} where f.kind is not null order by f.flow, f.reference
    on conflict (flow, reference) do update set kind = excluded.kind, ours = excluded.ours, theirs = excluded.theirs, explanation = null, explained_by = null, explained_at = null
    where (d.explanation is null or d.explained_by = ${BY_ITSELF.by}) and (d.kind, d.ours, d.theirs) is distinct from (excluded.kind, excluded.ours, excluded.theirs)`.execute(
    tx,
  );
  await sql`
    update reconciliation_difference d set ours = f.ours, theirs = f.theirs, explanation = ${BY_ITSELF.explanation}, explained_by = ${BY_ITSELF.by}, explained_at = ${now}
    from ${found} where f.kind is null and d.flow = f.flow and d.reference = f.reference and d.explanation is null`.execute(tx);
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
    .insertInto("reconciliation_day")
    .values({ day, ...sums })
    .onConflict((conflict) => conflict.column("day").doUpdateSet(sums))
    .execute();
}
