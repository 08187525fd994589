import { freePort } from "./ports.ts";
import { startSimulator } from "./simulator.ts";

export interface IdpProcess {
  /** What a process that signs people in by it is told. */
  readonly env: Readonly<Record<string, string>>;
  /** Orders a fault for the next sign-ins; see `simulators/src/idp.orders.ts`. */
  readonly order: (fault: string, count?: number) => Promise<void>;
  readonly setClock: (at: Date) => Promise<void>;
  /** What Facebook posts when one of its people asks to be forgotten. */
  readonly askDeletion: (person: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

const CLIENT = "laro-sandbox";

/** Starts the simulator of Google's and Facebook's sign-in as a process of its own. */
export async function startIdp({ secret, redirect }: { secret: string; redirect: string }): Promise<IdpProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const own = { IDP_PORT: String(port), IDP_HOST: "127.0.0.1", IDP_CLIENT_ID: CLIENT, IDP_SECRET: secret, IDP_REDIRECT: redirect };
  const stop = await startSimulator({ name: "idp", url, env: own });
  const pull = async (method: string, path: string, body: object): Promise<void> => {
    const { ok, status } = await fetch(url + path, { method, headers: { "x-idp-secret": secret }, body: JSON.stringify(body) });
    if (!ok) throw new Error(`The identity provider answered ${status} to ${path}.`);
  };
  const google = { GOOGLE_ISSUER: url, GOOGLE_CLIENT_ID: CLIENT, GOOGLE_CLIENT_SECRET: secret };
  const page = `${url}/facebook`;
  const facebook = { FACEBOOK_DIALOG_URL: page, FACEBOOK_GRAPH_URL: page, FACEBOOK_APP_ID: CLIENT, FACEBOOK_APP_SECRET: secret };
  return {
    env: { ...google, ...facebook },
    order: (fault, count = 1) => pull("POST", "/faults", { fault, count }),
    setClock: (at) => pull("PUT", "/clock", { at: at.toISOString() }),
    askDeletion: async (person) => {
      const answer = await fetch(`${url}/facebook/deletion?person=${person}`, { headers: { "x-idp-secret": secret } });
      return ((await answer.json()) as { signed_request: string }).signed_request;
    },
    stop,
  };
}
