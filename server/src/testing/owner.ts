import pg from "pg";

const IDLE_MS = 2_000;

/** Of each database asked lately: to open a connection costs more than most of what a test asks, and some ask thousands of times. */
const pools = new Map<string, pg.Pool>();

function poolOf(url: string): pg.Pool {
  const known = pools.get(url);
  if (known !== undefined) return known;
  const pool = new pg.Pool({ connectionString: url, idleTimeoutMillis: IDLE_MS, allowExitOnIdle: true });
  // A database is dropped, or its server killed, under those that wait.
  pool.on("error", () => undefined);
  pool.on("remove", () => void (pool.totalCount === 0 && pools.get(url) === pool && pools.delete(url)));
  pools.set(url, pool);
  return pool;
}

/** Runs a statement as the database's owner, whom nothing is forbidden: how a test plants a fault. Of what it sets nothing is left for the next one. */
export async function asOwner<Row extends pg.QueryResultRow>(url: string, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const client = await poolOf(url).connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.query("discard all").then(
      () => client.release(),
      () => client.release(true),
    );
  }
}

/** The connections on which processes listen to each other. */
export const LISTENERS = "from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query ~ '^(listen|select pg_notify)'";

/** Breaks them, as a fault of the network does; answers how many there were. */
export const cutListeners = async (url: string): Promise<number> => (await asOwner(url, `select pg_terminate_backend(pid) ${LISTENERS}`)).length;

/** The tables in which a word stands. */
export async function tablesHolding(url: string, word: string): Promise<readonly string[]> {
  const tables = await asOwner<{ name: string }>(url, "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname <> 'pg_catalog'");
  const each = tables.map(({ name }) => `select '${name}' as name where exists (select from ${name} t where strpos(t::text, $1) > 0)`);
  return (await asOwner<{ name: string }>(url, each.join(" union all "), [word])).map(({ name }) => name).toSorted();
}

/** Does `work` while the owner holds what a statement locks. */
export async function whileHeld<Result>(url: string, statement: string, work: () => Promise<Result>): Promise<Result> {
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  try {
    await holder.query(`begin; ${statement}`);
    return await work();
  } finally {
    await holder.end();
  }
}

/** How many connections wait for what somebody else holds. */
export const countWaiting = async (url: string): Promise<number> =>
  (await asOwner<{ n: number }>(url, "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))[0]!.n;

/** Lets a member play through days and weeks without being asked in between. */
export async function endRealityChecks({ open }: { readonly open: { readonly url: string } }, accountId: bigint): Promise<void> {
  await asOwner(open.url, "delete from play_protection where account_id = $1", [accountId]);
  await asOwner(open.url, "update wallet set limited = false, block = 0, left_until = null where account_id = $1", [accountId]);
}
