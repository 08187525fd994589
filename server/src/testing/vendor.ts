import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { freePort } from "./ports.ts";
import { startSimulator } from "./simulator.ts";

export interface VendorProcess {
  readonly url: string;
  /** Orders a fault for the next launches; see `simulators/src/vendor.ts`. */
  readonly order: (fault: string, count?: number, of?: { readonly flow?: string; readonly vendor?: string }) => Promise<void>;
  /** Sets its clock, and if told since when its books are whole. */
  readonly setClock: (at: Date, since?: Date) => Promise<void>;
  /** What lies in the vendors' own wallets, and how many moves were done there. */
  readonly books: () => Promise<PurseBooks>;
  /** Plays a round in a player's wallet there, amounts in minor units. */
  readonly play: (round: PurseRound) => Promise<void>;
  /** Lists an item as it is among what was played at a vendor now. */
  readonly tell: (vendor: string, item: object) => Promise<void>;
  /** What a platform is started with so that it knows these vendors. */
  readonly env: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

export interface PurseRound {
  readonly vendor: string;
  /** As the vendor calls a member. */
  readonly player: string;
  readonly game: string;
  readonly currency?: string;
  readonly stake: number;
  readonly win: number;
}

export interface PurseBooks {
  readonly purses: readonly { readonly vendor: string; readonly player: string; readonly minor: number }[];
  readonly moves: number;
}

const makeKeys = promisify(generateKeyPair);
const RSA_BITS = 2_048;

/** A key pair for who is called as Hub88 is: each half as its process is given it. */
export async function makeVendorKeys(): Promise<{ readonly own: string; readonly shared: string }> {
  const { privateKey, publicKey } = await makeKeys("rsa", { modulusLength: RSA_BITS });
  return {
    own: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
    shared: publicKey.export({ format: "der", type: "spki" }).toString("base64"),
  };
}

/** Starts the simulator of every test vendor as a process of its own; `frame` is the platform's origin, which may show its games and whose wallet they are played with. */
export async function startVendor({ secret, frame }: { secret: string; frame: string }): Promise<VendorProcess> {
  const [port, keys] = await Promise.all([freePort(), makeVendorKeys()]);
  const url = `http://127.0.0.1:${port}`;
  const own = {
    VENDOR_PORT: String(port),
    VENDOR_HOST: "127.0.0.1",
    VENDOR_SECRET: secret,
    VENDOR_FRAME: frame,
    VENDOR_WALLET: `${frame}/gateway/vendors`,
    VENDOR_KEY: keys.shared,
  };
  const stop = await startSimulator({ name: "vendor", url, env: own });
  const tell = async (method: "POST" | "PUT", path: string, body: object): Promise<void> => {
    const { ok, status } = await fetch(`${url}${path}`, { method, headers: { "x-vendor-secret": secret }, body: JSON.stringify(body) });
    if (!ok) throw new Error(`The vendor simulator answered ${status} to ${JSON.stringify(body)}.`);
  };
  return {
    url,
    order: (fault, count = 1, of = {}) => tell("POST", "/faults", { fault, count, ...of }),
    setClock: (at, since = at) => tell("PUT", "/clock", { at: at.getTime(), since: since.getTime() }),
    books: async () => (await (await fetch(`${url}/purses`, { headers: { "x-vendor-secret": secret } })).json()) as PurseBooks,
    play: (round) => tell("POST", "/purses/play", { currency: "PHP", ...round }),
    tell: (vendor, item) => tell("POST", "/purses/tell", { vendor, item }),
    stop,
    env: { VENDOR_URL: url, VENDOR_SECRET: secret, VENDOR_KEY: keys.own },
  };
}
