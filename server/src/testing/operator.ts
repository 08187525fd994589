import { freePort } from "./ports.ts";
import { startSimulator } from "./simulator.ts";

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
  const env = { OPERATOR_PORT: String(port), OPERATOR_SECRET: secret, OPERATOR_CURRENCY: currency, OPERATOR_VENDOR: vendor };
  const stop = await startSimulator({ name: "operator", url, env });
  const headers = { "x-operator-secret": secret };
  const tell = async (path: string, body: object): Promise<void> => {
    const { ok, status } = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!ok) throw new Error(`The operator simulator answered ${status} to ${JSON.stringify(body)}.`);
  };
  return {
    url,
    secret,
    order: (fault, { count = 1, call } = {}) => tell("/faults", { fault, count, ...(call === undefined ? {} : { call }) }),
    clear: () => tell("/faults", { clear: true }),
    openAccount: (ref, balanceMinor) => tell("/accounts", { ref, currency, balanceMinor: String(balanceMinor) }),
    books: async () => (await (await fetch(`${url}/books`, { headers })).json()) as OperatorBooks,
    stop,
  };
}
