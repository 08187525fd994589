import { generateKeyPairSync, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sealSecret } from "@laro/server/core/vendors/keys";
import { readConfig } from "@laro/server/platform/config";
import { openDatabase, type Database } from "@laro/server/platform/db";
import { startEmbeddedPostgres } from "@laro/server/platform/embedded-postgres";
import { leanFlags, leanVariables } from "@laro/server/platform/footprint";
import { loadKeys } from "@laro/server/platform/keys";
import { prepareDatabase } from "@laro/server/platform/migrate";
import { completeWorld } from "@laro/server/roles/seed/people";
import { freePort } from "@laro/server/testing/ports";
import { startChild, type Child } from "./child.ts";
import { fillPlayers, listPlayers, type Player } from "./fill.ts";
import type { NoiseRequest } from "./noise.ts";
import { CROWD, HUB, VENDOR } from "./players.ts";
import { openReference, type Reference } from "./reference.ts";

/** The product, what it is compared with and what loads both, each in processes of its own. */
export interface Stage {
  readonly postgres: number;
  readonly database: Database;
  readonly players: readonly Player[];
  readonly reference: Reference;
  readonly callers: Child;
  readonly load: Child;
  readonly noise: Child;
  readonly product: Product;
  /** What a process of the product is told; more of them can be started with it. */
  readonly environment: NodeJS.ProcessEnv;
  readonly naive: HttpServer;
}

export interface HttpServer {
  readonly socketPath: string;
  readonly pid: number;
}

export interface Product extends HttpServer {
  readonly address: string;
}

const MAIN = new URL("../../server/src/roles/main.ts", import.meta.url);
const LEASH = new URL("../../scripts/leash.ts", import.meta.url);
const READY_TRIES_MAX = 3_000;
const READY_POLL_MS = 50;

/** Starts everything on a database of its own; all of it ends and is removed with `running`. */
export async function openStage(running: AsyncDisposableStack, signal: AbortSignal): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), "laro-bench-"));
  running.defer(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres(dataDir, { settings: { max_connections: "200" }, signal });
  running.defer(() => server.stop());
  await prepareDatabase(server.url);
  const database = openDatabase(server.url, { connections: 1, role: "laro", isPatient: true });
  running.defer(() => database.close());
  await fillPlayers(database);
  // A sandbox would first let the demo world play; here it counts as done.
  await database.begin((tx) => completeWorld(tx, new Date()));
  signal.throwIfAborted();
  const players = await listPlayers(database);
  const walletStep = players[1]!.walletId - players[0]!.walletId;

  const environment = {
    DATABASE_URL: server.url,
    LARO_DATA_DIR: dataDir,
    LARO_PACK: "sandbox",
    LARO_ROLES: "api,gateway",
    VENDOR_SECRET: VENDOR.secret,
    LARO_KEYS: "",
    NODE_ENV: "",
  };
  const start = (name: string, ...args: readonly string[]): Child => running.use(startChild(new URL(name, import.meta.url), { env: environment, args }));
  const noise = start("noise.ts");
  const hubKey = await openVendors(database, { dataDir, deadPort: await noise.ask<number>({ say: "port" } satisfies NoiseRequest) });
  const product = await startProduct(running, { ...environment, LARO_SOCKET: join(dataDir, "http.sock") });
  const naiveSocket = join(dataDir, "naive.sock");
  const naive = start("naive.ts", naiveSocket);
  await naive.ask({});
  return {
    postgres: server.pid,
    database,
    players,
    reference: openReference({ url: server.url, socketDir: server.socketDir, postgres: server.pid, walletStep }),
    callers: running.use(startChild(new URL("callers.ts", import.meta.url), { env: environment, execArgv: leanFlags })),
    load: running.use(startChild(new URL("load.ts", import.meta.url), { env: { ...environment, BENCH_HUB_KEY: hubKey } })),
    noise,
    product,
    environment,
    naive: { socketPath: naiveSocket, pid: naive.pid },
  };
}

const RSA_BITS = 2048;

/** Gives the vendor of the second protocol a key and the dead ones an address that never answers; answers the private key. */
async function openVendors({ pool }: Database, { dataDir, deadPort }: { dataDir: string; deadPort: number }): Promise<string> {
  const keys = await loadKeys(readConfig({ LARO_DATA_DIR: dataDir, LARO_PACK: "sandbox" }));
  const { publicKey, privateKey } = generateKeyPairSync("rsa", {
    modulusLength: RSA_BITS,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const id = randomUUID();
  const sealed = sealSecret(keys, id, Buffer.from(publicKey));
  await pool.query(
    `insert into vendor_key (id, vendor_id, use, sealed, fingerprint, reason, proposed_by, proposed_name, proposed_at, confirmed_by, valid_from)
     values ($1, $2, 'theirs', $3, 'bench', 'bench', 1, 'one', now(), 2, now())`,
    [id, HUB.id, sealed],
  );
  await pool.query("update vendor set base_url = $1, game_origins = array[$1] where id >= $2", [
    `http://127.0.0.1:${deadPort}`,
    CROWD.firstId + CROWD.count - CROWD.dead,
  ]);
  return privateKey;
}

/** The real server process, as an installation runs it. */
export async function startProduct(running: AsyncDisposableStack, environment: NodeJS.ProcessEnv & { LARO_SOCKET: string }): Promise<Product> {
  const port = await freePort();
  const child = running.use(
    startChild(MAIN, {
      env: { ...environment, ...leanVariables, PORT: String(port), HOST: "127.0.0.1" },
      execArgv: [...leanFlags, "--import", LEASH.pathname],
    }),
  );
  const address = `http://127.0.0.1:${port}`;
  await untilReady(address, child);
  return { socketPath: environment.LARO_SOCKET, pid: child.pid, address };
}

/** Waits until a server of the product answers that it is ready, as long as it runs. */
export async function untilReady(address: string, server: Child): Promise<void> {
  for (let tries = 0; tries < READY_TRIES_MAX; tries += 1) {
    if (server.hasEnded()) throw new Error("The product's server ended before it was ready.");
    const ready = await fetch(`${address}/ready`).catch(() => undefined);
    if (ready?.ok) return;
    await sleep(READY_POLL_MS);
  }
  throw new Error("The product's server did not become ready.");
}
