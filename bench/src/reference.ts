import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@laro/server/platform/db";
import { perOperation, readCpu, runClosedLoop, summarise, type Sample, type Watched } from "./window.ts";

interface ReferenceRun {
  readonly clients: number;
  /** One wallet for all clients, or the first and last of a range to draw from. */
  readonly wallets: readonly [first: bigint, last: bigint];
  readonly windowMs: number;
}

/** One transaction per bet: clients that call the ledger's own one-bet function, each with a connection of its own. */
export interface Reference {
  readonly label: string;
  run(run: ReferenceRun): Promise<Sample>;
}

interface Target {
  readonly url: string;
  readonly socketDir: string;
  readonly postgres: number;
  /** Main wallets are three apart: each account has three. */
  readonly walletStep: bigint;
}

const DETAIL = `'{"choice":{"target":5000,"side":"under"},"outcome":{"roll":4321,"multiplier":198}}'`;
const callOf = (wallet: string, win: string): string =>
  `select code, balance from ledger_post(now(), 'Asia/Manila', uuidv7(), ${wallet}, -1, 100, ${win}, 1::smallint, 42, uuidv7(), 1, null, null, ${DETAIL});`;

/** pgbench where it is installed, which costs the machine less than any client written here; else a client in this process. */
export function openReference(target: Target): Reference {
  const found = spawnSync("pgbench", ["--version"], { encoding: "utf8" });
  return found.status === 0 ? usePgbench(target, found.stdout.trim()) : useNode(target);
}

const SAMPLING_RATE = 0.1;

function usePgbench({ socketDir, postgres, walletStep }: Target, version: string): Reference {
  const run = async ({ clients, wallets: [first, last], windowMs }: ReferenceRun): Promise<Sample> => {
    const dir = await mkdtemp(join(tmpdir(), "laro-pgbench-"));
    try {
      const draw = `\\set wallet ${first} + ${walletStep} * random(0, ${(last - first) / walletStep})\n\\set win 198 * random(0, 1)\n`;
      await writeFile(join(dir, "bet.sql"), `${draw}${callOf(":wallet", ":win")}\n`);
      const times = ["-T", String(Math.ceil(windowMs / 1000)), "-c", String(clients), "-j", "2"];
      const log = ["--log", `--log-prefix=${join(dir, "latency")}`, `--sampling-rate=${SAMPLING_RATE}`];
      const args = ["-n", "-M", "prepared", "-f", join(dir, "bet.sql"), ...times, ...log, "-h", socketDir, "-U", "laro", "laro"];
      return await readPgbench(args, dir, postgres);
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  };
  return { label: `${version}, one ledger_post per transaction, prepared`, run };
}

async function readPgbench(args: readonly string[], dir: string, postgres: number): Promise<Sample> {
  const pgbench = spawn("pgbench", args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, PGOPTIONS: "-c role=laro_app" }, cwd: dir });
  const end = (): void => void pgbench.kill("SIGKILL");
  process.once("exit", end);
  let said = "";
  pgbench.stdout.on("data", (chunk) => (said += String(chunk)));
  pgbench.stderr.on("data", (chunk) => (said += String(chunk)));
  const watched: Watched = { program: 0, postgres };
  const before = readCpu(watched);
  const [code] = await once(pgbench, "close");
  const after = readCpu(watched);
  process.off("exit", end);
  const perSecond = Number(/tps = ([\d.]+)/.exec(said)?.[1]);
  const operations = Number(/actually processed: (\d+)/.exec(said)?.[1]);
  if (code !== 0 || !(perSecond > 0)) throw new Error(`pgbench failed: ${said}`);
  return { ...summarise(await readLatencies(dir), 1000), perSecond, ...perOperation(before, after, operations) };
}

/** The third field of each logged transaction is its time in microseconds. */
async function readLatencies(dir: string): Promise<readonly number[]> {
  const names = (await readdir(dir)).filter((name) => name.startsWith("latency"));
  const logs = await Promise.all(names.map((name) => readFile(join(dir, name), "utf8")));
  return logs.flatMap((log) => log.split("\n").filter((line) => line !== "")).map((line) => Number(line.split(" ")[2]) / 1000);
}

const WARM_UP_CALLS = 1_000;

function useNode({ url, postgres, walletStep }: Target): Reference {
  const run = async ({ clients, wallets: [first, last], windowMs }: ReferenceRun): Promise<Sample> => {
    const { pool, close } = openDatabase(url, { connections: clients });
    const span = (last - first) / walletStep + 1n;
    const text = callOf("$1::bigint", "$2::bigint");
    let played = 0n;
    const call = async (): Promise<unknown> => {
      const turn = played++;
      return pool.query({ name: "bet", text, values: [first + walletStep * ((turn * 7919n) % span), turn % 2n === 0n ? 198n : 0n] });
    };
    try {
      const callers = Array.from({ length: clients }, () => call);
      return await runClosedLoop({ callers, warmUpCalls: WARM_UP_CALLS, windowMs, watched: { program: process.pid, postgres } });
    } finally {
      await close();
    }
  };
  return { label: "no pgbench on PATH: a Node client, one ledger_post per transaction, prepared", run };
}
