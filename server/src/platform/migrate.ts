import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { StartupError } from "./config.ts";

const MIGRATIONS = new URL("../../migrations/", import.meta.url);
/** "laro" in ASCII: only one process migrates a database at a time. */
const ADVISORY_KEY = 0x6c61726f;

/** The names of all migrations, in their order. */
export const listMigrations = (): readonly string[] =>
  readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith(".sql"))
    .sort();

/** Brings the database to the newest schema, or to what `upTo` names: plain SQL files in order, forward only, each once, all under one lock. */
export async function migrate(url: string, upTo: readonly string[] = listMigrations()): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [ADVISORY_KEY]);
    await client.query("create table if not exists migration (name text primary key, at timestamptz not null default now())");
    const done = new Set((await client.query<{ name: string }>("select name from migration")).rows.map((row) => row.name));
    const pending = upTo.filter((name) => !done.has(name));
    for (const name of pending) await applyOne(client, name);
    return pending;
  } finally {
    await client.end();
  }
}

async function applyOne(client: pg.Client, name: string): Promise<void> {
  await client.query("begin");
  try {
    await client.query(readFileSync(fileURLToPath(new URL(name, MIGRATIONS)), "utf8"));
    await client.query("insert into migration (name) values ($1)", [name]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new StartupError(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}. The database was left as it was before it.`);
  }
}
