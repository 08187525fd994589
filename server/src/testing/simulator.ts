import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { projectRoot } from "../platform/config.ts";

/** Two minutes at least: on a machine that is busy with other tests Node alone takes seconds to start. */
const READY_TRIES_MAX = 4_800;
const READY_POLL_MS = 25;

interface Simulated {
  /** Its file in `simulators/src`. */
  readonly name: "idp" | "messenger" | "operator" | "psp" | "vendor";
  /** Where it will listen. */
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a simulator as a process of its own and waits until it says that it is up; answers how to end it. */
export async function startSimulator({ name, url, env }: Simulated): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [join(projectRoot, "simulators/src", `${name}.ts`)], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const stop = async (): Promise<void> => {
    if (hasEnded()) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  for (let tries = 0; tries < READY_TRIES_MAX && !hasEnded(); tries++) {
    if (await isUp(url)) return stop;
    await new Promise((wait) => setTimeout(wait, READY_POLL_MS));
  }
  child.kill("SIGKILL");
  throw new Error(`The simulator ${name} did not start.`);
}

const isUp = (url: string): Promise<boolean> =>
  fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
