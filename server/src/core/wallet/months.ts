import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { StartupError } from "../../platform/config.ts";
import type { Tx } from "../../platform/db.ts";

/** So far ahead stand the tables of months to come: a worker that stood still for weeks has done no harm. */
const MONTHS_AHEAD = "3 months";

/** Opens the journal's months to come, once it is kept by months; safe to run at any time, by any number of processes. */
export async function openMonths(tx: Tx, now: Date): Promise<void> {
  await sql`select journal_open_months(${now}::timestamptz + ${MONTHS_AHEAD}::interval)`.execute(tx);
}

/**
 * Keeps the journal by months from the next one on; what stands until then is the part `early`. Every line is looked at once under a lock, so that bets wait
 * for some seconds with tens of millions of lines. Needs a client that is the owner of the tables. Throws a `StartupError` when it is kept by months already.
 */
export async function keepMonths(client: pg.Client, now: Date): Promise<void> {
  await client.query("begin");
  try {
    await lockForAMoment(client);
    const { rows } = await client.query<{ edge: string; isSplit: boolean }>(
      `select ((date_trunc('month', $1::timestamptz at time zone 'Asia/Manila') + interval '1 month') at time zone 'Asia/Manila')::text as edge,
              (select max(ends_at) < 'infinity' from journal_month) as "isSplit"`,
      [now],
    );
    const { edge, isSplit } = rows[0]!;
    if (isSplit) throw new StartupError("The journal is kept by months already: `npm run laro -- months` lists them.");
    await client.query("update journal_month set ends_at = $1 where name = 'early'", [edge]);
    for (const whole of WHOLES) {
      await client.query(`alter table ${whole} detach partition ${whole}_early`);
      await client.query(`alter table ${whole} attach partition ${whole}_early for values from (minvalue) to ('${edge}')`);
      await client.query(`select journal_create_part('${whole}_rest', '${whole}')`);
      await client.query(`alter table ${whole} attach partition ${whole}_rest default`);
    }
    await client.query("select journal_open_months($1::timestamptz + $2::interval)", [now, MONTHS_AHEAD]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

const WHOLES = ["transfer", "round"] as const;

/** One stored part of the journal: a calendar month, what stood before months were kept (`early`), or what came before its month was opened (`rest`). */
export interface JournalMonth {
  readonly name: string;
  /** As PostgreSQL estimates them. */
  readonly lines: bigint;
  readonly rounds: bigint;
  readonly bytes: bigint;
  /** The tablespace. */
  readonly place: string;
}

/** The journal's months, oldest first, what they hold and where they lie. */
export async function listMonths(client: pg.Client): Promise<readonly JournalMonth[]> {
  const { rows } = await client.query<JournalMonth>(`
    select m.name, greatest(t.reltuples, 0)::bigint as lines, greatest(r.reltuples, 0)::bigint as rounds,
           pg_total_relation_size(t.oid) + pg_total_relation_size(r.oid) as bytes, coalesce(s.spcname, 'pg_default') as place
    from (select name, starts_at from journal_month union all select 'rest', 'infinity') m
    join pg_class t on t.oid = to_regclass('transfer_' || m.name) join pg_class r on r.oid = to_regclass('round_' || m.name)
    left join pg_tablespace s on s.oid = t.reltablespace order by m.starts_at`);
  return rows;
}

interface Move {
  readonly name: string;
  /** A tablespace that exists. */
  readonly place: string;
  readonly now: Date;
}

/** No line of a month is written this long after its end. */
const SETTLED_AFTER = "1 day";

/**
 * Moves a closed month to another tablespace while the platform serves: its lines are copied, since nothing changes them any more, and compared; then the
 * copy takes the month's place in a moment. Whatever fails, the month is where it was. Needs a client that is the owner of the tables.
 * Throws a `StartupError` for a month that is unknown or not closed, a place that is unknown, and a journal that does not come free for a moment.
 */
export async function moveMonth(client: pg.Client, move: Move): Promise<void> {
  await client.query("begin");
  try {
    const parts = await openMove(client, move);
    for (const part of parts) await copyPart(client, { ...part, place: move.place });
    await lockForAMoment(client);
    for (const part of parts) await swapPart(client, part);
    await client.query("commit");
    for (const { name } of parts) await client.query(`vacuum (freeze, analyze) ${name}`);
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

interface Part {
  readonly whole: string;
  readonly name: string;
  readonly copy: string;
  /** What all its lines have in common, as a condition and as a partition's bounds. */
  readonly holds: string;
  readonly bounds: string;
}

async function openMove(client: pg.Client, { name, place, now }: Move): Promise<readonly Part[]> {
  const { rows: places } = await client.query("select from pg_tablespace where spcname = $1", [place]);
  if (places.length === 0) throw new StartupError(`There is no tablespace ${place}: make it first (CREATE TABLESPACE), or give pg_default.`);
  const { rows: months } = await client.query<{ start: string | null; stop: string; isClosed: boolean }>(
    `select nullif(starts_at, '-infinity')::text as start, ends_at::text as stop, ends_at + interval '${SETTLED_AFTER}' < $2 as "isClosed" from journal_month where name = $1`,
    [name, now],
  );
  const [month] = months;
  if (month === undefined) throw new StartupError(`The journal has no month ${name}: \`npm run laro -- months\` lists them.`);
  if (!month.isClosed) throw new StartupError(`The month ${name} is not closed: it can move a day after its end.`);
  const { start, stop } = month;
  const holds = `at < '${stop}'${start === null ? "" : ` and at >= '${start}'`}`;
  const bounds = `from (${start === null ? "minvalue" : `'${start}'`}) to ('${stop}')`;
  return WHOLES.map((whole) => ({ whole, name: `${whole}_${name}`, copy: `${whole}_${name}_copy`, holds, bounds }));
}

/** The copy knows that its lines belong into the month, so that taking its place needs no look at them. */
async function copyPart(client: pg.Client, { name, copy, holds, place }: Part & { place: string }): Promise<void> {
  await client.query(`lock table ${name} in share mode`);
  await client.query("select set_config('default_tablespace', $1, true)", [place]);
  await client.query(`create table ${copy} (like ${name} including all, constraint of_this_month check (${holds}))`);
  await client.query(`revoke insert, update, delete, truncate on ${copy} from laro_app`);
  await client.query(`insert into ${copy} select * from ${name}`);
  const [before, after] = [await digestOf(client, name), await digestOf(client, copy)];
  if (before !== after) throw new Error(`The copy of ${name} holds ${after}, not ${before}: nothing was moved.`);
}

async function digestOf(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ digest: string }>(
    `select count(*) || ' lines, digest ' || coalesce(sum(hashtextextended(l::text, 0)::numeric), 0) as digest from ${table} l`,
  );
  return rows[0]!.digest;
}

const LOCK_TRIES_MAX = 50;
const LOCK_WAIT_MS = 100;
const LOCK_NOT_AVAILABLE = "55P03";

/** Whoever waits for this lock holds up every bet behind it: so it waits shortly, and often. */
async function lockForAMoment(client: pg.Client): Promise<void> {
  await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
  await client.query("savepoint unlocked");
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query("lock table transfer, round in access exclusive mode");
      return;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE || tries === LOCK_TRIES_MAX) throw error;
      await client.query("rollback to savepoint unlocked");
      await sleep(LOCK_WAIT_MS);
    }
  }
}

async function swapPart(client: pg.Client, { whole, name, copy, bounds }: Part): Promise<void> {
  await client.query(`alter table ${whole} detach partition ${name}`);
  await client.query(`drop table ${name}`);
  await client.query(`alter table ${copy} rename to ${name}`);
  await client.query(`alter table ${whole} attach partition ${name} for values ${bounds}`);
  await client.query(`alter table ${name} drop constraint of_this_month`);
}
