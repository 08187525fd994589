/**
 * The whole database as one file, and back: every row of every table as of one moment, taken while the platform serves. Works on any PostgreSQL,
 * the built-in one too, which brings no tools of its own. A file is a gzip of lines: a head, then each table's rows as COPY writes them, then a
 * foot with the digest of all before it. It holds everything but the keys, which stay in a file of their own.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { z } from "zod";
import { StartupError } from "./config.ts";
import { listMigrations, migrate, prepareDatabase } from "./migrate.ts";

const FORMAT = "laro backup 1";
const END_OF_TABLE = "\\.";

const Table = z.object({ name: z.string(), columns: z.array(z.string()) });
const Head = z.object({
  format: z.literal(FORMAT),
  at: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(Table),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), called: z.boolean() })),
});
type Head = z.infer<typeof Head>;
const Foot = z.object({ rows: z.record(z.string(), z.number()), sha256: z.string() });

type Say = (line: string) => void;

/** Our tables and the job queue's. Names are quoted, ready to be written into SQL. A table in parts is one table: in which part a row lies is the restored database's own affair. */
const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name,
         (select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and ((n.nspname = 'public' and c.relname not in ('migration', 'journal_month')) or (n.nspname = 'graphile_worker' and c.relname like '\\_private\\_%'))
  order by 1`;
/** Not those of a table's parts, which come and go with its own. */
const FOREIGN_KEYS = `
  select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as rule
  from pg_constraint where contype = 'f' and conparentid = 0 and connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
  order by 1, 2`;
const SEQUENCES = `
  select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, start_value)::text as last, last_value is not null as called
  from pg_sequences where schemaname in ('public', 'graphile_worker')`;

/** Writes the database as of this moment to a file that nobody else may read; the file is there whole or not at all. */
export async function writeBackup(url: string, path: string, say: Say = () => undefined): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const draft = `${path}.part`;
  try {
    await client.query("begin transaction isolation level repeatable read read only");
    const file = await open(draft, "w", 0o600);
    await pipeline(Readable.from(writeLines(client, say)), createGzip({ level: 1 }), file.createWriteStream({ flush: true }));
    await rename(draft, path);
  } finally {
    await client.end();
    await rm(draft, { force: true });
  }
}

async function* writeLines(client: pg.Client, say: Say): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  const hashed = (text: string | Buffer): Buffer => {
    const bytes = Buffer.from(text as string);
    hash.update(bytes);
    return bytes;
  };
  const [{ rows: tables }, { rows: sequences }, { rows: done }, { rows: moment }] = [
    await client.query<Head["tables"][number]>(TABLES),
    await client.query<Head["sequences"][number]>(SEQUENCES),
    await client.query<{ name: string }>("select name from migration order by name"),
    await client.query<{ at: string }>("select now()::text as at"),
  ];
  const head: Head = { format: FORMAT, at: moment[0]!.at, migrations: done.map(({ name }) => name), tables, sequences };
  yield hashed(`${JSON.stringify(head)}\n`);
  const counts: Record<string, number> = {};
  for (const { name, columns } of tables) {
    const rows = client.query(copyTo(`copy (select ${columns.join(", ")} from ${name}) to stdout`));
    for await (const chunk of rows as AsyncIterable<Buffer>) yield hashed(chunk);
    yield hashed(`${END_OF_TABLE}\n`);
    counts[name] = rows.rowCount;
    say(`${name}: ${rows.rowCount} rows`);
  }
  yield Buffer.from(`${JSON.stringify({ rows: counts, sha256: hash.digest("hex") })}\n`);
}

/** Lines as COPY ends them: other characters that some call line ends are data. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const text = createGunzip().setEncoding("utf8");
  createReadStream(path)
    .on("error", (error) => text.destroy(error))
    .pipe(text);
  let rest = "";
  for await (const chunk of text as AsyncIterable<string>) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** Brings an empty database to what a backup holds: the schema it was taken from, its rows, then what is newer. `check` refuses what it brought before any of it is kept. */
export async function restoreBackup(
  url: string,
  path: string,
  { check, say = () => undefined }: { check: (client: pg.Client) => Promise<void>; say?: Say },
): Promise<void> {
  const head = await verify(path);
  const unknown = head.migrations.filter((name) => !listMigrations().includes(name));
  if (unknown.length > 0) throw new StartupError(`The backup is from a newer version than this one (it knows ${unknown[0]}): restore it with that version.`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await refuseFilled(client);
    await prepareDatabase(url, { names: head.migrations });
    await client.query("begin");
    await fill(client, { head, path, say });
    await check(client);
    await client.query("commit");
  } finally {
    await client.end();
  }
  await migrate(url);
}

/** What only people bring: members, officers, and what staff did. The rest a first start writes by itself. */
const BROUGHT_BY_PEOPLE = ["account", "operator", "audit_entry"] as const;

async function refuseFilled(client: pg.Client): Promise<void> {
  for (const table of BROUGHT_BY_PEOPLE) {
    const { rows: known } = await client.query("select where to_regclass($1) is not null", [`public.${table}`]);
    const { rows: filled } = known.length === 0 ? { rows: [] } : await client.query(`select from public.${table} limit 1`);
    if (filled.length > 0)
      throw new StartupError(
        `The database is not empty: its table ${table} has rows. Restore into a new one (another LARO_DATA_DIR or DATABASE_URL), so that nothing is overwritten.`,
      );
  }
}

async function fill(client: pg.Client, { head, path, say }: { head: Head; path: string; say: Say }): Promise<void> {
  const names = head.tables.map(({ name }) => name);
  await client.query(`lock table ${names.join(", ")}`);
  // Another restore, or somebody at the site, may have come first.
  await refuseFilled(client);
  const restoreRules = await liftRules(client, names);
  await client.query(`truncate ${names.join(", ")}`);
  const lines = linesOf(path);
  await lines.next();
  for (const { name, columns } of head.tables) {
    const rows = client.query(copyFrom(`copy ${name} (${columns.join(", ")}) from stdin`));
    await pipeline(Readable.from(rowsOf(lines)), rows);
    say(`${name}: ${rows.rowCount} rows`);
  }
  for (const { name, last, called } of head.sequences) await client.query("select setval($1::regclass, $2, $3)", [name, last, called]);
  // Whoever held these jobs does not work here: they are for the next worker.
  await client.query("update graphile_worker._private_jobs set locked_at = null, locked_by = null");
  await client.query("update graphile_worker._private_job_queues set locked_at = null, locked_by = null");
  await restoreRules();
}

/**
 * Rows come in any order, and what guards a row that is written was asked when it was. What this answers puts the rules in force again, and asks of all
 * rows whether what they refer to is there.
 */
async function liftRules(client: pg.Client, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; rule: string }>(FOREIGN_KEYS);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const name of tables) await client.query(`alter table ${name} disable trigger user`);
  return async () => {
    for (const { table, name, rule } of keys) await client.query(`alter table ${table} add constraint ${name} ${rule}`);
    for (const name of tables) await client.query(`alter table ${name} enable trigger user`);
  };
}

async function* rowsOf(lines: AsyncIterator<string>): AsyncGenerator<string> {
  for (let line = await lines.next(); line.done !== true && line.value !== END_OF_TABLE; line = await lines.next()) yield `${line.value}\n`;
}

/** Reads the whole file once before anything is done with it: a cut or changed one is refused. */
async function verify(path: string): Promise<Head> {
  const hash = createHash("sha256");
  let [first, last] = ["", ""];
  try {
    for await (const line of linesOf(path)) {
      if (first === "") first = line;
      else hash.update(`${last}\n`);
      last = line;
    }
    const digest = hash.digest("hex");
    if (Foot.parse(JSON.parse(last)).sha256 !== digest) throw new Error("digest");
    return Head.parse(JSON.parse(first));
  } catch {
    throw new StartupError(`The file ${path} is not a whole backup of ours: take another one.`);
  }
}
