import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { accounts } from "@laro/contract/accounts";
import { sessions } from "@laro/contract/sessions";
import { wallet } from "@laro/contract/wallet";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPlatform, type OpenPlatform } from "../roles/platform.ts";
import { serve, type Serving } from "../roles/serve.ts";
import { placeBet } from "../testing/bets.ts";
import { Person } from "../testing/person.ts";
import { freePort } from "../testing/ports.ts";
import { systemClock } from "./clock.ts";
import { readConfig } from "./config.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./embedded-postgres.ts";
import { loadKeys } from "./keys.ts";
import { createLog } from "./log.ts";
import { prepareDatabase } from "./migrate.ts";

const SLOTS = 30;
/** Longer than a silent server is waited for: an idle connection was once given up by then. */
const LONG_IDLE_MS = 13_000;
const READY_CHANGES_WITHIN_MS = 5_000;

const dataDir = mkdtempSync(join(tmpdir(), "laro-slots-"));
let postgres: EmbeddedPostgres;
let open: OpenPlatform;
let serving: Serving;
beforeAll(async () => {
  postgres = await startEmbeddedPostgres(dataDir, { settings: { max_connections: String(SLOTS) } });
  await prepareDatabase(postgres.url);
  const config = readConfig({ LARO_DATA_DIR: dataDir, LARO_ROLES: "api,gateway,live", PORT: String(await freePort()) });
  open = await openPlatform({ config, keys: await loadKeys(config), url: postgres.url, clock: systemClock, log: createLog("silent") });
  serving = await serve(open, config);
});
afterAll(async () => {
  await serving.close();
  await open.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true });
});

const meet = (ip: string): Person => new Person({ address: serving.address, clock: systemClock, ip });

async function register(ip: string): Promise<{ person: Person; id: bigint; username: string; password: string }> {
  const person = meet(ip);
  const [username, password] = [`slot${randomBytes(4).toString("hex")}`, "Correct-horse-7"];
  person.token = (await person.call(accounts.register, { username, password, confirmPassword: password, registerMethod: "WEB", agreed: true })).token;
  return { person, id: (await person.call(accounts.me, {})).id, username, password };
}

/** Opens connections until the server has no slot left, even for its owner. */
async function takeAllSlots(): Promise<readonly pg.Client[]> {
  const taken: pg.Client[] = [];
  for (;;) {
    const client = new pg.Client({ connectionString: postgres.url });
    client.on("error", () => undefined);
    try {
      await client.connect();
    } catch (error) {
      expect(error).toMatchObject({ code: "53300" });
      return taken;
    }
    taken.push(client);
  }
}

const isReady = async (): Promise<boolean> => (await fetch(`${serving.address}/ready`)).status === 200;

test("others who take every slot of the database, after a quiet time too, take none from the platform, which serves everyone with those it has", async () => {
  const { person, id, username, password } = await register("10.9.0.1");
  const { person: other } = await register("10.9.0.3");
  expect(await placeBet({ open, clock: systemClock }, id, { stake: 1_00n })).toBe("wallet.insufficient_funds");
  await sleep(LONG_IDLE_MS);
  const others = await takeAllSlots();
  expect(others.length).toBeGreaterThan(0);
  try {
    // Many at once, of two members because each has a share of their own, want more connections than there are.
    const calls = Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? person : other).send(wallet.balance, {}));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 200));
    const token = (await meet("10.9.0.2").call(sessions.login, { username, password, type: "username", entry: "player" })).token;
    expect(token).not.toBe("");
    expect(await placeBet({ open, clock: systemClock }, id, { stake: 1_00n })).toBe("wallet.insufficient_funds");
    expect(await isReady()).toBe(true);
  } finally {
    await Promise.all(others.map((client) => client.end()));
  }
});

test("a platform whose database takes no writes says that it is not ready, and that it is once it does again", async () => {
  const setReadOnly = async (to: "on" | "off"): Promise<void> => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(`alter system set default_transaction_read_only = ${to}`);
    await client.query("select pg_reload_conf()");
    await client.end();
  };
  expect(await isReady()).toBe(true);
  await setReadOnly("on");
  await expect.poll(isReady, { timeout: READY_CHANGES_WITHIN_MS }).toBe(false);
  await setReadOnly("off");
  await expect.poll(isReady, { timeout: READY_CHANGES_WITHIN_MS }).toBe(true);
});
