import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { projectRoot } from "./config.ts";
import { startEmbeddedPostgres, useDatabase } from "./embedded-postgres.ts";

const home = mkdtempSync(join(tmpdir(), "laro-postgres-"));
const made = newFolder();
const isRoot = process.getuid?.() === 0;

vi.setConfig({ testTimeout: 20_000 });
beforeAll(async () => (await startEmbeddedPostgres(made)).stop());
afterAll(() => rmSync(home, { recursive: true }));

describe("refusals", () => {
  test("a second start on one folder is refused with the folder and the process, and does not disturb the first", async () => {
    const dataDir = newMadeFolder();
    const first = await startEmbeddedPostgres(dataDir);
    await expect(startEmbeddedPostgres(dataDir)).rejects.toThrow(`The data folder ${dataDir} is in use by process ${process.pid}: `);
    expect(await ask(first.url, "select 1 as value")).toBe(1);
    await first.stop();
  });

  test("a folder that cannot be written is refused in one sentence", async () => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    await expect(startEmbeddedPostgres(join(file, "data"))).rejects.toThrow(/cannot be written: .*LARO_DATA_DIR\.$/);
  });

  test("a setting the server does not know is refused in the server's own words, and leaves the folder free", async () => {
    const dataDir = newMadeFolder();
    await expect(startEmbeddedPostgres(dataDir, { settings: { no_such_setting: "on" } })).rejects.toThrow(/did not start \(.*no_such_setting.*postgres\.log/);
    await (await startEmbeddedPostgres(dataDir)).stop();
  });

  test("a start that is called off ends what it began", async () => {
    const dataDir = newMadeFolder();
    await expect(startEmbeddedPostgres(dataDir, { signal: AbortSignal.abort() })).rejects.toThrow("aborted");
    expect(existsSync(join(dataDir, "postgres", "postmaster.pid"))).toBe(false);
  });
});

test("the database keeps its rows from start to start, in UTC, safe and on a private socket only", async () => {
  const dataDir = newMadeFolder();
  const first = await startEmbeddedPostgres(dataDir);
  await ask(first.url, "create table kept as select 7 as value");
  expect(await ask(first.url, "select current_setting('listen_addresses') || current_setting('timezone') as value")).toBe("UTC");
  expect(await ask(first.url, "select current_setting('fsync') || current_setting('synchronous_commit') as value")).toBe("onon");
  expect(statSync(first.socketDir).mode & 0o077).toBe(0);
  await first.stop();
  await first.ended;
  expect(isAlive(first.pid)).toBe(false);
  const second = await startEmbeddedPostgres(dataDir, { settings: { work_mem: "7MB" } });
  expect(await ask(second.url, "select value from kept")).toBe(7);
  expect(await ask(second.url, "select current_setting('work_mem') as value")).toBe("7MB");
  await second.stop();
});

test("a server killed under a busy session comes back as soon as that ends, with what it had committed", async () => {
  const dataDir = newMadeFolder();
  const first = await startEmbeddedPostgres(dataDir);
  const session = new Client({ connectionString: first.url });
  session.on("error", () => {});
  await session.connect();
  await session.query("create table kept as select 7 as value");
  let isBusy = true;
  const lastWords = session.query("select count(*) from generate_series(1, 3_000_000)").finally(() => (isBusy = false));
  await sleep(100);
  first.kill("SIGKILL");
  await first.ended;
  await first.stop();
  expect(isBusy).toBe(true);
  const second = await startEmbeddedPostgres(dataDir);
  await Promise.allSettled([lastWords]);
  expect(await ask(second.url, "select value from kept")).toBe(7);
  await second.stop();
});

test("a server that outlived its killed starter is used by a look, and stopped and replaced by the next start", async () => {
  const dataDir = newMadeFolder();
  const { starter, pid } = await startElsewhere(dataDir);
  await expect(startEmbeddedPostgres(dataDir)).rejects.toThrow(`is in use by process ${starter.pid}: `);
  starter.kill("SIGKILL");
  await once(starter, "exit");
  const look = await useDatabase(dataDir);
  expect(await ask(look.url, "select 1 as value")).toBe(1);
  await look.stop();
  expect(isAlive(pid)).toBe(true);
  const next = await startEmbeddedPostgres(dataDir);
  expect(isAlive(pid)).toBe(false);
  expect(next.pid).not.toBe(pid);
  await next.stop();
});

test.each(["sleep", "postgres: someone else's"])(
  "the number of a dead server, since given to a stranger called %s, neither stops the start nor the stranger, wherever it was left",
  async (argv0) => {
    const dataDir = newMadeFolder();
    const first = await startEmbeddedPostgres(dataDir);
    const files = [join(dataDir, "postgres", "postmaster.pid"), join(first.socketDir, ".s.PGSQL.5432.lock")];
    const left = files.map((file) => readFileSync(file, "utf8"));
    await first.stop();
    const stranger = spawn("sleep", ["60"], { argv0 });
    for (const [index, file] of files.entries()) writeFileSync(file, left[index]!.replace(/^\d+/, String(stranger.pid)), { mode: 0o600 });
    const second = await startEmbeddedPostgres(dataDir);
    expect(await ask(second.url, "select 1 as value")).toBe(1);
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    stranger.kill();
    await second.stop();
  },
);

test("a look at a folder nobody runs starts the database and stops it again", async () => {
  const dataDir = newMadeFolder();
  const look = await useDatabase(dataDir);
  expect(await ask(look.url, "select 1 as value")).toBe(1);
  await look.stop();
  expect(existsSync(join(dataDir, "postgres", "postmaster.pid"))).toBe(false);
});

test("a folder too deep for a socket gets a short one of its own, and a creation that was cut off is begun again", async () => {
  const dataDir = join(newFolder(), "deep".repeat(20), "with a space");
  mkdirSync(join(dataDir, "postgres.new"), { recursive: true });
  writeFileSync(join(dataDir, "postgres.new", "PG_VERSION"), "18\n");
  const postgres = await startEmbeddedPostgres(dataDir);
  expect(Buffer.byteLength(postgres.socketDir)).toBeLessThan(85);
  expect(statSync(postgres.socketDir).mode & 0o077).toBe(0);
  expect((await useDatabase(dataDir)).url).toBe(postgres.url);
  await postgres.stop();
  chmodSync(postgres.socketDir, 0o755);
  await expect(startEmbeddedPostgres(dataDir)).rejects.toThrow(/is open to others: .*TMPDIR/);
  rmSync(postgres.socketDir, { recursive: true });
});

test("root without user namespaces runs the server as a service account that can reach it, and with them again takes the files back; anyone else runs it as themselves", async () => {
  const dataDir = newFolder();
  if (!isRoot) {
    const own = await startEmbeddedPostgres(dataDir);
    expect(readFileSync(`/proc/${own.pid}/status`, "utf8")).toMatch(new RegExp(`^Uid:\\s+${process.getuid?.()}\\s`, "m"));
    return own.stop();
  }
  // A clone under a closed home has its programs there as well: no other account can run them.
  if (!isOpenToOthers(projectRoot))
    return expect(withoutUserNamespaces(() => startEmbeddedPostgres(dataDir))).rejects.toThrow(
      /^The built-in database does not run as this user: .*DATABASE_URL/,
    );
  await expect(withoutUserNamespaces(() => startEmbeddedPostgres(dataDir))).rejects.toThrow(/could not be made in .*Permission denied.*DATABASE_URL\.$/);
  chmodSync(home, 0o711);
  const first = await withoutUserNamespaces(() => startEmbeddedPostgres(dataDir));
  expect(readFileSync(`/proc/${first.pid}/status`, "utf8")).not.toMatch(/^Uid:\s+0\s/m);
  await ask(first.url, "create table kept as select 7 as value");
  await first.stop();
  const second = await startEmbeddedPostgres(dataDir);
  expect(await ask(second.url, "select value from kept")).toBe(7);
  await second.stop();
});

test("of two starts on a fresh folder at once exactly one gets it", async () => {
  const dataDir = newFolder();
  const starts = await Promise.allSettled([startEmbeddedPostgres(dataDir), startEmbeddedPostgres(dataDir)]);
  const won = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
  expect(won).toHaveLength(1);
  await won[0]?.stop();
});

const isOpenToOthers = (folder: string): boolean => folder === "/" || ((statSync(folder).mode & 0o001) !== 0 && isOpenToOthers(dirname(folder)));

function newFolder(): string {
  return mkdtempSync(join(home, "data-"));
}

/** A folder with a database in it, copied because making one takes the most time. */
function newMadeFolder(): string {
  const dataDir = newFolder();
  cpSync(join(made, "postgres"), join(dataDir, "postgres"), { recursive: true });
  return dataDir;
}

async function withoutUserNamespaces<T>(work: () => Promise<T>): Promise<T> {
  const path = process.env["PATH"] ?? "";
  process.env["PATH"] = home;
  return work().finally(() => (process.env["PATH"] = path));
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ value?: unknown }>(sql);
  await client.end();
  return rows[0]?.value;
}

function isAlive(pid: number): boolean {
  return (
    spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" })
      .stdout.trim()
      .replace(/^Z.*/, "") !== ""
  );
}

async function startElsewhere(dataDir: string): Promise<{ starter: ChildProcess; pid: number }> {
  const module = new URL("./embedded-postgres.ts", import.meta.url).href;
  const script = `const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
    process.send((await startEmbeddedPostgres(${JSON.stringify(dataDir)})).pid);`;
  const starter = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const [pid] = await once(starter, "message");
  return { starter, pid: Number(pid) };
}
