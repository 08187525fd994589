import { sql } from "kysely";
import { activeFromOf } from "../../core/agents/activeFrom.ts";
import { takeTurn } from "../../core/agents/agents.turns.ts";
import { packs } from "../../core/settings/packs.ts";
import { crashPoint } from "../../platform/crash.ts";
import type { Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";
import { findDue, passIdle, type Unit } from "./settlements.due.ts";
import { holdPays } from "./settlements.holds.ts";

type Settling = Pick<Platform, "database" | "clock" | "timeZone" | "config">;

/** So many units at one call of the job: a year of five minutes is made up for by a few. */
const UNITS_AT_ONCE_MAX = 20_000;

/**
 * Computes whatever is due, each unit in a transaction of its own that writes all of it or nothing; safe to run at any time and by any number of processes: whoever
 * comes while another computes leaves it to them. Answers how many it computed.
 */
export async function computeDue({ database, clock, timeZone, config }: Settling): Promise<number> {
  let computed = 0;
  await database.begin(async (tx) => (await takeTurn(tx)) && passIdle(tx, timeZone));
  for (let units = 0; units < UNITS_AT_ONCE_MAX; units++) {
    const unit = await findDue(database.db, timeZone);
    if (unit === undefined) break;
    const moment = { now: clock.now(), timeZone, pack: packs[config.pack] };
    const outcome = await database.begin((tx) => computeUnit(tx, unit, moment));
    if (outcome === "busy") break;
    if (outcome === "computed") computed++;
  }
  return computed;
}

interface Moment {
  readonly now: Date;
  readonly timeZone: string;
  readonly pack: (typeof packs)[keyof typeof packs];
}

interface Begun {
  readonly id: string;
  readonly attempt: number;
}

/** Computes a unit, unless it was computed meanwhile. A large one takes longer than anybody may wait for a lock, so the second of two goes. */
async function computeUnit(tx: Tx, unit: Unit, moment: Moment): Promise<"computed" | "known" | "busy"> {
  if (!(await takeTurn(tx))) return "busy";
  const run = unit.startsAt === null ? await beginRun(tx, unit, moment) : await beginSpan(tx, unit, unit.startsAt, moment);
  if (run === undefined) return "known";
  const needsApproval = unit.startsAt === null && moment.pack.agents.approvals[unit.kind] > 0;
  const taken = await lockCorrections(tx, unit);
  await sql`
    select settlement_write(${run.id}::uuid, ${run.attempt}::integer, ${unit.kind}, ${unit.period}, ${unit.firstDay}::date, ${unit.nextDay}::date, ${unit.startsAt}::timestamptz,
      ${unit.endsAt}::timestamptz, ${moment.timeZone}, ${activeFromOf(unit)}::bigint, ${needsApproval}::boolean, ${taken}::uuid[])`.execute(tx);
  crashPoint("settlements.after_compute");
  await holdPays(tx, { runId: run.id, startsAt: unit.startsAt, ...moment });
  await countFigures(tx, { runId: run.id, startsAt: unit.startsAt });
  if (unit.startsAt === null) await openRun(tx, { runId: run.id, needsApproval, now: moment.now });
  staleOnCommit(tx, ["settlements.runs", "settlements.run", "settlements.pays"], ["operators"]);
  return "computed";
}

/** A run of days: its key says that it is computed once, however many try. */
async function beginRun(tx: Tx, { kind, period, firstDay, nextDay }: Unit, { now, pack }: Moment): Promise<Begun | undefined> {
  const { rows } = await sql<Begun>`
    insert into settlement_run (id, kind, period, starts_on, ends_on, attempt, state, made_at, approvals_needed)
    select ${newId(now)}::uuid, ${kind}, ${period}, ${firstDay}::date, ${nextDay}::date - 1,
           1 + (select count(*) from settlement_run r where r.kind = ${kind} and r.period is not distinct from ${period} and r.starts_on = ${firstDay}::date), 'computing', ${now}::timestamptz, ${pack.agents.approvals[kind]}
    on conflict (kind, coalesce(period, ''), starts_on) where state <> 'discarded' do nothing
    returning id, attempt`.execute(tx);
  return rows[0];
}

/** An hour or five minutes: once, into the one run its kind has for a day. */
async function beginSpan(tx: Tx, { kind, firstDay }: Unit, startsAt: Date, { now }: Moment): Promise<Begun | undefined> {
  const { numAffectedRows } = await sql`insert into settlement_window (kind, starts_at) values (${kind}, ${startsAt}) on conflict do nothing`.execute(tx);
  if (numAffectedRows === 0n) return undefined;
  const period = kind === "hourly" ? "H" : null;
  await sql`
    insert into settlement_run (id, kind, period, starts_on, ends_on, state, made_at, approved_at, approvals_needed)
    values (${newId(now)}::uuid, ${kind}, ${period}, ${firstDay}::date, ${firstDay}::date, 'paying', ${now}, ${now}, 0)
    on conflict (kind, coalesce(period, ''), starts_on) where state <> 'discarded' do nothing`.execute(tx);
  const { rows } = await sql<Begun>`
    update settlement_run set state = 'paying', paid_at = null where kind = ${kind} and starts_on = ${firstDay}::date and state <> 'discarded' returning id, attempt`.execute(
    tx,
  );
  return rows[0];
}

/** The corrections that go into this unit's makeups: one that is confirmed from here on waits for the next. */
async function lockCorrections(tx: Tx, { kind }: Unit): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from settlement_proposal where kind = 'correction' and state = 'confirmed' and contract_kind = ${kind} and taken_by is null for update`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Adds what was just computed to the figures of its run. */
async function countFigures(tx: Tx, { runId, startsAt }: { runId: string; startsAt: Date | null }): Promise<void> {
  await sql`
    select settlement_count(${runId}::uuid, (
      select jsonb_build_object('contracts', count(*)::text, 'paying', count(*) filter (where pay > 0)::text, 'held', count(*) filter (where state = 'held')::text,
        'gross', coalesce(sum(gross), 0)::text, 'owed', coalesce(sum(owed), 0)::text, 'pay', coalesce(sum(pay), 0)::text,
        'houseGross', coalesce(sum(gross) filter (where upline_id is null), 0)::text, 'makeupIn', coalesce(sum(makeup_in), 0)::text,
        'makeupOut', coalesce(sum(makeup_out), 0)::text, 'paid', '0')
      from settlement_pay where run_id = ${runId} and (${startsAt}::timestamptz is null or starts_at = ${startsAt})
    ))`.execute(tx);
}

async function openRun(tx: Tx, { runId, needsApproval, now }: { runId: string; needsApproval: boolean; now: Date }): Promise<void> {
  const state = needsApproval ? "preview" : "approved";
  await sql`update settlement_run set state = ${state}, approved_at = ${needsApproval ? null : now} where id = ${runId}`.execute(tx);
}
