import type { Socket } from "node:net";
import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import pg from "pg";
import type { DB } from "./schema.ts";

const INT8 = 20;
const INT8_ARRAY: number = 1016;
const DATE = 1082;
pg.types.setTypeParser(INT8, BigInt);
pg.types.setTypeParser(INT8_ARRAY, (text) => (text === "{}" ? [] : text.slice(1, -1).split(",").map(BigInt)));
pg.types.setTypeParser(DATE, (text) => text);

/** Reads only. Whoever writes is handed a `Tx`. */
export type Db = Omit<Kysely<DB>, "insertInto" | "updateTable" | "deleteFrom" | "transaction" | "startTransaction" | "schema">;
export type Tx = Transaction<DB>;

export interface Database {
  readonly db: Db;
  readonly pool: pg.Pool;
  /** Runs `work` in one transaction; a thrown refusal or error rolls all of it back. */
  readonly begin: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  readonly close: () => Promise<void>;
}

const endings = new WeakMap<Tx, Set<(tx: Tx) => Promise<void>>>();

/** Has `finish` run once, as the last in the caller's transaction. */
export function beforeCommit(tx: Tx, finish: (tx: Tx) => Promise<void>): void {
  endings.set(tx, (endings.get(tx) ?? new Set()).add(finish));
}

/** Reads several answers as of one moment: what happens meanwhile is in none of them. */
export const atOneMoment = <Result>({ begin }: Pick<Database, "begin">, read: (tx: Tx) => Promise<Result>): Promise<Result> =>
  begin(async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    return read(tx);
  });

/** What the database's clock shows, in milliseconds. */
export async function readClock(db: Db): Promise<number> {
  const { rows } = await sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db as Tx);
  return rows[0]!.ms;
}

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 10_000;
const LOCK_TIMEOUT_MS = 5_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;
/** A server that keeps its own time limits always says something within them; one that is silent for so much longer is gone, or frozen. */
const SILENCE_AFTER_MS = 2_000;

/** How a service connects: as the role that cannot change the journal, with every wait bounded. */
export function connectionOptions(url: string, options: { role?: string; name?: string; settings?: Record<string, string> } = {}): pg.PoolConfig {
  const settings = {
    role: options.role ?? "laro_app",
    timezone: "UTC",
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // Whatever a server, a database or a user is set to: what is acknowledged is on disk.
    synchronous_commit: "on",
    ...options.settings,
  };
  return {
    connectionString: url,
    application_name: options.name ?? "laro",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(" "),
  };
}

export interface Access {
  readonly connections?: number;
  readonly role?: string;
  /** What the connections call themselves, where others shall tell them apart. */
  readonly name?: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** For jobs, which nobody waits for: a statement may take so long. */
  readonly statementMs?: number;
  /** For the command line and its like: a statement may take as long as it takes. */
  readonly isPatient?: boolean;
}

/** As many a process takes for what its callers ask, unless told otherwise. */
export const CONNECTIONS = 12;

export function openDatabase(
  url: string,
  { connections = CONNECTIONS, role, name, settings = {}, statementMs = STATEMENT_TIMEOUT_MS, isPatient = false }: Access = {},
): Database {
  const patience = { statement_timeout: isPatient ? "0" : String(statementMs) };
  const options = connectionOptions(url, {
    ...(role === undefined ? {} : { role }),
    ...(name === undefined ? {} : { name }),
    settings: { ...patience, ...settings },
  });
  const pool = new KeepingPool({ ...options, max: connections });
  // A lost idle connection is replaced on the next use; without a listener it would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    if (!isPatient) endWhenSilent(client, statementMs + SILENCE_AFTER_MS);
  });
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return {
    db: kysely,
    pool,
    begin: (work) =>
      kysely.transaction().execute(async (tx) => {
        const result = await work(tx);
        for (const finish of endings.get(tx) ?? []) await finish(tx);
        return result;
      }),
    close: () => kysely.destroy(),
  };
}

const TOO_MANY_CONNECTIONS = "53300";
const FULL_FOR_MS = 1_000;

type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, release: (spoilt?: unknown) => void) => void;

/** Keeps every connection it ever opened, and where others have taken all the server's slots waits for one of its own instead of failing. */
class KeepingPool extends pg.Pool {
  readonly #max: number;
  #open = 0;

  constructor(options: pg.PoolConfig & { readonly max: number }) {
    super({ ...options, idleTimeoutMillis: 0 });
    this.#max = options.max;
    this.on("connect", () => (this.#open += 1));
    this.on("remove", () => (this.#open -= 1));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(take: Taken): void;
  override connect(take?: Taken): Promise<pg.PoolClient> | void {
    if (take === undefined) return new Promise((resolve, reject) => this.connect((error, client) => (client ? resolve(client) : reject(error!))));
    this.#connectBefore(performance.now() + CONNECT_TIMEOUT_MS, take);
  }

  /** While one waits for a connection the pool may ask the server for another again, and be refused again: that is no reason to wait no longer. */
  #connectBefore(deadline: number, take: Taken): void {
    super.connect((error, client, release) => {
      const isFull = error instanceof pg.DatabaseError && error.code === TOO_MANY_CONNECTIONS;
      if (!isFull || this.#open === 0 || performance.now() > deadline) return take(error, client, release);
      this.#askForNoMore();
      this.#connectBefore(deadline, take);
    });
  }

  /** For a moment nobody asks a full server again: it would begin and end a process for each refusal. */
  #askForNoMore(): void {
    if (this.options.max === this.#max) setTimeout(() => (this.options.max = this.#max), FULL_FOR_MS).unref();
    this.options.max = this.#open;
  }
}

/** Cuts a connection whose server, asked something, says nothing at all, so that whoever waits for it hears that the outcome is unknown. An idle one is kept. */
export function endWhenSilent(client: pg.ClientBase, silenceMs = STATEMENT_TIMEOUT_MS + SILENCE_AFTER_MS): void {
  streamOf(client)
    .setTimeout(silenceMs)
    .on("timeout", () => inside(client).readyForQuery || cutConnection(client));
}

/** Ends a connection without a goodbye, which a server that is gone would never answer. */
export function cutConnection(client: pg.ClientBase): void {
  streamOf(client).destroy();
}

/** What its types leave out: the socket, and whether nothing asked is still unanswered. */
const inside = (client: pg.ClientBase) => client as unknown as { readonly connection: { readonly stream: Socket }; readonly readyForQuery: boolean };
const streamOf = (client: pg.ClientBase): Socket => inside(client).connection.stream;
