/**
 * Database proof: PostgreSQL is killed, frozen, robbed of its sessions and of its disk while players bet over HTTP. Nothing acknowledged is
 * lost, the platform's process outlives all of it, says that it is not ready and is ready again soon, and no call hangs.
 */
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../platform/embedded-postgres.ts";
import { prepareDatabase } from "../platform/migrate.ts";
import { asOwner } from "../testing/owner.ts";
import { Bettors } from "./bettors.ts";
import { findFaults } from "./findFaults.ts";
import { openPlayers } from "./players.ts";
import { Victim } from "./victim.ts";

export interface DatabaseProof {
  /** Where the database keeps its files; a folder of its own unless told. */
  readonly dataDir?: string;
  readonly players: number;
  readonly kills: number;
  readonly freezeMs: number;
  readonly terminateMs: number;
  /** The folder's disk is small and may be filled. */
  readonly fillsDisk?: boolean;
  /** Runs once the platform is up: where a fault is planted. */
  readonly plant?: (databaseUrl: string) => Promise<void>;
  readonly say?: (line: string) => void;
}

const BETS_MAX = 200_000;
const CALLERS = 32;
const READY_WITHIN_MS = 10_000;
const ANSWERED_WITHIN_MS = 10_000;
const UNREADY_WITHIN_MS = 10_000;
const TERMINATE_EVERY_MS = 200;
const UNDER_WAY_BETS = 100;
const DISK_STAYS_FULL_MS = 3_000;
const POLL_MS = 50;

/** The database and how it is mistreated. */
class Database {
  readonly #dataDir: string;
  #server: EmbeddedPostgres;

  private constructor(dataDir: string, server: EmbeddedPostgres) {
    this.#dataDir = dataDir;
    this.#server = server;
  }

  static async start(dataDir: string): Promise<Database> {
    return new Database(dataDir, await startEmbeddedPostgres(dataDir));
  }

  get url(): string {
    return this.#server.url;
  }

  /** As a power cut, for the database alone. */
  async kill(): Promise<void> {
    this.#server.kill("SIGKILL");
    await this.#server.ended;
    await this.#server.stop();
  }

  async startAgain(): Promise<void> {
    this.#server = await startEmbeddedPostgres(this.#dataDir);
  }

  async stop(): Promise<void> {
    await this.#server.stop();
  }

  /** Stops the server and every session of it in the middle of what they do; `thaw` lets them go on. */
  async freeze(): Promise<() => void> {
    const pids = await this.#allPids();
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    return () => {
      for (const pid of pids) process.kill(pid, "SIGCONT");
    };
  }

  async terminateSessions(): Promise<void> {
    await asOwner(this.url, "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'laro'");
  }

  async #allPids(): Promise<readonly number[]> {
    const children = await readFile(`/proc/${this.#server.pid}/task/${this.#server.pid}/children`, "utf8");
    return [this.#server.pid, ...children.trim().split(/\s+/).map(Number)];
  }
}

/** Runs the proof and answers what it found; nothing means it holds. */
export async function proveDatabaseSafety(proof: DatabaseProof): Promise<readonly string[]> {
  const { players, plant, say = () => undefined } = proof;
  const dataDir = proof.dataDir ?? (await mkdtemp(join(tmpdir(), "laro-proof-")));
  const database = await Database.start(dataDir);
  await prepareDatabase(database.url);
  const victim = await Victim.prepare(database.url);
  const bettors = new Bettors({ people: await openPlayers(database.url, players), bets: BETS_MAX, callers: CALLERS, victim });
  const faults: string[] = [];
  try {
    await victim.start({});
    await plant?.(database.url);
    const betting = bettors.run();
    await mistreat(proof, { database, victim, bettors, dataDir, faults, say });
    bettors.placeNoMore();
    await betting;
    if (!victim.isAlive) faults.push("the platform's process ended");
    if (bettors.slowestMs > ANSWERED_WITHIN_MS) faults.push(`a call was answered after ${Math.round(bettors.slowestMs)} ms`);
    say(`slowest answer ${Math.round(bettors.slowestMs)} ms; ${bettors.progress}`);
    return [...faults, ...bettors.faults, ...(await findFaults(database.url, bettors.bets))];
  } finally {
    bettors.stop();
    await victim.close();
    await database.stop();
    if (proof.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
  }
}

interface Scene {
  readonly database: Database;
  readonly victim: Victim;
  readonly bettors: Bettors;
  readonly dataDir: string;
  readonly faults: string[];
  readonly say: (line: string) => void;
}

async function mistreat({ kills, freezeMs, terminateMs, fillsDisk = false }: DatabaseProof, scene: Scene): Promise<void> {
  const { database, bettors, say } = scene;
  const underWay = (): Promise<void> => bettors.decided(bettors.decidedCount + UNDER_WAY_BETS);
  for (let kill = 1; kill <= kills; kill++) {
    await underWay();
    await database.kill();
    await becomesUnready(scene, "killed");
    await database.startAgain();
    await becomesReady(scene, "killed");
    say(`database killed ${kill} of ${kills}: ${bettors.progress}`);
  }
  await underWay();
  const thaw = await database.freeze();
  await becomesUnready(scene, "frozen");
  await sleep(freezeMs);
  thaw();
  await becomesReady(scene, "frozen");
  say(`database frozen for ${freezeMs} ms: ${bettors.progress}`);
  await underWay();
  const until = performance.now() + terminateMs;
  while (performance.now() < until) {
    await database.terminateSessions();
    await sleep(TERMINATE_EVERY_MS);
  }
  await becomesReady(scene, "robbed of its sessions");
  say(`sessions ended every ${TERMINATE_EVERY_MS} ms for ${terminateMs} ms: ${bettors.progress}`);
  if (fillsDisk) await fillDisk(scene, underWay);
  await underWay();
}

/** Fills the disk to its last block, lets the players go on, and gives the space back. */
async function fillDisk(scene: Scene, underWay: () => Promise<void>): Promise<void> {
  const { database, dataDir, bettors, say } = scene;
  await underWay();
  const filler = join(dataDir, "filler");
  const { bavail, bsize } = await statfs(dataDir);
  await writeFile(filler, Buffer.alloc(bavail * bsize)).catch(() => undefined);
  const [before, retries] = [bettors.decidedCount, bettors.retries];
  await becomesUnready(scene, "out of disk");
  await sleep(DISK_STAYS_FULL_MS);
  if (bettors.retries === retries) scene.faults.push("the full disk refused nothing, so nothing was shown");
  await rm(filler);
  // PostgreSQL stops itself when its log has no room left; an operator would start it again.
  if (!(await isUp(database))) {
    await database.kill().catch(() => undefined);
    await database.startAgain();
  }
  await becomesReady(scene, "out of disk");
  say(`disk full for ${DISK_STAYS_FULL_MS} ms, ${bettors.decidedCount - before} bets decided in it: ${bettors.progress}`);
}

const isUp = ({ url }: Database): Promise<boolean> =>
  asOwner(url, "select 1").then(
    () => true,
    () => false,
  );

const becomesReady = (scene: Scene, what: string): Promise<void> => readyIs(true, READY_WITHIN_MS, scene, `once ${what}, the platform was not ready again`);
const becomesUnready = (scene: Scene, what: string): Promise<void> =>
  readyIs(false, UNREADY_WITHIN_MS, scene, `with its database ${what}, the platform said it was ready`);

async function readyIs(wanted: boolean, withinMs: number, { victim, faults }: Scene, otherwise: string): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    if ((await victim.isReady()) === wanted) return;
    await sleep(POLL_MS);
  }
  faults.push(`${otherwise} within ${withinMs} ms`);
}

const DISK_BYTES = 400 * 1024 * 1024;
const MOUNTED = "LARO_PROOF_DISK";

/** The long form; where the system lends a mount of our own, on a disk that can be filled. */
async function main(): Promise<void> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const disk = process.env[MOUNTED];
  if (disk === undefined && runsOnOwnDisk()) return;
  if (disk === undefined) say("This system lends no disk of our own: the full disk is left out.");
  const faults = await proveDatabaseSafety({
    players: 300,
    kills: 5,
    freezeMs: 20_000,
    terminateMs: 10_000,
    say,
    ...(disk === undefined ? {} : { dataDir: disk, fillsDisk: true }),
  });
  for (const fault of faults) say(`FAULT ${fault}`);
  say(faults.length === 0 ? "holds" : `BROKEN: ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

/** Runs this proof again inside a mount of its own; false when the system does not allow that. */
function runsOnOwnDisk(): boolean {
  const mounted = `mkdir -p "$0" && mount -t tmpfs -o size=${DISK_BYTES} none "$0"`;
  const dir = join(tmpdir(), `laro-disk-${process.pid}`);
  const inside = (script: string, stdio: "ignore" | "inherit"): void =>
    void execFileSync("unshare", ["--user", "--map-root-user", "--mount", "sh", "-c", script, dir, process.execPath, import.meta.filename], {
      stdio,
      env: { ...process.env, [MOUNTED]: dir },
    });
  try {
    inside(mounted, "ignore");
  } catch {
    return false;
  }
  try {
    inside(`${mounted} && exec "$1" "$2"`, "inherit");
  } catch {
    process.exitCode = 1;
  }
  return true;
}

if (import.meta.main) await main();
