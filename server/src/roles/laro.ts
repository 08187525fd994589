/** What an operator of the installation does from the command line: `npm run laro -- help`. */
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { formatAmount } from "@laro/contract/core/money";
import { Reason } from "@laro/contract/core/reason";
import { areRolesApart, OperatorName, operatorRoles, type OperatorRole } from "@laro/contract/operators";
import { type ScreeningListName, screeningLists } from "@laro/contract/screening";
import pg from "pg";
import { createOperator, findOperatorId, giveOperatorPassword, setOperatorClosed } from "../core/accounts/operators.ts";
import { recordEntries } from "../core/audit/audit.ts";
import { hasTotp, removeTotp } from "../core/factors/factors.ts";
import { endSessions } from "../core/sessions/sessions.ts";
import { fileList, type Loaded, loadList } from "../core/screening/lists.ts";
import { drawPassword, hashPassword } from "../core/sessions/passwords.ts";
import { packs } from "../core/settings/packs.ts";
import { auditViews } from "../core/wallet/audit.ts";
import { keepMonths, listMonths, moveMonth } from "../core/wallet/months.ts";
import { systemClock } from "../platform/clock.ts";
import { projectRoot, readConfig, StartupError } from "../platform/config.ts";
import { openDatabase, type Tx } from "../platform/db.ts";
import { restoreBackup, writeBackup } from "../platform/backup.ts";
import { startEmbeddedPostgres, useDatabase } from "../platform/embedded-postgres.ts";
import { createKeys, type Keys, loadKeys } from "../platform/keys.ts";
import { migrate } from "../platform/migrate.ts";
import { describeFacts, describeRebuild } from "./laro.activity.ts";
import { proposeFromHere, readMove } from "./laro.agents.ts";
import { auditAll } from "./laro.audit.ts";
import { promises } from "./laro.promises.ts";
import { runValidator } from "./laro.validator.ts";
import { verifyFiles } from "./laro.verify.ts";

/** Answers whether all is well, or with which number the process ends; everything it has to say goes to standard output. */
type Command = (args: readonly string[]) => Promise<boolean | number>;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

/** Works on the configured database, else on the built-in one, started for the purpose if it is not running. */
async function withDatabase<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl !== undefined) return work(databaseUrl);
  const database = await useDatabase(dataDir);
  try {
    return await work(database.url);
  } finally {
    await database.stop();
  }
}

const [NO_TABLE, LOCK_NOT_AVAILABLE] = ["42P01", "55P03"] as const;
const CONNECTION_REFUSED = ["ECONNREFUSED", "ENOENT", "ENOTFOUND"];

/** The faults a person can mend, as one sentence; anything else stays what it was. */
function asSentence(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === NO_TABLE) return new StartupError("The database holds no platform yet: start it once with `npm start`.");
  if (code === LOCK_NOT_AVAILABLE)
    return new StartupError("The wallets are in use and did not come free in time: nothing was changed; try again when it is quieter.");
  if (CONNECTION_REFUSED.includes(code))
    return new StartupError("The database does not answer: start it or correct DATABASE_URL, or leave DATABASE_URL out to use the built-in one.");
  return error;
}

/** Reads every invariant of the ledger and walks the chain of staff entries. */
const audit: Command = () =>
  withDatabase(async (url) => {
    // A large ledger takes longer to read than any request may.
    const database = openDatabase(url, { connections: 1, isPatient: true });
    try {
      return await auditAll(database.db, say);
    } finally {
      await database.close();
    }
  });

const LOCK_PATIENCE_MS = 5_000;

/** Recomputes every balance from the journal, as the owner of the database; a healthy ledger is not changed. */
const rebuild: Command = () =>
  withDatabase(async (url) => {
    const client = new pg.Client({ connectionString: url, application_name: "laro-rebuild" });
    await client.connect();
    try {
      await client.query("begin");
      await client.query(`set local lock_timeout = ${LOCK_PATIENCE_MS}`);
      // No bet may move a balance between reading the journal and writing what it says.
      await client.query("lock table wallet in exclusive mode");
      const { rows } = await client.query<{ wallet_id: bigint; was: bigint; became: bigint }>(
        "select wallet_id, was, became from ledger_rebuild() order by wallet_id",
      );
      await client.query("commit");
      for (const { wallet_id: id, was, became } of rows) say(`wallet ${id}: ${formatAmount(was)} became ${formatAmount(became)}`);
      say(`Wallets changed: ${rows.length}`);
      return true;
    } finally {
      await client.end();
    }
  });

/** Writes everything the database holds to a file, as of this moment, while the platform serves. */
const backup: Command = async ([path]) => {
  if (path === undefined) throw new StartupError("Name the file to write: npm run laro -- backup laro.backup");
  await withDatabase((url) => writeBackup(url, resolve(path), say));
  say(`${path} holds the database; the keys (keys.json of the data folder, or LARO_KEYS) are not in it: keep both, apart.`);
  return true;
};

/** Brings an empty database to what a backup holds, and keeps it only if the audit finds nothing. */
const restore: Command = async ([path]) => {
  if (path === undefined) throw new StartupError("Name the backup: npm run laro -- restore laro.backup");
  await withDatabase((url) => restoreBackup(url, resolve(path), { check: checkRestored, say }));
  say("The database is what the backup holds, and the audit finds nothing.");
  return true;
};

async function checkRestored(client: pg.Client): Promise<void> {
  for (const view of auditViews) {
    // A backup of an older version has fewer views.
    const { rows: known } = await client.query("select from pg_views where viewname = $1", [view]);
    const { rows: faults } = known.length === 0 ? { rows: [] } : await client.query(`select from ${view} limit 1`);
    if (faults.length > 0) throw new StartupError(`What the backup holds breaks ${view} (${promises[view]}): nothing was restored.`);
  }
}

const MEBIBYTE = 1_048_576n;

/** So many lines are worth a table for each month. */
const MANY_LINES = 20_000_000n;

/** Lists the journal's months; `open` keeps it by months from now on; a name and a tablespace move that closed month there while the platform serves. */
const months: Command = ([name, place]) =>
  withDatabase(async (url) => {
    const client = new pg.Client({ connectionString: url, application_name: "laro-months" });
    await client.connect();
    try {
      if (name === "open") await keepMonths(client, systemClock.now());
      else if (name !== undefined && place === undefined) throw new StartupError("Name the tablespace too: npm run laro -- months 2026_10 cold");
      else if (name !== undefined && place !== undefined) await moveMonth(client, { name, place, now: systemClock.now() });
      const parts = await listMonths(client);
      for (const part of parts)
        say(`${part.name.padEnd(8)}  about ${part.lines} lines and ${part.rounds} rounds, ${part.bytes / MEBIBYTE} MiB in ${part.place}`);
      if (parts.length === 1 && parts[0]!.lines > MANY_LINES) say("The journal is long enough to be kept by months: npm run laro -- months open");
      return true;
    } finally {
      await client.end();
    }
  });

const SCHEMA_FILE = join(projectRoot, "server/src/platform/schema.ts");
/** The table of migrate.ts itself. */
const BOOKKEEPING = "*.migration";
const TYPE_MAPPING = { int8: "bigint", date: "string" };

/** Writes the types of the database from the migrations, by way of a scratch database. */
const types: Command = async () => {
  const scratch = await mkdtemp(join(tmpdir(), "laro-types-"));
  const server = await startEmbeddedPostgres(scratch);
  try {
    await migrate(server.url);
    const args = [
      "--dialect",
      "postgres",
      "--url",
      server.url,
      "--exclude-pattern",
      BOOKKEEPING,
      "--out-file",
      SCHEMA_FILE,
      "--type-mapping",
      JSON.stringify(TYPE_MAPPING),
    ];
    const { status, stderr } = spawnSync(join(projectRoot, "node_modules/.bin/kysely-codegen"), args, { encoding: "utf8" });
    if (status !== 0) throw new StartupError(`The types could not be written: ${stderr.trim()}`);
    say(`${SCHEMA_FILE} is what the migrations say.`);
    return true;
  } finally {
    await server.stop();
    await rm(scratch, { recursive: true, force: true });
  }
};

/** Prints a production installation's key file. */
const keys: Command = async () => {
  say(JSON.stringify(await createKeys({ development: false }), undefined, 2));
  return true;
};

const REASON_LENGTH_MIN = 3;
const operatorUsage = `npm run laro -- operator create mayann superadmin --reason "the first of the console"`;

interface Glass {
  readonly verb: "create" | "reset";
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  readonly reason: string;
}

/** What is asked for, in full, or a sentence that says what is missing. */
function readGlass(args: readonly string[]): Glass {
  const { values, positionals } = parseArgs({ args: [...args], options: { reason: { type: "string" } }, allowPositionals: true, strict: false });
  const [verb, name = "", ...roles] = positionals;
  if (verb !== "create" && verb !== "reset") throw new StartupError(`Say what to do about whom: ${operatorUsage}`);
  if (!OperatorName.safeParse(name).success) throw new StartupError(`Give a name of 3 to 32 letters and digits: ${operatorUsage}`);
  const known = roles.flatMap((role) => operatorRoles.find((one) => one === role) ?? []);
  if (verb === "create" && (known.length === 0 || known.length !== roles.length || areRolesApart(known)))
    throw new StartupError(`Give roles that one person may have together (${operatorRoles.join(", ")}): ${operatorUsage}`);
  const reason = Reason.safeParse(values["reason"]);
  if (!reason.success) throw new StartupError(`Say why, in at least ${REASON_LENGTH_MIN} characters: ${operatorUsage}`);
  return { verb, name, roles: known, reason: reason.data };
}

/**
 * Opens an operator's account, or gives one a new password and takes its second factor away, without a second superadmin: whoever may do this holds the
 * machine. The chain of staff entries keeps it as operator 0, and every superadmin sees it for thirty days.
 */
const operator: Command = async (args) => {
  const glass = readGlass(args);
  return withDatabase(async (url) => {
    const database = openDatabase(url, { connections: 1 });
    try {
      const password = drawPassword();
      const passwordHash = await hashPassword(password);
      await database.begin((tx) => breakGlass(tx, glass, passwordHash));
      const roles = glass.verb === "create" ? ` (${glass.roles.join(", ")})` : "";
      say(`Operator ${glass.name}${roles} logs in at /console with this password, which is not shown again:\n${password}`);
      return true;
    } finally {
      await database.close();
    }
  });
};

async function breakGlass(tx: Tx, { verb, name, roles, reason }: Glass, passwordHash: string): Promise<void> {
  const now = systemClock.now();
  if (verb === "create" && (await createOperator(tx, { name, passwordHash, roles, mustChangePassword: true, now })) === undefined)
    throw new StartupError(`The name ${name} is taken: choose another one.`);
  if (verb === "reset" && !(await resetOperator(tx, { name, passwordHash, now }))) throw new StartupError(`There is no operator ${name}.`);
  const input = { name, ...(verb === "create" ? { roles } : {}), reason };
  const entry = { operator: { id: 0n, name: "machine" }, kind: "command", endpoint: `laro.operator.${verb}`, input, requestId: randomUUID(), now } as const;
  await recordEntries(tx, [entry]);
}

/** A new password, no second factor, an open account and no session; false where there is no such operator. */
async function resetOperator(tx: Tx, { name, passwordHash, now }: { name: string; passwordHash: string; now: Date }): Promise<boolean> {
  const id = await findOperatorId(tx, name);
  if (id === undefined) return false;
  const whose = { kind: "operator", id } as const;
  await giveOperatorPassword(tx, { id, passwordHash, now });
  if (await hasTotp(tx, whose)) await removeTotp(tx, whose);
  await setOperatorClosed(tx, { id, closed: false });
  await endSessions(tx, { kind: "operator", subjectId: id, now });
  return true;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Says how far the facts of days are, or computes a frozen day anew beside what stands: nothing is ever written. */
const activity: Command = async ([verb, day = ""]) => {
  if (verb !== "status" && (verb !== "rebuild" || !DAY.test(day)))
    throw new StartupError("Say what to do: npm run laro -- activity status, npm run laro -- activity rebuild 2026-11-24");
  const { timeZone } = packs[readConfig(process.env).pack];
  return withDatabase(async (url) => {
    const database = openDatabase(url, { connections: 1, isPatient: true });
    try {
      const { lines, isSound } = verb === "status" ? await describeFacts(database.db) : await describeRebuild(database, { day, timeZone });
      for (const line of lines) say(line);
      return isSound;
    } finally {
      await database.close();
    }
  });
};

/** Proposes a move of any size for another officer to confirm: it moves nobody. */
const agents: Command = async (args) => {
  const asked = readMove(args);
  const pack = packs[readConfig(process.env).pack];
  return withDatabase(async (url) => {
    const database = openDatabase(url, { connections: 1, isPatient: true });
    try {
      say(await database.begin((tx) => proposeFromHere(tx, asked, { pack, now: systemClock.now() })));
      return true;
    } finally {
      await database.close();
    }
  });
};

/** Puts a list of people who may not take part in force; every member is held against it by the platform's next job. */
const screening: Command = async ([verb, name, path]) => {
  const list = screeningLists.find((one) => one === name);
  if (verb !== "load" || list === undefined || path === undefined)
    throw new StartupError(`Name the list (${screeningLists.join(", ")}) and its file: npm run laro -- screening load restricted FILE`);
  const { dataDir, keysFile, production } = readConfig(process.env);
  return withDatabase(async (url) => {
    const database = openDatabase(url, { connections: 1, isPatient: true });
    try {
      const secret = await loadKeys({ dataDir, keysFile, production });
      const loaded = await database.begin((tx) => putInForce(tx, { list, path: resolve(path), keys: secret }));
      say(`${list} version ${loaded.version} is in force with ${loaded.entries} entries; every member is held against it next. No name was kept.`);
      return true;
    } finally {
      await database.close();
    }
  });
};

async function putInForce(tx: Tx, { list, path, keys: secret }: { list: ScreeningListName; path: string; keys: Keys }): Promise<Loaded> {
  const now = systemClock.now();
  const loaded = await loadList(tx, { list, port: fileList(path), keys: secret, now });
  const input = { list, ...loaded };
  await recordEntries(tx, [{ operator: { id: 0n, name: "machine" }, kind: "command", endpoint: "laro.screening.load", input, requestId: randomUUID(), now }]);
  return loaded;
}

/** Computes exports again without asking anybody: no database is opened, no network is used. */
const verify: Command = async (paths) => {
  if (paths.length === 0) throw new StartupError("Name the files: npm run laro -- verify seeds.csv betting-record.csv draws.json");
  const { lines, isSound } = await verifyFiles(paths);
  for (const line of lines) say(line);
  return isSound;
};

const help: Command = async () => {
  for (const [name, { says }] of Object.entries(commands)) say(`  ${name.padEnd(8)}  ${says}`);
  return true;
};

const commands: Readonly<Record<string, { readonly says: string; readonly run: Command }>> = {
  audit: {
    says: "reads every invariant of the ledger and the chain of staff entries, and draws a share of rounds and draws again; ends with 1 when one is broken",
    run: audit,
  },
  rebuild: { says: "recomputes every balance from the journal; a healthy ledger is not changed", run: rebuild },
  activity: {
    says: "says how far the facts of days are: activity status; computes a frozen day anew and says what differs, writing nothing: activity rebuild DAY",
    run: activity,
  },
  agents: { says: "proposes a move of any size for another officer to confirm: agents move ACCOUNT UPLINE|top DAY --by OFFICER --reason TEXT", run: agents },
  backup: { says: "writes everything the database holds to a file, while the platform serves: backup FILE", run: backup },
  restore: { says: "brings an empty database to what a backup holds: restore FILE", run: restore },
  months: { says: "lists the journal's months; keeps it by months: months open; moves a closed one: months MONTH TABLESPACE", run: months },
  types: { says: "writes the types of the database from the migrations (for developers)", run: types },
  keys: { says: "prints a new key file for production: keep it private and name it in LARO_KEYS", run: keys },
  operator: {
    says: "opens an operator's account, or gives one a new password and takes its second factor away: operator create NAME ROLE --reason TEXT, operator reset NAME --reason TEXT",
    run: operator,
  },
  screening: { says: "puts a list of people who may not take part in force, as keyed hashes: screening load restricted|sanctions|pep FILE", run: screening },
  verify: { says: "computes exports of seeds, rounds and draws again, offline; ends with 1 when one does not hold: verify FILE …", run: verify },
  validator: {
    says: "tries any operator's wallet from outside, 60 cases; ends with 1 when one fails, 2 when it could not be tried: validator --url URL --secret-file FILE …",
    run: (args) => runValidator(args, { say, complain }),
  },
  help: { says: "prints this", run: help },
};

try {
  const [name = "help", ...args] = process.argv.slice(2);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw new StartupError(`There is no command ${JSON.stringify(name)}: give one of ${Object.keys(commands).join(", ")}.`);
  const ended = await command.run(args);
  process.exitCode = typeof ended === "number" ? ended : Number(!ended);
} catch (thrown) {
  const error = asSentence(thrown);
  complain(error instanceof StartupError ? error.message : (error instanceof Error && error.stack) || String(error));
  process.exitCode = 1;
}
