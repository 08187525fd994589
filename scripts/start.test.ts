import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readConfig, type Config } from "@laro/server/platform/config";
import { startEmbeddedPostgres, useDatabase } from "@laro/server/platform/embedded-postgres";
import { migrate } from "@laro/server/platform/migrate";
import { prepareCluster } from "@laro/server/platform/prepared-cluster";
import { freePort } from "@laro/server/testing/ports";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Child } from "./start.children.ts";
import { supervise, type Parts } from "./start.ts";

const STOP_LIMIT_MS = 10_000;
const LONGEST_PAUSE_MS = 3_000;

/** A child as the platform is one: begins on the supervisor's word, leaves its number in a file, answers /ready, and ends in the way it is told to. */
const CHILD = `
import { once } from "node:events";
import { createServer } from "node:http";
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
const { PID_FILE, PORT, MOOD, POSTMASTER } = process.env;
if (MOOD === "broken") process.exit(3);
process.channel.ref();
const [{ databaseUrl }] = await once(process, "message");
process.channel.unref();
appendFileSync(PID_FILE + ".begun", databaseUrl + "\\n");
writeFileSync(PID_FILE, String(process.pid));
process.on("SIGTERM", () => {
  writeFileSync(PID_FILE + ".end", existsSync(POSTMASTER) ? "the database is up" : "the database is gone");
  if (MOOD !== "stubborn") process.exit();
});
if (MOOD === "slow") for (let day = 1; day <= 50; day++) {
  process.send({ doing: "Day " + day + "." });
  await new Promise((done) => setTimeout(done, 100));
}
if (MOOD === "silent") await new Promise((done) => setTimeout(done, 60_000));
if (MOOD === "weary") setInterval(() => existsSync(PID_FILE + ".enough") && process.exit(4), 10);
createServer((_, answer) => answer.end()).listen(Number(PORT), "127.0.0.1");
`;

const home = mkdtempSync(join(tmpdir(), "laro-start-"));
const dataDir = join(home, "data");
const postmaster = join(dataDir, "postgres", "postmaster.pid");
vi.setConfig({ testTimeout: 20_000 });
beforeAll(async () => (await startEmbeddedPostgres(dataDir)).stop());
afterAll(() => rmSync(home, { recursive: true }));

test("a port in use is refused in a sentence that names it and another, before anything is started", async () => {
  const start = await newStart();
  const taken = createServer().listen(start.config.port, "127.0.0.1");
  await once(taken, "listening");
  await expect(supervise(start.config, start.parts, new AbortController().signal)).rejects.toThrow(
    `Port ${start.config.port} is already in use: stop the program that holds it, or choose another with PORT=${start.config.port + 1}.`,
  );
  taken.close();
  expect(existsSync(start.pidFile("steady"))).toBe(false);
});

test("an address of another machine is refused in a sentence that names HOST", async () => {
  const start = await newStart({ HOST: "192.0.2.1" });
  await expect(supervise(start.config, start.parts, new AbortController().signal)).rejects.toThrow(/^HOST=192\.0\.2\.1 is not an address of this machine/);
});

test("a database that does not answer is refused before any child begins, and none is left", async () => {
  const start = await newStart({ DATABASE_URL: "postgresql://ann:hunter2@127.0.0.1:1/laro" });
  await expect(supervise(start.config, start.parts, new AbortController().signal)).rejects.toThrow(/^The database does not answer/);
  expect(existsSync(start.pidFile("steady"))).toBe(false);
  expect(start.listLeft()).toEqual([]);
});

test("a child that fails before the platform is ready takes the whole start down with one sentence, and nothing is left", async () => {
  // Neither makes the platform ready, so however slowly the broken one loads, it dies before.
  const start = await newStart({}, ["weary", "broken"]);
  await expect(supervise(start.config, start.parts, new AbortController().signal)).rejects.toThrow(
    "The broken one ended unexpectedly (exit code 3), so everything was stopped: its last words are above.",
  );
  expect(start.listLeft()).toEqual([]);
});

test("a step before the children that fails is one sentence, and no child begins", async () => {
  const start = await newStart();
  const parts = { ...start.parts, before: async () => [start.child("broken")] };
  await expect(supervise(start.config, parts, new AbortController().signal)).rejects.toThrow(
    "The broken one failed (exit code 3): the reason is printed above.",
  );
  expect(existsSync(start.pidFile("steady"))).toBe(false);
  expect(start.listLeft()).toEqual([]);
});

const SILENCE_MS = 3_000;

test("a start that takes longer than a silence may is waited for as long as it says what it is at", async () => {
  const start = await newStart({}, ["slow"]);
  const stop = new AbortController();
  await supervise(start.config, { ...start.parts, silenceMaxMs: SILENCE_MS, greet: async () => stop.abort() }, stop.signal);
  expect(start.begunWith("slow")).toHaveLength(1);
  expect(start.listLeft()).toEqual([]);
});

test("a start that says nothing and is not ready ends with one sentence, and nothing is left", async () => {
  const start = await newStart({}, ["silent"]);
  await expect(supervise(start.config, { ...start.parts, silenceMaxMs: SILENCE_MS }, new AbortController().signal)).rejects.toThrow(
    "The platform is not ready, and has said nothing for 3 s: its last words are above.",
  );
  expect(start.listLeft()).toEqual([]);
});

test("a new data folder begins with the database that was prepared with the build", async () => {
  await prepareCluster();
  const start = await newStart({ LARO_DATA_DIR: join(home, "new") });
  const stop = new AbortController();
  const greet = async (): Promise<void> => {
    expect(await migrate((await useDatabase(start.config.dataDir)).url)).toEqual([]);
    stop.abort();
  };
  await supervise(start.config, { ...start.parts, greet }, stop.signal);
  expect(start.listLeft()).toEqual([]);
});

test("a process that dies is started again, told the same database, and the others go on as if nothing had been", async () => {
  const start = await newStart({}, ["steady", "weary"]);
  const stop = new AbortController();
  const greet = async (): Promise<void> => {
    await start.untilBegun();
    const [weary, steady] = [start.pidOf("weary"), start.pidOf("steady")];
    process.kill(weary, "SIGKILL");
    await until(() => start.pidOf("weary") !== weary);
    expect(start.pidOf("steady")).toBe(steady);
    process.kill(steady, "SIGKILL");
    await until(() => start.pidOf("steady") !== steady);
    stop.abort();
  };
  await supervise(start.config, { ...start.parts, greet }, stop.signal);
  for (const mood of ["weary", "steady"]) expect(start.begunWith(mood)).toEqual([start.begunWith(mood)[0], start.begunWith(mood)[0]]);
  expect(start.listLeft()).toEqual([]);
});

test("a process that dies for the sixth time within a minute ends the start with one sentence, and nothing is left", async () => {
  const start = await newStart({}, ["steady", "weary"]);
  const greet = async (): Promise<void> => {
    await start.untilBegun();
    appendFileSync(`${start.pidFile("weary")}.enough`, "");
  };
  await expect(supervise(start.config, { ...start.parts, greet }, new AbortController().signal)).rejects.toThrow(
    "The weary one ended 6 times within a minute (exit code 4), so everything was stopped: its last words are above.",
  );
  expect(start.begunWith("weary")).toHaveLength(6);
  expect(start.listLeft()).toEqual([]);
});

test("a stop while a dead process waits to be started again starts nothing more and leaves nothing", async () => {
  const start = await newStart({}, ["steady", "weary"]);
  const stop = new AbortController();
  const greet = async (): Promise<void> => {
    await start.untilBegun();
    appendFileSync(`${start.pidFile("weary")}.enough`, "");
    await until(() => start.begunWith("weary").length === 3 && !isAlive(start.pidOf("weary")));
    stop.abort();
  };
  await supervise(start.config, { ...start.parts, greet }, stop.signal);
  await sleep(LONGEST_PAUSE_MS);
  expect(start.begunWith("weary")).toHaveLength(3);
  expect(start.listLeft()).toEqual([]);
});

test("a database that dies takes the whole start down with one sentence", async () => {
  const start = await newStart();
  const parts = { ...start.parts, greet: async () => void process.kill(start.databasePid(), "SIGKILL") };
  await expect(supervise(start.config, parts, new AbortController().signal)).rejects.toThrow(
    "The database ended unexpectedly: see postgres.log in the data folder.",
  );
  expect(start.listLeft()).toEqual([]);
});

test("a stop ends everything within ten seconds, even a child that will not listen, and the database last and cleanly", async () => {
  const start = await newStart({}, ["steady", "stubborn"]);
  const stop = new AbortController();
  let stoppedAt = 0;
  const greet = async (): Promise<void> => {
    await start.untilBegun();
    stoppedAt = performance.now();
    stop.abort();
  };
  await supervise(start.config, { ...start.parts, greet }, stop.signal);
  expect(performance.now() - stoppedAt).toBeLessThan(STOP_LIMIT_MS);
  expect(start.listLeft()).toEqual([]);
  for (const mood of ["steady", "stubborn"]) expect(readFileSync(`${start.pidFile(mood)}.end`, "utf8")).toBe("the database is up");
  expect(readFileSync(join(dataDir, "postgres.log"), "utf8")).toMatch(/database system is shut down\n$/);
});

test("when the supervisor is killed its children end by themselves, and the next start replaces the database", async () => {
  const start = await newStart();
  const supervisor = await runElsewhere(start);
  const orphan = start.databasePid();
  supervisor.kill("SIGKILL");
  await until(() => !isAlive(start.pidOf("steady")));
  const stop = new AbortController();
  await supervise(start.config, { ...start.parts, greet: async () => stop.abort() }, stop.signal);
  expect(isAlive(orphan)).toBe(false);
  expect(start.listLeft()).toEqual([]);
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s ends a running platform without complaint and leaves no process", async (signal) => {
  const start = await newStart();
  const supervisor = await runElsewhere(start);
  supervisor.kill(signal);
  expect(await once(supervisor, "exit")).toEqual([0, null]);
  expect(start.listLeft()).toEqual([]);
});

test("an npm that is ended takes the platform it began with it", async () => {
  const start = await newStart();
  const shell = await runElsewhere(start, { npm_lifecycle_event: "start" });
  shell.kill("SIGTERM");
  await until(() => start.listLeft().length === 0);
});

test.each<[string, NodeJS.ProcessEnv, string]>([
  ["a bad setting", { LARO_PACK: "vegas" }, "LARO_PACK names no pack: give LARO_PACK=sandbox or LARO_PACK=ph.\n"],
  ["an old Node", {}, "Laro runs on Node 24 and this is 22.9.0: start it with npm start, which brings its own.\n"],
])("%s ends the command with its one sentence and a failure", async (_name, env, sentence) => {
  const old = env["LARO_PACK"] ? [] : ["--import", `data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"22.9.0"}})`];
  const command = spawnSync(process.execPath, [...old, join(import.meta.dirname, "start.ts")], { encoding: "utf8", env: { ...process.env, ...env } });
  expect(command).toMatchObject({ status: 1, stdout: "", stderr: sentence });
});

interface Start {
  readonly config: Config;
  readonly parts: Parts;
  child(mood: string): Child;
  pidFile(mood: string): string;
  pidOf(mood: string): number;
  /** The databases it was told of, one each time it began. */
  begunWith(mood: string): readonly string[];
  databasePid(): number;
  untilBegun(): Promise<void>;
  listLeft(): readonly number[];
}

async function newStart(env: NodeJS.ProcessEnv = {}, moods: readonly string[] = ["steady"]): Promise<Start> {
  const folder = mkdtempSync(join(home, "start-"));
  const script = join(folder, "child.mjs");
  writeFileSync(script, CHILD);
  const config = readConfig({ PORT: String(await freePort()), LARO_DATA_DIR: dataDir, ...env });
  const pidFile = (mood: string): string => join(folder, `${mood}.pid`);
  const pidOf = (mood: string): number => Number(readFileSync(pidFile(mood), "utf8"));
  const child = (mood: string): Child => {
    const port = ["steady", "slow", "silent"].includes(mood) ? config.port : 0;
    return { name: `The ${mood} one`, script, env: { PID_FILE: pidFile(mood), PORT: String(port), MOOD: mood, POSTMASTER: postmaster } };
  };
  const databasePid = (): number => Number.parseInt(readFileSync(postmaster, "utf8"), 10);
  return {
    config,
    parts: { before: async () => [], children: async () => moods.map(child), greet: async () => {} },
    child,
    pidFile,
    pidOf,
    begunWith: (mood) =>
      readFileSync(`${pidFile(mood)}.begun`, "utf8")
        .trimEnd()
        .split("\n"),
    databasePid,
    untilBegun: () => until(() => moods.every((mood) => existsSync(pidFile(mood)))),
    listLeft: () => {
      const { stdout } = spawnSync("ps", ["-eo", "pid=,stat=,args="], { encoding: "utf8" });
      const lines = stdout.split("\n").filter((line) => line.includes(home) && !/^\s*\d+ Z/.test(line));
      return lines.map((line) => Number.parseInt(line, 10));
    },
  };
}

/** The command itself in a process of its own, or as npm would run it: in a shell that passes nothing on. */
async function runElsewhere({ config, child }: Start, npm?: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const module = new URL("./start.ts", import.meta.url).href;
  const program = `const { run } = await import(${JSON.stringify(module)});
    const children = async () => [${JSON.stringify(child("steady"))}];
    await run({ before: async () => [], children, greet: async () => process.send("ready") });`;
  const args = ["--input-type=module", "-e", program];
  const env = { ...process.env, npm_lifecycle_event: undefined, PORT: String(config.port), LARO_DATA_DIR: config.dataDir, ...npm };
  const [command, ...rest] = npm ? ["sh", "-c", '"$0" "$@"; true', process.execPath, ...args] : [process.execPath, ...args];
  const begun = spawn(command ?? "", rest, { env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  await once(begun, "message");
  return begun;
}

async function until(isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + STOP_LIMIT_MS;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error("It did not come true in time.");
    await sleep(20);
  }
}

function isAlive(pid: number): boolean {
  return /^[^Z]/.test(spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).stdout);
}
