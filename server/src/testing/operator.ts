import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { projectRoot } from "../platform/config.ts";
import { freePort } from "./ports.ts";

/** What a foreign operator holds; see `simulators/src/operator.wallet.ts`. */
export interface OperatorBooks {
  readonly accounts: readonly { readonly ref: string; readonly minor: string }[];
  readonly entries: readonly {
    readonly key: string;
    readonly type: "bet" | "win" | "rollback" | "prize";
    readonly round: string;
    readonly minor: string;
    readonly isUndone: boolean;
  }[];
}

export interface OperatorProcess {
  readonly url: string;
  readonly secret: string;
  /** Orders a fault for the next calls; see `simulators/src/operator.faults.ts`. */
  readonly order: (fault: string, of?: { readonly count?: number; readonly call?: string }) => Promise<void>;
  readonly clear: () => Promise<void>;
  readonly openAccount: (ref: string, balanceMinor: bigint) => Promise<void>;
  readonly books: () => Promise<OperatorBooks>;
  readonly stop: () => Promise<void>;
}

const READY_TRIES_MAX = 200;
const READY_POLL_MS = 25;

interface NewOperator {
  readonly secret: string;
  readonly currency?: string;
  /** Where its vendor serves it: then it has a site with the vendor's games, and the secret between them is made of its own. */
  readonly vendor?: string;
}

/** Starts a foreign operator's wallet as a process of its own; `secret` signs what its vendors send. */
export async function startOperator({ secret, currency = "PHP", vendor = "" }: NewOperator): Promise<OperatorProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(projectRoot, "simulators/src/operator.ts")], {
    env: { ...process.env, OPERATOR_PORT: String(port), OPERATOR_SECRET: secret, OPERATOR_CURRENCY: currency, OPERATOR_VENDOR: vendor },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  const headers = { "x-operator-secret": secret };
  const tell = async (path: string, body: object): Promise<void> => {
    const { ok, status } = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!ok) throw new Error(`The operator simulator answered ${status} to ${JSON.stringify(body)}.`);
  };
  for (let tries = 0; tries < READY_TRIES_MAX; tries++) {
    const isUp = await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp)
      return {
        url,
        secret,
        order: (fault, { count = 1, call } = {}) => tell("/faults", { fault, count, ...(call === undefined ? {} : { call }) }),
        clear: () => tell("/faults", { clear: true }),
        openAccount: (ref, balanceMinor) => tell("/accounts", { ref, currency, balanceMinor: String(balanceMinor) }),
        books: async () => (await (await fetch(`${url}/books`, { headers })).json()) as OperatorBooks,
        stop,
      };
    await new Promise((wait) => setTimeout(wait, READY_POLL_MS));
  }
  child.kill("SIGKILL");
  throw new Error("The operator simulator did not start.");
}
