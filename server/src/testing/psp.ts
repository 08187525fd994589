import { freePort } from "./ports.ts";
import { startSimulator } from "./simulator.ts";

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

/** Starts the payment provider's simulator as a process of its own. */
export async function startPsp({ secret, callbackUrl }: { secret: string; callbackUrl: string }): Promise<PspProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { PSP_PORT: String(port), PSP_HOST: "127.0.0.1", PSP_SECRET: secret, PSP_CALLBACK_URL: callbackUrl };
  return remote({ url, secret }, await startSimulator({ name: "psp", url, env }));
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
