import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { listMigrations, migrate } from "./migrate.ts";
import { findPreparedCluster, prepareCluster } from "./prepared-cluster.ts";

const home = mkdtempSync(join(tmpdir(), "laro-prepared-"));
const folder = join(home, "clusters");

beforeAll(async () => {
  mkdirSync(join(folder, "of-other-sources"), { recursive: true });
  await prepareCluster({ folder });
});
afterAll(() => rmSync(home, { recursive: true }));

test("a new data folder begins with every table and nobody in it, closed to other accounts", async () => {
  const dataDir = join(home, "data");
  const postgres = await startEmbeddedPostgres(dataDir, { prepared: findPreparedCluster(folder) });
  expect(await migrate(postgres.url)).toEqual([]);
  expect(await countRows(postgres.url, "account")).toBe(0);
  expect(await countRows(postgres.url, "graphile_worker._private_jobs")).toBe(0);
  expect(statSync(join(dataDir, "postgres")).mode & 0o077).toBe(0);
  await postgres.stop();
});

test("a prepared cluster is made once, and takes the place of those of other sources", async () => {
  const cluster = findPreparedCluster(folder)!;
  const { ino } = statSync(cluster);
  await prepareCluster({ folder });
  expect(statSync(cluster).ino).toBe(ino);
  expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([cluster]);
});

test("without one that can be copied a data folder begins empty, and is whole all the same", async () => {
  const postgres = await startEmbeddedPostgres(join(home, "empty"), { prepared: join(home, "nowhere") });
  expect(await migrate(postgres.url)).toEqual(listMigrations());
  await postgres.stop();
});

test("a preparation that is called off leaves neither a server nor a cluster, and the next one is made of what it left", async () => {
  const other = join(home, "other");
  await expect(prepareCluster({ folder: other, signal: AbortSignal.abort() })).rejects.toThrow("aborted");
  expect(findPreparedCluster(other)).toBeUndefined();
  expect(readdirSync(other).filter((name) => existsSync(join(other, name, "postgres", "postmaster.pid")))).toEqual([]);
  await prepareCluster({ folder: other });
  expect(findPreparedCluster(other)).toBeDefined();
});

async function countRows(url: string, table: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(`select count(*)::integer as count from ${table}`);
  await client.end();
  return rows[0]!.count;
}
