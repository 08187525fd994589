/** Migration proof: every row of a large table is changed while players bet. They are served all along, and a migration killed in the middle goes on where it was. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { completeWorld } from "../roles/seed/people.ts";
import { openDatabase } from "../platform/db.ts";
import { asOwner } from "../testing/owner.ts";
import { Bettors } from "./bettors.ts";
import { findFaults } from "./findFaults.ts";
import { openPlayers } from "./players.ts";
import { Victim } from "./victim.ts";

export interface MigrationProof {
  readonly databaseUrl: string;
  readonly players: number;
  readonly rows: number;
  /** A migration as a careless hand would write it: all rows in one transaction. */
  readonly atOnce?: boolean;
}

export interface MigrationReport {
  readonly faults: readonly string[];
  /** How many rows were changed when the first try was killed. */
  readonly doneWhenKilled: number;
  /** The longest any transaction of the migration was seen to last. */
  readonly longestMs: number;
  readonly slowestBetMs: number;
}

const CALLERS = 16;
const BETS_MAX = 200_000;
const UNDER_WAY_BETS = 100;
const WATCH_EVERY_MS = 20;

/** A column for every old row, as a release would bring one; what is new while it comes has another value, so that the two are told apart. */
const COLUMN = `alter table idempotency add column probe boolean; alter table idempotency alter column probe set default true;
  create table probe_step as select '00000000-0000-0000-0000-000000000000'::uuid as upto;`;
/** Goes on where the last one ended, so that the last of a million rows costs what the first did. */
const BATCH = `
  with step as materialized (select ref from idempotency where ref > (select upto from probe_step) order by ref limit 2000),
       changed as (update idempotency i set probe = false from step where i.ref = step.ref and i.probe is null)
  update probe_step set upto = (select ref from step order by ref desc limit 1) where exists (select from step)`;
const ALL = "update idempotency set probe = false where probe is null";

export async function proveMigration({ databaseUrl, players, rows, atOnce = false }: MigrationProof): Promise<MigrationReport> {
  const folder = await mkdtemp(join(tmpdir(), "laro-migrate-"));
  await writeFile(join(folder, "9001-probe.sql"), COLUMN);
  await writeFile(join(folder, atOnce ? "9002-probe.sql" : "9002-probe.batches.sql"), atOnce ? ALL : BATCH);
  const database = openDatabase(databaseUrl, { connections: 1 });
  await database.begin((tx) => completeWorld(tx, new Date()));
  await database.close();
  const victim = await Victim.prepare(databaseUrl);
  const people = await openPlayers(databaseUrl, players);
  await fill(databaseUrl, people[0]!.walletId, rows);
  const bettors = new Bettors({ people: people.slice(1), bets: BETS_MAX, callers: CALLERS, victim });
  try {
    await victim.start({});
    const betting = bettors.run();
    await bettors.decided(UNDER_WAY_BETS);
    await startAndKill(databaseUrl, folder);
    const doneWhenKilled = await countDone(databaseUrl);
    const watch = watchLongest(databaseUrl);
    const [code] = await once(start(databaseUrl, folder), "exit");
    const longestMs = await watch.stop();
    await bettors.decided(bettors.decidedCount + UNDER_WAY_BETS);
    bettors.placeNoMore();
    await betting;
    const left = await countLeft(databaseUrl);
    const faults = [
      ...(code === 0 ? [] : [`the second try ended with ${String(code)}`]),
      ...(left === 0 ? [] : [`${left} rows were left as they were`]),
      ...bettors.faults,
      ...(await findFaults(databaseUrl, bettors.bets)).filter((fault) => !fault.endsWith("is booked but nobody placed it")),
    ];
    return { faults, doneWhenKilled, longestMs, slowestBetMs: bettors.slowestMs };
  } finally {
    bettors.stop();
    await victim.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const start = (url: string, folder: string) =>
  spawn(process.execPath, [join(import.meta.dirname, "migrator.ts"), url, folder], { stdio: ["ignore", "inherit", "inherit"] });

/** Kills the migration once it has changed something. */
async function startAndKill(url: string, folder: string): Promise<void> {
  const child = start(url, folder);
  const ended = once(child, "exit");
  while (child.exitCode === null && (await countDone(url).catch(() => 0)) === 0) await sleep(WATCH_EVERY_MS);
  child.kill("SIGKILL");
  await ended;
}

async function countDone(url: string): Promise<number> {
  const [row] = await asOwner<{ count: number }>(url, "select count(*)::integer as count from idempotency where not probe");
  return row!.count;
}

async function countLeft(url: string): Promise<number> {
  const [row] = await asOwner<{ count: number }>(url, "select count(*)::integer as count from idempotency where probe is null");
  return row!.count;
}

/** Looks again and again how long the migration's open transaction has lasted. */
function watchLongest(url: string): { stop: () => Promise<number> } {
  const AGE = `select coalesce(max(extract(epoch from clock_timestamp() - xact_start) * 1000), 0)::float8 as ms
               from pg_stat_activity where application_name = 'laro-migrate' and state <> 'idle' and query not like '%advisory%'`;
  const over = new AbortController();
  let longestMs = 0;
  const watching = (async () => {
    while (!over.signal.aborted) {
      const [row] = await asOwner<{ ms: number }>(url, AGE);
      longestMs = Math.max(longestMs, row!.ms);
      await sleep(WATCH_EVERY_MS);
    }
    return longestMs;
  })();
  return {
    stop: () => {
      over.abort();
      return watching;
    },
  };
}

/** Rounds of even money on one wallet: two lines each that cancel, so that the books stay right. */
async function fill(url: string, walletId: bigint, rows: number): Promise<void> {
  await asOwner(
    url,
    `with w as (select id, seq, balance from wallet where id = ${walletId}),
     fresh as materialized (select i, gen_random_uuid() as ref, gen_random_uuid() as round from generate_series(1, ${rows}) i),
     lines as (
       insert into transfer (wallet_id, seq, ref, contra, amount, kind, round_id, balance_after, at)
       select w.id, w.seq + 2 * i - back, ref, -1, amount, 1, round, w.balance - back * 100, now() from w, fresh cross join (values (1, -100), (0, 100)) leg(back, amount)
     ), rounds as (
       insert into round (wallet_id, id, game_id, stake, win, status, detail, at) select w.id, round, 1, 100, 100, 1, '{}', now() from w, fresh
     ), ids as (
       insert into idempotency (ref, wallet_id, digest, round_id, balance_after, at) select ref, w.id, 0, round, w.balance, now() from w, fresh
     )
     update wallet set seq = wallet.seq + 2 * ${rows}, staked = staked + 100 * ${rows}::bigint, won = won + 100 * ${rows}::bigint from w where wallet.id = w.id`,
  );
}
