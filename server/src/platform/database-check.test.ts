import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { checkDatabase, findFault } from "./database-check.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./embedded-postgres.ts";

const dataDir = mkdtempSync(join(tmpdir(), "laro-check-"));
let postgres: EmbeddedPostgres;

vi.setConfig({ testTimeout: 20_000 });
beforeAll(async () => {
  await (await startEmbeddedPostgres(dataDir)).stop();
  cpSync(join(dataDir, "postgres"), join(dataDir, "unsafe", "postgres"), { recursive: true });
  postgres = await startEmbeddedPostgres(dataDir);
});
afterAll(async () => {
  await postgres.stop();
  rmSync(dataDir, { recursive: true });
});

test("an address where nothing answers is refused without repeating its password", async () => {
  const sentence = await refusalOf("postgresql://ann:hunter2@127.0.0.1:1/laro");
  expect(sentence).toMatch(/^The database does not answer \(ECONNREFUSED\): .*DATABASE_URL.*\.$/);
  expect(sentence).not.toContain("hunter2");
});

test("an address that accepts and then stays silent is refused within the limit", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  expect(await refusalOf(`postgresql://ann:hunter2@127.0.0.1:${port}/laro`)).toMatch(/^The database does not answer \(/);
  silent.close();
});

test("a database or user the server does not know is refused in the server's own words", async () => {
  expect(await refusalOf(postgres.url.replace("/laro?", "/nowhere?"))).toContain('database "nowhere" does not exist');
  expect(await refusalOf(postgres.url.replace("laro@", "nobody@"))).toContain('role "nobody" does not exist');
});

test("an old server is refused, and the oldest supported one is not", () => {
  expect(findFault({ ...sound, versionNum: 140_012, version: "14.12" })).toBe("The database is PostgreSQL 14.12, which is too old: use 15 or newer.");
  expect(findFault({ ...sound, versionNum: 150_000 })).toBeUndefined();
});

test("a database in another encoding is refused", async () => {
  await sql("create database latin encoding 'LATIN1' locale_provider libc locale 'C' template template0");
  expect(await refusalOf(postgres.url.replace("/laro?", "/latin?"))).toBe(
    "The database is encoded in LATIN1, which cannot hold every name: create it with encoding UTF8.",
  );
});

test.each(["fsync", "full_page_writes"])("a server that runs with %s off is refused, because it loses money", async (setting) => {
  const unsafe = await startEmbeddedPostgres(join(dataDir, "unsafe"), { settings: { [setting]: "off" } });
  expect(await refusalOf(unsafe.url)).toBe(`The database runs with ${setting} = off, which loses money when a machine fails: set it to on.`);
  await unsafe.stop();
});

test("synchronous_commit switched off for our user alone is refused too", async () => {
  await sql("alter role laro set synchronous_commit = off");
  expect(await refusalOf(postgres.url)).toContain("synchronous_commit = off");
  await sql("alter role laro reset synchronous_commit");
});

test("a database that takes no writes is refused", async () => {
  await sql("alter role laro set default_transaction_read_only = on");
  expect(await refusalOf(postgres.url)).toBe(
    "The database takes no writes (it is a standby in recovery, or set to read-only): name the primary in DATABASE_URL.",
  );
  await sql("alter role laro reset default_transaction_read_only");
});

test("the built-in database passes", async () => {
  await checkDatabase(postgres.url);
});

const sound = { versionNum: 180_004, version: "18.4", encoding: "UTF8", fsync: "on", synchronousCommit: "on", fullPageWrites: "on", readOnly: "off" };

function refusalOf(url: string): Promise<string> {
  return checkDatabase(url).then(
    () => "accepted",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

async function sql(text: string): Promise<void> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query("set default_transaction_read_only = off");
  await client.query(text);
  await client.end();
}
