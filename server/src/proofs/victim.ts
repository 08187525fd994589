import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../platform/config.ts";
import { asOwner } from "../testing/owner.ts";
import { freePort } from "../testing/ports.ts";

const READY_POLL_MS = 25;
const READY_TRIES_MAX = 4_800;
const ENDED_WITHIN_MS = 120_000;

/** The process that is killed: the platform as it is served, in the role of the API unless told otherwise. */
export class Victim {
  readonly address: string;
  #databaseUrl: string;
  readonly #dataDir: string;
  readonly #port: number;
  #child: ChildProcess | undefined;

  private constructor({ databaseUrl, dataDir, port }: { databaseUrl: string; dataDir: string; port: number }) {
    this.#databaseUrl = databaseUrl;
    this.#dataDir = dataDir;
    this.#port = port;
    this.address = `http://127.0.0.1:${port}`;
  }

  static async prepare(databaseUrl: string): Promise<Victim> {
    return new Victim({ databaseUrl, dataDir: await mkdtemp(join(tmpdir(), "laro-crash-")), port: await freePort() });
  }

  /** Starts the process and waits until it is ready, or has already ended at its armed moment. */
  async start({ crashAt = "", env = {} }: { crashAt?: string; env?: Readonly<Record<string, string>> }): Promise<void> {
    const child = spawn(process.execPath, [join(projectRoot, "server/src/roles/main.ts")], {
      env: {
        ...process.env,
        DATABASE_URL: this.#databaseUrl,
        LARO_DATA_DIR: this.#dataDir,
        LARO_ROLES: "api",
        LARO_PACK: "sandbox",
        LARO_LOG: "error",
        HOST: "127.0.0.1",
        PORT: String(this.#port),
        LARO_CRASH: crashAt,
        ...env,
      },
      stdio: ["ignore", "inherit", "inherit"],
    });
    this.#child = child;
    for (let tries = 0; tries < READY_TRIES_MAX; tries++) {
      if (hasEnded(child) || (await this.isReady())) return;
      await new Promise((wait) => setTimeout(wait, READY_POLL_MS));
    }
    throw new Error("The platform did not become ready.");
  }

  /** The next start is on another database, at the same address. */
  moveTo(databaseUrl: string): void {
    this.#databaseUrl = databaseUrl;
  }

  /** Waits for the process to end at its armed moment. */
  async ended(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    if (!hasEnded(child)) await once(child, "exit", { signal: AbortSignal.timeout(ENDED_WITHIN_MS) });
    if (child.signalCode !== "SIGKILL") throw new Error(`The platform ended by itself (${child.exitCode}), not at its armed moment.`);
  }

  /** Ends the process as a power cut does. */
  async kill(): Promise<void> {
    this.#child?.kill("SIGKILL");
    await this.ended();
  }

  /** Sends every wallet's next bet through the one-by-one path, where the moment after the debit is. */
  async makeEveryBetCareful(): Promise<void> {
    await asOwner(this.#databaseUrl, "update wallet set limited = true, left_until = null where kind = 1");
  }

  async close(): Promise<void> {
    if (this.#child !== undefined && !hasEnded(this.#child)) {
      this.#child.kill("SIGKILL");
      await once(this.#child, "exit");
    }
    await rm(this.#dataDir, { recursive: true, force: true });
  }

  /** Whether the process still runs, whatever became of its database. */
  get isAlive(): boolean {
    return this.#child !== undefined && !hasEnded(this.#child);
  }

  isReady(): Promise<boolean> {
    return fetch(`${this.address}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;
