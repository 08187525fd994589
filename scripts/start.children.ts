/** The processes of a start: begun, told to work, started again when they die, and ended. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { projectRoot, StartupError } from "@laro/server/platform/config";
import { leanFlags, leanVariables } from "@laro/server/platform/footprint";

const STOP_LIMIT_MS = 4_000; // With the 5 s of PostgreSQL's own steps: within the ten seconds of a stop.
const RESTARTS_MAX = 5;
const RESTARTS_WITHIN_MS = 60_000;
const RESTART_PAUSE_MS = 500; // For each death before in that minute: what a process needs may be on its way back.

/** A process of the platform: a script that Node runs with these additions to its environment. */
export interface Child {
  readonly name: string;
  readonly script: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Running {
  readonly name: string;
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
}

export function startProcess({ name, script, args = [], env = {} }: Child): Running {
  const leash = ["--import", join(projectRoot, "scripts", "leash.ts")];
  const child = spawn(process.execPath, [...leanFlags, ...leash, script, ...args], {
    cwd: projectRoot,
    env: { ...process.env, ...leanVariables, ...env },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    detached: true, // Its own session: Ctrl-C reaches the supervisor alone, which ends things in order.
  });
  return { name, child, ended: once(child, "exit") };
}

export async function endProcess({ child, ended }: Running): Promise<void> {
  if (child.pid === undefined || hasEnded(child)) return;
  child.kill("SIGTERM");
  await Promise.race([ended, sleep(STOP_LIMIT_MS, undefined, { ref: false })]);
  if (hasEnded(child)) return;
  process.kill(-child.pid, "SIGKILL"); // The whole session: what it started must not outlive it.
  await ended;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

export function howItEnded({ exitCode, signalCode }: ChildProcess): string {
  return signalCode ?? `exit code ${exitCode}`;
}

/** What a process that only loaded waits for before it works. */
interface Word {
  readonly databaseUrl: string;
}

/** What a process says while its start takes long. */
interface Said {
  readonly doing: string;
}

const TOLD_EVERY_MS = 5_000;

/** What a start is at: told now and then when it takes long. Silence is what is wrong with one, not slowness. */
export class Progress {
  #heardAt = performance.now();
  #toldAt = performance.now();

  hear({ doing }: Said): void {
    this.#heardAt = performance.now();
    if (this.#heardAt - this.#toldAt < TOLD_EVERY_MS) return;
    this.#toldAt = this.#heardAt;
    process.stdout.write(`${doing}\n`);
  }

  get silentMs(): number {
    return performance.now() - this.#heardAt;
  }
}

/** The processes that make up a running platform. They load at once, and work when they are told to. */
export class Children {
  readonly #specs: readonly Child[];
  readonly #running = new Map<Child, Running>();
  readonly #progress: Progress;
  #isKept = false;
  #isEnding = false;

  constructor(specs: readonly Child[], progress: Progress) {
    this.#specs = specs;
    this.#progress = progress;
    for (const spec of specs) this.#begin(spec);
  }

  #begin(spec: Child): void {
    const running = startProcess(spec);
    running.child.on("message", (said) => this.#progress.hear(said as Said));
    this.#running.set(spec, running);
  }

  /** Tells all to work, and throws when one dies before the platform was ready, or too often. */
  run(word: Word): Promise<never> {
    return Promise.race(this.#specs.map((spec) => this.#watch(spec, word)));
  }

  /** From now on one that dies is started again: what began once can begin again. */
  keep(): void {
    this.#isKept = true;
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.all([...this.#running.values()].map(endProcess));
  }

  async #watch(spec: Child, word: Word): Promise<never> {
    let deaths: readonly number[] = [];
    for (;;) {
      const { name, child, ended } = this.#running.get(spec)!;
      child.send(word, () => {}); // That it is gone already is heard in the next line.
      await ended;
      const at = performance.now();
      deaths = [...deaths.filter((death) => at - death < RESTARTS_WITHIN_MS), at];
      await this.#forgive(`${name} ended`, { child, deaths: deaths.length });
      this.#begin(spec);
    }
  }

  /** Settles when a process that died may be started again: never, once all are being ended. */
  async #forgive(what: string, { child, deaths }: { child: ChildProcess; deaths: number }): Promise<void> {
    const how = howItEnded(child);
    if (this.#isEnding) return new Promise(() => {});
    if (!this.#isKept) fail(`${what} unexpectedly (${how}), so everything was stopped: its last words are above.`);
    if (deaths > RESTARTS_MAX) fail(`${what} ${deaths} times within a minute (${how}), so everything was stopped: its last words are above.`);
    process.stderr.write(`${what} unexpectedly (${how}) and is started again.\n`);
    await sleep((deaths - 1) * RESTART_PAUSE_MS, undefined, { ref: false });
    if (this.#isEnding) return new Promise(() => {});
  }
}

function fail(sentence: string): never {
  throw new StartupError(sentence);
}
