import { Client, DatabaseError } from "pg";
import { z } from "zod";
import { StartupError } from "./config.ts";

const VERSION_LEAST = 150_000;
const ANSWER_TIMEOUT_MS = 3_000;

const SEEN_FROM_THE_SESSION = `
  select current_setting('server_version_num')::int as "versionNum", current_setting('server_version') as version,
         current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
         current_setting('synchronous_commit') as "synchronousCommit", current_setting('full_page_writes') as "fullPageWrites",
         current_setting('transaction_read_only') as "readOnly"`;

const DatabaseSettings = z.object({
  versionNum: z.int(),
  version: z.string(),
  encoding: z.string(),
  fsync: z.string(),
  synchronousCommit: z.string(),
  fullPageWrites: z.string(),
  readOnly: z.string(),
});
export type DatabaseSettings = z.infer<typeof DatabaseSettings>;

/** Refuses a database that cannot be reached, is too old, or would lose money. No sentence repeats the address: it holds a password. */
export async function checkDatabase(url: string): Promise<void> {
  const fault = findFault(await readSettings(url));
  if (fault) throw new StartupError(fault);
}

async function readSettings(url: string): Promise<DatabaseSettings> {
  let client: Client | undefined;
  try {
    client = new Client({ connectionString: url, connectionTimeoutMillis: ANSWER_TIMEOUT_MS, query_timeout: ANSWER_TIMEOUT_MS });
    client.on("error", () => {}); // A connection that breaks also fails the query below.
    await client.connect();
    const { rows } = await client.query(SEEN_FROM_THE_SESSION);
    return DatabaseSettings.parse(rows[0]);
  } catch (error) {
    throw new StartupError(
      `The database does not answer (${reasonOf(error)}): start it or correct DATABASE_URL, or leave DATABASE_URL out to use the built-in one.`,
    );
  } finally {
    await client?.end();
  }
}

/** What the server says is safe to repeat; a foreign message may quote the address. */
function reasonOf(error: unknown): string {
  if (error instanceof DatabaseError) return error.message;
  if (error instanceof Error && "code" in error) return String(error.code);
  return "no connection";
}

/** What makes a database unfit to hold money, in one sentence, or undefined. */
export function findFault(settings: DatabaseSettings): string | undefined {
  if (settings.versionNum < VERSION_LEAST) {
    return `The database is PostgreSQL ${settings.version}, which is too old: use ${VERSION_LEAST / 10_000} or newer.`;
  }
  if (settings.encoding !== "UTF8") {
    return `The database is encoded in ${settings.encoding}, which cannot hold every name: create it with encoding UTF8.`;
  }
  const unsafe = { fsync: settings.fsync, synchronous_commit: settings.synchronousCommit, full_page_writes: settings.fullPageWrites };
  const name = Object.entries(unsafe).find(([, value]) => value === "off")?.[0];
  if (name) return `The database runs with ${name} = off, which loses money when a machine fails: set it to on.`;
  if (settings.readOnly === "on") return "The database takes no writes (it is a standby in recovery, or set to read-only): name the primary in DATABASE_URL.";
  return undefined;
}
