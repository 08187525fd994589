import { refuse } from "@laro/contract/core/errors";
import { PROVIDER, type ReconciliationDay } from "@laro/contract/reconciliation";
import { sql } from "kysely";
import { HOUSE } from "../../core/catalogue/lanes.ts";
import { findAsked, hasReport } from "../../core/vendors/report.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";
import { listVendorFindings, lockFindings } from "./reconciliation.findings.ts";
import { areAlike, type AreAlike, type Compared, compareDay, SilentVendor } from "./reconciliation.vendorCompare.ts";
import { closeBooks, type DaySpan, openBooks, readSums, type Reporting, spanOf } from "./reconciliation.vendorBooks.ts";
import { getDay } from "./reconciliation.ts";

/** How long a day is asked about again: while its report is missing or its differences are open. */
const DAYS_AGAIN = 3;
/** How long it is tried to hear of a day of a vendor that was switched off since. */
const OFF_DAYS_AGAIN = 30;
/** So many vendors are asked at once. */
const AT_ONCE = 4;

interface Row extends Reporting {
  readonly protocol: string;
  readonly state: string;
}

const selectVendors = (db: Db) => db.selectFrom("vendor").select(["id", "code", "protocol", "state", "base_url as baseUrl"]).where("code", "<>", HOUSE);

/**
 * Holds a day of a vendor against its own report, again if need be. Refuses with `vendors.not_found`, `reconciliation.no_report` where its protocol has none,
 * `reconciliation.day_not_over` and `reconciliation.report_unreachable`; that nothing was told is then kept.
 */
export async function runVendorDay(
  platform: Platform,
  { party, day }: { party: string; day: string },
  judge: { readonly areAlike: AreAlike } = { areAlike },
): Promise<ReconciliationDay> {
  const { database, clock, timeZone } = platform;
  const vendor = await selectVendors(database.db).where("code", "=", party).executeTakeFirst();
  if (vendor === undefined) refuse("vendors.not_found", { field: "party" });
  if (!hasReport(vendor.protocol)) refuse("reconciliation.no_report", { field: "party" });
  const span = await spanOf(database.db, day, timeZone);
  if (span.until > clock.now()) refuse("reconciliation.day_not_over", { field: "day" });
  const told = await withBooks(platform, { span, vendors: [vendor] }, (run) => checkDay(platform, { run, vendor, span, ...judge }));
  if (!told) refuse("reconciliation.report_unreachable");
  return database.begin((tx) => getDay(tx, { party, day }));
}

/**
 * Asks every vendor whose protocol can for the last days that are over, the oldest first: those that are missing, and those whose differences are open. One that is switched off is
 * asked for what it played before, and a month long for what it did not tell of that.
 */
export async function reportVendors(platform: Platform, judge: { readonly areAlike: AreAlike } = { areAlike }): Promise<void> {
  const { database, clock, timeZone } = platform;
  const vendors: Row[] = [];
  for (const vendor of await selectVendors(database.db).orderBy("id").execute())
    if (hasReport(vendor.protocol) && (await findAsked(platform, vendor)) !== undefined) vendors.push(vendor);
  const silent = new Set<string>();
  for (const { day, isLast } of await listDays(database.db, { vendors, now: clock.now(), timeZone })) {
    const span = await spanOf(database.db, day, timeZone);
    const due = await listDue(database.db, span, isLast ? vendors : vendors.filter(isOff));
    if (due.length > 0) await withBooks(platform, { span, vendors: due }, (run) => checkAll(platform, { run, span, vendors: due, silent, ...judge }));
  }
}

const isOff = ({ state }: Row): boolean => state === "off";

/** The last days, and before them those of which vendors that are switched off told nothing; the oldest first. */
async function listDays(
  db: Db,
  { vendors, now, timeZone }: { vendors: readonly Row[]; now: Date; timeZone: string },
): Promise<readonly { readonly day: string; readonly isLast: boolean }[]> {
  const off = vendors.filter(isOff).map(({ code }) => code);
  const { rows } = await sql<{ day: string; isLast: boolean }>`
    with today as (select (${now}::timestamptz at time zone ${timeZone})::date as day)
    select (t.day - back)::text as day, true as "isLast" from today t, generate_series(1, ${DAYS_AGAIN}::integer) back
    union
    select d.day::text, false from today t join party_day d on d.day >= t.day - ${OFF_DAYS_AGAIN}::integer and d.day < t.day - ${DAYS_AGAIN}::integer
    where d.party = any(${off}::text[]) and d.state = 'missing'
    order by 1`.execute(db as Tx);
  return rows;
}

/** Those whose day has no report yet, or open differences; of those that are switched off, whose day is missing or was played on. */
async function listDue(db: Db, { day, from, until }: DaySpan, vendors: readonly Row[]): Promise<readonly Row[]> {
  const codes = vendors.map(({ code }) => code);
  const { rows } = await sql<{ party: string; isDone: boolean }>`
    select d.party, d.state = 'checked' and not exists (select from party_difference x where x.party = d.party and x.day = d.day and x.explanation is null) as "isDone"
    from party_day d where d.party = any(${codes}::text[]) and d.day = ${day}::date`.execute(db as Tx);
  const known = new Map(rows.map((row) => [row.party, row]));
  const open = vendors.filter(({ code }) => known.get(code)?.isDone !== true);
  const unheard = open.filter((vendor) => isOff(vendor) && !known.has(vendor.code)).map(({ id }) => id);
  const played = unheard.length === 0 ? [] : await listPlayed(db, { from, until }, unheard);
  return open.filter((vendor) => !isOff(vendor) || known.has(vendor.code) || played.includes(vendor.id));
}

/** Which of some vendors have entries in a span. */
async function listPlayed(db: Db, { from, until }: Pick<DaySpan, "from" | "until">, ids: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct e.vendor_id as id from vendor_entry e where e.at >= ${from} and e.at < ${until} and e.vendor_id = any(${[...ids]}::smallint[])`.execute(
    db as Tx,
  );
  return rows.map(({ id }) => id);
}

/** Checks a day of several vendors, some at once. One that was silent is not asked again in this run; one whose day fails leaves it due, and holds up no other. */
async function checkAll(
  platform: Platform,
  { vendors, silent, ...checking }: Omit<Checking, "vendor"> & { areAlike: AreAlike; vendors: readonly Row[]; silent: Set<string> },
): Promise<void> {
  const { day } = checking.span;
  const check = async (vendor: Row): Promise<void> => {
    if (silent.has(vendor.code)) await keepMissing(platform, { ...checking, vendor });
    else if (!(await checkDay(platform, { ...checking, vendor }))) silent.add(vendor.code);
  };
  const waiting = [...vendors];
  const work = async (): Promise<void> => {
    for (let vendor = waiting.shift(); vendor !== undefined; vendor = waiting.shift()) {
      const { code } = vendor;
      await check(vendor).catch((error: Error) => platform.log.error({ err: error, vendor: code, day }, "a vendor's day failed and waits for its next look"));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Opens our books of a day for some vendors, and forgets them when the work is done. */
async function withBooks<Result>(
  { database, clock }: Platform,
  { span, vendors }: { span: DaySpan; vendors: readonly Reporting[] },
  work: (run: string) => Promise<Result>,
): Promise<Result> {
  const run = newId(clock.now());
  try {
    await database.begin((tx) => openBooks(tx, { ...span, run, vendors }));
    return await work(run);
  } finally {
    await database.begin((tx) => closeBooks(tx, run, clock.now()));
  }
}

interface Checking {
  readonly run: string;
  readonly vendor: Reporting;
  readonly span: DaySpan;
}

/** Answers whether the vendor told of the day. */
async function checkDay(platform: Platform, { areAlike: alike, ...checking }: Checking & { areAlike: AreAlike }): Promise<boolean> {
  const { database, clock, log } = platform;
  const { vendor, span } = checking;
  try {
    const { findings, isCut, ...sides } = await compareDay({ platform, ...checking, areAlike: alike });
    await database.begin(async (tx) => {
      await lockFindings(tx);
      await listVendorFindings(tx, { party: vendor.code, day: span.day, findings, isCut, now: clock.now() });
      await keepVendorDay(tx, { ...checking, ...sides, isCut, now: clock.now() });
      tellDesk(tx);
    });
    return true;
  } catch (error) {
    if (!(error instanceof SilentVendor)) throw error;
    log.warn({ fault: error.message }, "a vendor's report was not read");
    await keepMissing(platform, checking);
    return false;
  }
}

const tellDesk = (tx: Tx): void => staleOnCommit(tx, ["reconciliation.days", "reconciliation.differences"], ["operators"]);

/** Writes down what both sides told of a day. One that was not told to its end in time is not checked, and due again. */
async function keepVendorDay(tx: Tx, { vendor, span, ours, theirs, isCut, isLate, now }: Checking & Omit<Compared, "findings"> & { now: Date }): Promise<void> {
  const told = { checked_at: now, ours_in: ours.stake.minor, ours_out: ours.win.minor, theirs_in: theirs.stake.minor, theirs_out: theirs.win.minor };
  const row = { ...told, state: isLate ? "missing" : "checked", is_cut: isCut };
  await tx
    .insertInto("party_day")
    .values({ party: vendor.code, day: span.day, ...row })
    .onConflict((conflict) => conflict.columns(["party", "day"]).doUpdateSet(row))
    .execute();
}

/** Writes down that a vendor did not tell of a day; what it told before stays. */
async function keepMissing({ database, clock }: Platform, { run, vendor, span }: Checking): Promise<void> {
  const ours = await readSums(database.db, { run, party: vendor.code });
  const row = { checked_at: clock.now(), ours_in: ours.stake.minor, ours_out: ours.win.minor, theirs_in: 0n, theirs_out: 0n, state: "missing" };
  await database.begin(async (tx) => {
    await tx
      .insertInto("party_day")
      .values({ party: vendor.code, day: span.day, ...row })
      .onConflict((conflict) => conflict.columns(["party", "day"]).doUpdateSet({ checked_at: row.checked_at }).where("party_day.state", "=", "missing"))
      .execute();
    tellDesk(tx);
  });
}

/** Whether a party is a vendor. */
export const isVendor = (party: string | undefined): party is string => party !== undefined && party !== PROVIDER;
