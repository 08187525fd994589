import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";
import { StartupError } from "./config.ts";
import { migrateJobs, openJobs } from "./jobs.ts";

const MIGRATIONS = new URL("../../migrations/", import.meta.url);
/** "laro" in ASCII: only one process migrates a database at a time. */
const ADVISORY_KEY = 0x6c61726f;

/** The names of all migrations, in their order. */
export const listMigrations = (folder = MIGRATIONS): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();

/** Makes all tables, or brings them up to date: ours and, beside them, those of the jobs. */
export async function prepareDatabase(url: string, course: Course = {}): Promise<void> {
  await Promise.all([migrate(url, course), migrateJobs(url)]);
  await openJobs(url);
}

interface Course {
  /** Only these, of a schema that was. */
  readonly names?: readonly string[];
  readonly folder?: URL;
}

/** Brings the database to the newest schema, or to what `names` says: plain SQL files in order, forward only, each once, all under one lock. */
export async function migrate(url: string, { folder = MIGRATIONS, names = listMigrations(folder) }: Course = {}): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url, application_name: "laro-migrate" });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [ADVISORY_KEY]);
    await client.query("create table if not exists migration (name text primary key, at timestamptz not null default now())");
    const done = new Set((await client.query<{ name: string }>("select name from migration")).rows.map((row) => row.name));
    const pending = names.filter((name) => !done.has(name));
    for (const name of pending) await applyOne(client, { name, text: readFileSync(new URL(name, folder), "utf8") });
    return pending;
  } finally {
    await client.end();
  }
}

/** What changes many rows stands in a file of its own: one statement for some thousand of them, run until it finds none. */
const IN_BATCHES = /\.batches\.sql$/;

async function applyOne(client: pg.Client, { name, text }: { name: string; text: string }): Promise<void> {
  try {
    // Each batch is a transaction of its own: nobody waits for a row longer than one takes, and a migration cut off goes on where it was.
    if (IN_BATCHES.test(name)) while (((await client.query(text)).rowCount ?? 0) > 0);
    await client.query("begin");
    if (!IN_BATCHES.test(name)) await client.query(text);
    await client.query("insert into migration (name) values ($1)", [name]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new StartupError(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}. The database was left as it was before it.`);
  }
}
