import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { projectRoot } from "../platform/config.ts";
import { freePort } from "./ports.ts";

export interface PspProcess {
  readonly url: string;
  /** Orders a fault for the next events; see `simulators/src/psp.ts`. */
  readonly order: (fault: string, count: number) => Promise<void>;
  /** Answers a payment page as the payer would. */
  readonly answer: (payUrl: string, answer: "pay" | "decline") => Promise<void>;
  /** Moves the provider's clock, so that its signatures are of the world's time. */
  readonly setClock: (at: Date) => Promise<void>;
  /** What it was asked to pay, as it remembers it. */
  readonly listPayouts: () => Promise<readonly SentPayout[]>;
  readonly stop: () => Promise<void>;
}

export interface SentPayout {
  readonly id: string;
  readonly reference: string;
  readonly amount: string;
  readonly state: string;
}

const READY_TRIES_MAX = 200;
const READY_POLL_MS = 25;

/** Starts the payment provider's simulator as a process of its own. */
export async function startPsp({ secret, callbackUrl }: { secret: string; callbackUrl: string }): Promise<PspProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(projectRoot, "simulators/src/psp.ts")], {
    env: { ...process.env, PSP_PORT: String(port), PSP_HOST: "127.0.0.1", PSP_SECRET: secret, PSP_CALLBACK_URL: callbackUrl },
    stdio: ["ignore", "inherit", "inherit"],
  });
  for (let tries = 0; tries < READY_TRIES_MAX; tries++) {
    if (await isUp(url)) return remote({ url, secret }, () => stop(child));
    await new Promise((wait) => setTimeout(wait, READY_POLL_MS));
  }
  child.kill("SIGKILL");
  throw new Error("The payment provider's simulator did not start.");
}

const remote = ({ url, secret }: { url: string; secret: string }, end: PspProcess["stop"]): PspProcess => {
  const headers = { "x-psp-secret": secret };
  return {
    url,
    stop: end,
    order: (fault, count) => send(`${url}/faults`, { method: "POST", headers, body: JSON.stringify({ fault, count }) }),
    answer: (payUrl, answer) => send(payUrl, { method: "POST", body: new URLSearchParams({ answer }) }),
    setClock: (at) => send(`${url}/clock`, { method: "PUT", headers, body: JSON.stringify({ at: at.toISOString() }) }),
    listPayouts: async () => ((await (await fetch(`${url}/payouts`, { headers })).json()) as { list: SentPayout[] }).list,
  };
};

async function send(url: string, request: { method: string; headers?: Record<string, string>; body: string | URLSearchParams }): Promise<void> {
  const response = await fetch(url, request);
  if (!response.ok) throw new Error(`The payment provider's simulator answered ${response.status} to ${request.method} ${url}.`);
}

const isUp = (url: string): Promise<boolean> =>
  fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  );

async function stop(child: ReturnType<typeof spawn>): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}
