import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "../platform/embedded-postgres.ts";
import { prepareDatabase } from "../platform/migrate.ts";
import { scratchDir } from "./scratch.ts";

const TEMPLATE = "laro_template";
/** Where the run's one database server is, for the test files' own processes. */
const SERVER_VARIABLE = "LARO_TEST_DATABASE";

/** Nobody pulls this server's plug: what proves that commits outlive that starts one of its own. Tables nobody counted yet look large enough for helpers, each of which costs more than the query. */
const SETTINGS = { max_connections: "600", fsync: "off", full_page_writes: "off", max_parallel_workers_per_gather: "0" } as const;

/** Starts the one database server of a test run, with a migrated template every test file copies. */
export async function startTestDatabase(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(scratchDir, "laro-test-"));
  const server = await startEmbeddedPostgres(dataDir, { settings: SETTINGS });
  const template = withDatabase(server.url, TEMPLATE);
  await query(server.url, `create database ${TEMPLATE}`);
  await prepareDatabase(template);
  process.env[SERVER_VARIABLE] = server.url;
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** A database of one's own, copied from the migrated template; `drop` removes it. */
export const createTestDatabase = (): Promise<TestDatabase> => createFrom(TEMPLATE);

/** A database with nothing in it, not even our tables. */
export const createEmptyDatabase = (): Promise<TestDatabase> => createFrom("template0");

interface TestDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

async function createFrom(template: string): Promise<TestDatabase> {
  const server = process.env[SERVER_VARIABLE];
  if (server === undefined) throw new Error("The test database is started by the test run's global setup.");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await query(server, `create database ${name} template ${template} strategy file_copy`, COPY_TRIES_MAX);
  return { url: withDatabase(server, name), drop: () => query(server, `drop database ${name} with (force)`) };
}

/** Two copies of one template at the same moment refuse each other. */
const COPY_TRIES_MAX = 50;
const TEMPLATE_IN_USE = "55006";

async function query(url: string, text: string, tries = 1): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== TEMPLATE_IN_USE || tries <= 1) throw error;
    await new Promise((retry) => setTimeout(retry, 50));
    return await query(url, text, tries - 1);
  } finally {
    await client.end();
  }
}

const withDatabase = (url: string, name: string): string => url.replace(/(\/\/[^/]*\/)[^?]*/, `$1${name}`);
