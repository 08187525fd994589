import type { Socket } from "node:net";
import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import type { DB } from "./schema.ts";

const INT8 = 20;
const DATE = 1082;
pg.types.setTypeParser(INT8, BigInt);
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

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 10_000;
const LOCK_TIMEOUT_MS = 5_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;
/** A server that keeps its own time limits always says something within them; one that is silent for longer is gone, or frozen. */
const SILENCE_MS = 12_000;

/** How a service connects: as the role that cannot change the journal, with every wait bounded. */
export function connectionOptions(url: string, options: { role?: string; settings?: Record<string, string> } = {}): pg.PoolConfig {
  const settings = {
    role: options.role ?? "laro_app",
    timezone: "UTC",
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    ...options.settings,
  };
  return {
    connectionString: url,
    application_name: "laro",
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
  readonly settings?: Readonly<Record<string, string>>;
  /** For the command line and its like: a statement may take as long as it takes. */
  readonly isPatient?: boolean;
}

export function openDatabase(url: string, { connections = 12, role, settings = {}, isPatient = false }: Access = {}): Database {
  const patience = isPatient ? { statement_timeout: "0" } : {};
  const options = connectionOptions(url, { ...(role === undefined ? {} : { role }), settings: { ...settings, ...patience } });
  const pool = new pg.Pool({ ...options, max: connections });
  // A lost idle connection is replaced on the next use; without a listener it would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    if (!isPatient) endWhenSilent(client);
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

/** Cuts a connection whose server says nothing at all, so that whoever waits for it hears that the outcome is unknown. */
export function endWhenSilent(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.setTimeout(SILENCE_MS, () => stream.destroy());
}
