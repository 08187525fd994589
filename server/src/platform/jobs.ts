import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import {
  Logger,
  parseCrontab,
  type ParsedCronItem,
  run,
  runMigrations,
  runOnce,
  type Runner,
  type RunnerOptions,
  type TaskList,
  type WorkerEvents,
} from "graphile-worker";
import { sql } from "kysely";
import pg from "pg";
import { type Access, type Database, type Db, openDatabase, type Tx } from "./db.ts";
import type { Log } from "./log.ts";
import { addJob, type EventName, type Events } from "./outbox.ts";
import type { Platform } from "./routes.ts";
import { sweepInTurns } from "./rows.ts";

/** Work that calls a foreign party or runs by the clock. Every job may run twice and must not matter. */
export type Jobs = Readonly<Record<string, (payload: Readonly<Record<string, unknown>>, platform: Platform) => Promise<void>>>;

/** What a feature does when it hears of something. */
export type Subscribers = { readonly [Name in EventName]?: readonly ((tx: Tx, event: Events[Name], platform: Platform) => Promise<void>)[] };

export interface Work {
  readonly jobs: Jobs;
  /** By who hears, in the order they hear. */
  readonly subscribers: Readonly<Record<string, Subscribers>>;
  /** Crontab lines in UTC: `* * * * * deposits:expire`. */
  readonly crontab: string;
}

const CONCURRENCY = 4;
const POLL_INTERVAL_MS = 1_000;
const LOOK_EVERY_MS = 1_000;
/** Nobody waits for a job as for a page: its statements may take longer, on connections of their own, which no caller then lacks. */
const STATEMENT_MS = 60_000;
/** A live worker asks the database at every look of its own, so one that had no connection at so many looks in a row is dead. */
const MISSED_LOOKS_MAX = 3;

/** Makes the job tables. */
export const migrateJobs = (url: string): Promise<void> => runMigrations({ connectionString: url });

/** Lets the services' role, once there is one, add jobs in its own transactions. Processes that begin at once take turns: two grants on one table at a time fail. */
export async function openJobs(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select pg_advisory_xact_lock(hashtext('jobs:open'));
      grant usage on schema graphile_worker to laro_app;
      grant select, insert, update, delete on all tables in schema graphile_worker to laro_app;
      grant usage, select on all sequences in schema graphile_worker to laro_app;
      grant execute on all functions in schema graphile_worker to laro_app;
      do $$ declare guarded text; begin
        for guarded in select tablename from pg_tables t where schemaname = 'graphile_worker' and rowsecurity
          and not exists (select from pg_policies p where p.schemaname = t.schemaname and p.tablename = t.tablename and p.policyname = 'laro_app')
        loop execute format('create policy laro_app on graphile_worker.%I to laro_app using (true) with check (true)', guarded); end loop;
      end $$;`);
  } finally {
    await client.end();
  }
}

function taskList({ jobs, subscribers }: Work, platform: Platform): TaskList {
  const tasks: TaskList = {};
  for (const [name, job] of Object.entries(jobs)) tasks[name] = (payload) => job((payload ?? {}) as Record<string, unknown>, platform);
  const names = new Set(Object.values(subscribers).flatMap((heard) => Object.keys(heard) as EventName[]));
  for (const name of names) {
    const all = Object.entries(subscribers).filter(([, heard]) => heard[name] !== undefined);
    tasks[`event:${name}`] = (payload) => hear(name, payload as Heard, { all, platform });
  }
  return tasks;
}

/** An event, and the one who is to hear it where not all are. */
type Heard = Events[EventName] & { readonly heardBy?: string };

/** All hear of an event in one transaction. Where that fails each is told by a job of its own, so that who cannot hear it keeps it from nobody else. */
async function hear(
  name: EventName,
  { heardBy, ...event }: Heard,
  { all, platform }: { all: readonly (readonly [string, Subscribers])[]; platform: Platform },
): Promise<void> {
  const { database, log } = platform;
  const hearers = all.filter(([who]) => heardBy === undefined || heardBy === who);
  if (hearers.length === 0) throw new Error(`${heardBy} does not hear of ${name}`);
  try {
    await database.begin(async (tx) => {
      for (const [, heard] of hearers) for (const act of heard[name] ?? []) await act(tx, event as never, platform);
    });
  } catch (error) {
    if (hearers.length === 1) throw error;
    log.warn({ fault: (error as Error).message, event: name }, "not heard by all at once");
    await database.begin(async (tx) => {
      for (const [who] of hearers) await addJob(tx, `event:${name}`, { ...event, heardBy: who });
    });
  }
}

/** How jobs reach the database: patient, and with room for sets of a hundred thousand, which would else be sorted on the disk. */
export const jobAccess: Access = { connections: CONCURRENCY, statementMs: STATEMENT_MS, settings: { work_mem: "32MB" } };

/** Runs jobs until closed. */
export async function startWorker(url: string, work: Work, platform: Platform): Promise<{ close: () => Promise<void> }> {
  const { pool, events } = joinWorkers(url, platform.log);
  const database = openDatabase(url, jobAccess);
  const runner: Runner = await run({
    ...options({ pool, events, work, platform: { ...platform, database } }),
    parsedCronItems: clockOf(work.crontab),
    concurrency: CONCURRENCY,
    pollInterval: POLL_INTERVAL_MS,
  });
  const closing = new AbortController();
  const watching = watchWorkers(pool, platform.log, closing.signal);
  return {
    close: async () => {
      closing.abort();
      await watching;
      await runner.stop();
      await pool.end();
      await database.close();
    },
  };
}

/** Of what the clock begins one run of each is under way and one waits at most: that of now takes the place of those that failed, or that nobody came to. */
export const clockOf = (crontab: string): ParsedCronItem[] =>
  parseCrontab(crontab).map((item) => ({
    ...item,
    options: { ...item.options, queueName: item.options.queueName ?? item.task, jobKey: item.task, jobKeyMode: "replace" as const },
  }));

const SWEPT_AT_ONCE_MAX = 1_000;

/** Takes away what the clock began and nobody will try again: it begins anew. Any other job that failed for good stays, for a person to look at. */
export async function sweepDead(database: Pick<Database, "begin">, crontab: string): Promise<void> {
  const tasks = parseCrontab(crontab).map(({ task }) => task);
  await sweepInTurns(database, SWEPT_AT_ONCE_MAX, [
    (tx) =>
      sql`delete from graphile_worker._private_jobs where id = any(array(
        select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where j.attempts >= j.max_attempts and j.locked_at is null and t.identifier = any(${tasks}::text[]) limit ${SWEPT_AT_ONCE_MAX} for update of j skip locked))`.execute(
        tx,
      ),
  ]);
}

/** What was told, or to be done, that failed for good: nobody tries it again. A database that no worker ever opened has no jobs. */
export async function listGivenUp(db: Db): Promise<readonly { readonly task: string; readonly count: number }[]> {
  const known = await sql<{ jobs: string | null }>`select to_regclass('graphile_worker.jobs')::text as jobs`.execute(db as Tx);
  if (known.rows[0]!.jobs === null) return [];
  const { rows } = await sql<{ task: string; count: number }>`
    select concat_ws(' for ', t.identifier, j.payload->>'heardBy') as task, count(*)::integer as count
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.attempts >= j.max_attempts and j.locked_at is null group by 1 order by 1`.execute(db as Tx);
  return rows;
}

/** Runs every job that is due, once, whenever asked, on connections it keeps until it is closed. */
export function openDueJobs(url: string, work: Work, platform: Platform): { run: () => Promise<void>; close: () => Promise<void> } {
  const { pool, events } = joinWorkers(url, platform.log);
  const database = openDatabase(url, jobAccess);
  const asked = options({ pool, events, work, platform: { ...platform, database } });
  return {
    run: () => runOnce(asked),
    close: async () => {
      await pool.end();
      await database.close();
    },
  };
}

function options({ pool, events, work, platform }: { pool: pg.Pool; events: WorkerEvents; work: Work; platform: Platform }): RunnerOptions {
  return { pgPool: pool, events, taskList: taskList(work, platform), noHandleSignals: true, logger: quietLogger(platform.log) };
}

const INT8 = 20;

/** The worker writes job numbers back as JSON, which holds no bigint: without this a job that fails once ends the process. */
const workerTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === INT8 ? String : pg.types.getTypeParser(oid, format)) as ReturnType<pg.CustomTypesConfig["getTypeParser"]>,
};

/** A job that is done is on disk. A machine that lost power says no goodbye: the database asks, and drops its connections after fifteen seconds. */
const OPTIONS = "-c synchronous_commit=on -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=2";

/** Gives a worker one name for its connections and its locks on jobs: a job whose name no connection carries has lost its worker. */
function joinWorkers(url: string, log: Log): { pool: pg.Pool; events: WorkerEvents } {
  const name = `laro-worker-${randomUUID()}`;
  const address = new URL(url);
  address.searchParams.set("application_name", name);
  const pool = new pg.Pool({ connectionString: address.href, options: OPTIONS, max: CONCURRENCY + 2, idleTimeoutMillis: 0, types: workerTypes });
  pool.on("error", (error) => log.warn({ fault: error.message }, "worker connection lost"));
  pool.on("connect", (client) => client.on("error", () => undefined));
  const events: WorkerEvents = new EventEmitter();
  events.on("pool:create", ({ workerPool }) => {
    workerPool.id = name;
  });
  return { pool, events };
}

type MissedLooks = ReadonlyMap<string, number>;
const none: MissedLooks = new Map();

/** Looks again and again for jobs whose worker died, until told to stop. */
async function watchWorkers(pool: pg.Pool, log: Log, signal: AbortSignal): Promise<void> {
  let missed = none;
  while (!signal.aborted) {
    missed = await releaseAbandoned(pool, missed).catch((error: Error) => {
      log.warn({ fault: error.message }, "abandoned jobs not released");
      return none;
    });
    await pause(LOOK_EVERY_MS, undefined, { ref: false, signal }).catch(() => undefined);
  }
}

/** Lets others take the jobs of the dead; answers how often each missing worker was missed. */
async function releaseAbandoned(pool: pg.Pool, missedBefore: MissedLooks): Promise<MissedLooks> {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct locked_by as name from graphile_worker._private_jobs j where locked_by is not null
       and not exists (select from pg_stat_activity where datname = current_database() and application_name = j.locked_by)`,
  );
  const missed = new Map(rows.map(({ name }) => [name, (missedBefore.get(name) ?? 0) + 1]));
  const dead = [...missed].flatMap(([name, looks]) => (looks >= MISSED_LOOKS_MAX ? [name] : []));
  if (dead.length > 0) await pool.query("select graphile_worker.force_unlock_workers($1)", [dead]);
  return missed;
}

/** Only what needs a person: a job that failed for good is in the job table for anyone to see. */
const quietLogger = (log: Log): Logger => new Logger(() => (level, message) => (level === "error" ? log.error(message) : undefined));
