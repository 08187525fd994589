import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

interface Reply {
  readonly value?: unknown;
  readonly fault?: string;
}

export interface Child extends AsyncDisposable {
  readonly pid: number;
  readonly hasEnded: () => boolean;
  /** Asks the child to do one thing and answers what came of it; one thing at a time. */
  ask<Result>(request: unknown): Promise<Result>;
}

const STOP_LIMIT_MS = 5_000;

interface Program {
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly execArgv?: readonly string[];
  /** What it says on its way goes nowhere; faults are heard all the same. */
  readonly isSilent?: boolean;
}

/** Starts a program as a process of its own, out of reach of Ctrl-C: whoever started it ends it. */
export function startChild(script: URL, { args = [], env = {}, execArgv = [], isSilent = false }: Program = {}): Child {
  const child = fork(fileURLToPath(script), [...args], {
    env: { ...process.env, ...env },
    execArgv: [...execArgv],
    detached: true,
    stdio: ["ignore", isSilent ? "ignore" : "inherit", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const name = script.pathname.split("/").at(-1);
  return {
    pid: child.pid ?? 0,
    hasEnded,
    async ask<Result>(request: unknown) {
      const answered = once(child, "message") as Promise<[Reply]>;
      child.send(request as object);
      const lost = ended.then(() => Promise.reject(new Error(`${name} ended while it was asked something.`)));
      const [{ value, fault }] = await Promise.race([answered, lost]);
      if (fault !== undefined) throw new Error(`${name}: ${fault}`);
      return value as Result;
    },
    async [Symbol.asyncDispose]() {
      if (hasEnded()) return;
      child.kill("SIGTERM");
      const limit = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
      await ended;
      clearTimeout(limit);
    },
  };
}

/** The child's side: does what it is asked, and ends with whoever started it. */
export function answerParent<Request>(work: (request: Request) => Promise<unknown>): void {
  process.on("disconnect", () => process.exit(1));
  process.on("message", (request: Request) => {
    work(request).then(
      (value) => process.send?.({ value } satisfies Reply),
      (error: Error) => process.send?.({ fault: error.stack ?? error.message } satisfies Reply),
    );
  });
}
