/** Starts the whole platform, watches over it and ends it: `npm start`. */
import { generateKeyPair, randomBytes } from "node:crypto";
import { once } from "node:events";
import { get } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Permission } from "@laro/contract/site";
import { demoAccounts } from "@laro/server/core/accounts/demo";
import {
  makeDataDir,
  originOf,
  projectRoot,
  readConfig,
  refuseDemoInProduction,
  refuseMailFromNobody,
  refuseSignInFromNowhere,
  refuseShippedCountries,
  relyingPartyOf,
  StartupError,
  TEST_PARTNER,
  type Config,
} from "@laro/server/platform/config";
import { checkDatabase } from "@laro/server/platform/database-check";
import { startEmbeddedPostgres } from "@laro/server/platform/embedded-postgres";
import { loadKeys, type Keys } from "@laro/server/platform/keys";
import { findPreparedCluster } from "@laro/server/platform/prepared-cluster";
import { areSitesBuilt } from "../web/build.ts";
import { Children, endProcess, howItEnded, Progress, startProcess, type Child } from "./start.children.ts";

const NODE_LEAST = 24;
const SILENCE_MAX_MS = 60_000;
const READY_POLL_MS = 100;
const ANSWER_MAX_MS = 10_000;
const PORT_POLL_MS = 25;
const PORT_PATIENCE_MS = 1_500; // The children of a start that was killed a moment ago may still be letting go of it.
const PARENT_POLL_MS = 250;
const TOKEN_BYTES = 32;
const RSA_BITS = 2_048;
const makeKeys = promisify(generateKeyPair);
/** Test vendors and test partners answer this machine alone, over http. */
const HERE = "127.0.0.1";
const IDP_CLIENT = "laro-sandbox";
/** How far from the platform's port the simulators listen. */
const PORT_DISTANCES = { psp: 10_000, messenger: 10_001, mail: 10_002, idp: 10_003, vendor: 10_004, operator: 10_005 } as const;

export interface Surroundings {
  readonly config: Config;
  readonly keys: Keys;
}

/** What a start is made of besides the database. */
export interface Parts {
  readonly before: (config: Config) => Promise<readonly Child[]>;
  readonly children: (surroundings: Surroundings) => Promise<readonly Child[]>;
  readonly greet: (config: Config) => Promise<void>;
  /** How long a start that is not ready may say nothing; a minute without it. */
  readonly silenceMaxMs?: number;
}

/** Runs until `stop` is aborted; throws when the start fails or a child dies too often. Either way nothing is left running. */
export async function supervise(config: Config, parts: Parts, stop: AbortSignal): Promise<void> {
  await using base = new AsyncDisposableStack(); // Ends last: the database outlives whoever uses it.
  await using running = new AsyncDisposableStack();
  const over = new AbortController();
  running.defer(() => over.abort());
  const stopped = stop.aborted ? Promise.resolve() : once(stop, "abort");
  try {
    await refuseBusyPort(config);
    const keys = await loadKeys(config);
    refuseDemoInProduction(config);
    refuseShippedCountries(config);
    refuseMailFromNobody(config);
    refuseSignInFromNowhere(config);
    const progress = new Progress();
    const children = new Children(await parts.children({ config, keys }), progress);
    running.defer(() => children.end());
    const [database] = await bothOf(openCheckedDatabase(config, base, stop), runSteps(parts.before(config), running, stop));
    stop.throwIfAborted();
    const failed = Promise.race([
      children.run({ databaseUrl: database.url }),
      database.ended.then(() => fail("The database ended unexpectedly: see postgres.log in the data folder.")),
    ]);
    await Promise.race([waitUntilReady(config, { progress, silenceMaxMs: parts.silenceMaxMs, over: AbortSignal.any([stop, over.signal]) }), failed, stopped]);
    children.keep();
    if (!stop.aborted) await parts.greet(config);
    await Promise.race([failed, stopped]);
  } catch (error) {
    if (!stop.aborted) throw error;
  }
}

async function refuseBusyPort({ port, host }: Config): Promise<void> {
  const deadline = performance.now() + PORT_PATIENCE_MS;
  let problem = await tryPort(port, host);
  while (problem === "EADDRINUSE" && performance.now() < deadline) {
    await sleep(PORT_POLL_MS);
    problem = await tryPort(port, host);
  }
  if (problem === undefined) return;
  if (problem === "EADDRINUSE")
    fail(`Port ${port} is already in use: stop the program that holds it, or choose another with PORT=${port < 65_535 ? port + 1 : port - 1}.`);
  if (problem === "EACCES") fail(`Port ${port} is not open to this user: choose one above 1023, such as PORT=3000.`);
  fail(`HOST=${host} is not an address of this machine (${problem}): try HOST=127.0.0.1.`);
}

async function tryPort(port: number, host: string): Promise<string | undefined> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, "listening");
    return undefined;
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : "unknown";
  } finally {
    server.close();
  }
}

/** Waits for both even when one fails, so that whatever the other started is known to `running` and ended with it. */
async function bothOf<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}

async function openCheckedDatabase(config: Config, running: AsyncDisposableStack, stop: AbortSignal): Promise<OpenDatabase> {
  const database = await openDatabase(config, running, stop);
  await checkDatabase(database.url);
  return database;
}

interface OpenDatabase {
  readonly url: string;
  readonly ended: Promise<void>;
}

async function openDatabase({ databaseUrl, dataDir }: Config, running: AsyncDisposableStack, stop: AbortSignal): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) return { url: databaseUrl, ended: new Promise(() => {}) };
  const postgres = await startEmbeddedPostgres(dataDir, { signal: stop, say, prepared: findPreparedCluster() });
  running.defer(postgres.stop);
  return postgres;
}

async function runSteps(steps: Promise<readonly Child[]>, running: AsyncDisposableStack, stop: AbortSignal): Promise<void> {
  const children = await steps;
  stop.throwIfAborted();
  const begun = children.map(startProcess);
  running.defer(async () => void (await Promise.all(begun.map(endProcess))));
  await Promise.race([Promise.all(begun.map(({ ended }) => ended)), once(stop, "abort")]);
  stop.throwIfAborted();
  for (const { name, child } of begun) if (child.exitCode !== 0) fail(`${name} failed (${howItEnded(child)}): the reason is printed above.`);
}

interface Waiting {
  readonly progress: Progress;
  readonly silenceMaxMs: number | undefined;
  readonly over: AbortSignal;
}

/** Waits as long as the platform says what it is at. */
async function waitUntilReady(config: Config, { progress, silenceMaxMs = SILENCE_MAX_MS, over }: Waiting): Promise<void> {
  while (!over.aborted) {
    if (progress.silentMs > silenceMaxMs) fail(`The platform is not ready, and has said nothing for ${silenceMaxMs / 1000} s: its last words are above.`);
    if (await isReady(`${addressOf(config)}/ready`, over)) return;
    await sleep(READY_POLL_MS);
  }
}

/** Asks without `fetch`, which takes longer to load than a start can spare. */
function isReady(address: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((done) => {
    const asked = get(address, { signal, agent: false, timeout: ANSWER_MAX_MS }, (answer) => done(answer.resume().statusCode === 200));
    asked.on("timeout", () => asked.destroy()).on("error", () => done(false));
  });
}

function addressOf({ host, port }: Pick<Config, "host" | "port">): string {
  const everywhere: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };
  return `http://${everywhere[host] ?? (host.includes(":") ? `[${host}]` : host)}:${port}`;
}

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

function fail(sentence: string): never {
  throw new StartupError(sentence);
}

const buildSites: Child = { name: "The build of the three sites", script: join(projectRoot, "web/build.ts") };
/** The simulator of Google's and Facebook's sign-in, where it is asked for. */
async function chooseIdp(config: Config, isWanted: boolean): Promise<Party> {
  if (!isWanted || config.production || config.google !== undefined || config.facebook !== undefined) return { children: [], env: {} };
  const port = await choosePort(config, "idp");
  const [secret, url] = [randomBytes(TOKEN_BYTES).toString("hex"), addressOf({ host: config.host, port })];
  const redirect = `${originOf(config)}/gateway/identities/`;
  const env = { IDP_PORT: String(port), IDP_HOST: config.host, IDP_CLIENT_ID: IDP_CLIENT, IDP_SECRET: secret, IDP_REDIRECT: redirect };
  const simulator: Child = { name: "The identity provider", script: join(projectRoot, "simulators/src/idp.ts"), env };
  const google = { GOOGLE_ISSUER: url, GOOGLE_CLIENT_ID: IDP_CLIENT, GOOGLE_CLIENT_SECRET: secret };
  const page = `${url}/facebook`;
  const facebook = { FACEBOOK_DIALOG_URL: page, FACEBOOK_GRAPH_URL: page, FACEBOOK_APP_ID: IDP_CLIENT, FACEBOOK_APP_SECRET: secret };
  return { children: [simulator], env: { ...google, ...facebook } };
}

/** The simulators of the sandbox's test vendors and of its test partner, in one process: each alone would hold as much memory. */
async function chooseParties(config: Config): Promise<Party> {
  if (config.production || config.pack !== "sandbox") return { children: [], env: {} };
  const [vendor, operator] = [await chooseVendor(config), await chooseOperator(config)];
  const parties: Child = {
    name: "The test vendors and the test casino",
    script: join(projectRoot, "simulators/src/parties.ts"),
    env: { ...vendor.own, ...operator.own },
  };
  return { children: [parties], env: { ...vendor.env, ...operator.env } };
}

/** What a simulator is told, and what the platform is told of it. */
interface Told {
  readonly own: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
}

async function chooseVendor(config: Config): Promise<Told> {
  const port = await choosePort(config, "vendor");
  const secret = randomBytes(TOKEN_BYTES).toString("hex");
  const { privateKey, publicKey } = await makeKeys("rsa", { modulusLength: RSA_BITS });
  const frames = [originOf(config), addressOf(config), `http://localhost:${config.port}`];
  const own = {
    VENDOR_PORT: String(port),
    VENDOR_HOST: HERE,
    VENDOR_SECRET: secret,
    VENDOR_FRAME: [...new Set(frames)].join(" "),
    VENDOR_WALLET: `${addressOf(config)}/gateway/vendors`,
    VENDOR_KEY: publicKey.export({ format: "der", type: "spki" }).toString("base64"),
  };
  const key = privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
  return { own, env: { VENDOR_URL: addressOf({ host: HERE, port }), VENDOR_SECRET: secret, VENDOR_KEY: key } };
}

async function chooseOperator(config: Config): Promise<Told> {
  const port = await choosePort(config, "operator");
  const secret = randomBytes(TOKEN_BYTES).toString("hex");
  const own = {
    OPERATOR_PORT: String(port),
    OPERATOR_SECRET: secret,
    OPERATOR_CURRENCY: "PHP",
    OPERATOR_VENDOR: `${addressOf(config)}/gateway/partners/${TEST_PARTNER}`,
  };
  return { own, env: { OPERATOR_URL: addressOf({ host: HERE, port }), OPERATOR_SECRET: secret } };
}

const prepareCluster: Child = { name: "The preparation of the database", script: join(projectRoot, "server/src/platform/prepared-cluster.ts") };

const platform: Parts = {
  before: async ({ databaseUrl }) => [
    ...(databaseUrl !== undefined || findPreparedCluster() !== undefined ? [] : [prepareCluster]),
    ...((await areSitesBuilt()) ? [] : [buildSites]),
  ],
  children: async ({ config, keys }) => {
    const psp = await choosePsp(config, keys);
    const messenger = await chooseMessenger(config, process.env["LARO_MESSENGER"] === "1");
    const idp = await chooseIdp(config, process.env["LARO_IDP"] === "1");
    const parties = await chooseParties(config);
    const server: Child = {
      name: "The platform",
      script: join(projectRoot, "server/src/roles/main.ts"),
      env: {
        DATABASE_URL: "", // Comes with the word.
        PORT: String(config.port),
        HOST: config.host,
        LARO_DATA_DIR: config.dataDir,
        LARO_PACK: config.pack,
        LARO_ROLES: config.roles.join(","),
        ...psp.env,
        ...messenger.env,
        ...idp.env,
        ...parties.env,
      },
    };
    return [...psp.children, ...messenger.children, ...idp.children, ...parties.children, server];
  },
  greet: async (config) => {
    const origin = addressOf(config);
    const accounts = config.pack === "sandbox" ? demoAccounts : [];
    const lines = [
      `Laro is ready.`,
      `  Players   ${origin}/`,
      `  Agents    ${origin}/agent`,
      `  Console   ${origin}/console`,
      ...passkeyLines(origin, relyingPartyOf(config)?.origin),
      ...(config.pack === "sandbox"
        ? []
        : ["  No account comes with this pack: npm run laro -- operator create NAME superadmin --reason TEXT opens the first of the console."]),
      ...accounts.map(lineOf),
      `Ctrl-C stops everything; the data stays in ${config.dataDir}.`,
    ];
    say(lines.join("\n"));
  },
};

type DemoAccount = Permission["demoAccounts"][number];

/** Where passkeys work, if not where the site was just said to be: a bare address has none. */
export const passkeyLines = (origin: string, passkeys: string | undefined): readonly string[] =>
  passkeys === undefined || passkeys === origin ? [] : [`  Passkeys  ${passkeys}/  the same site, by a name that passkeys can belong to`];

/** One of the sandbox's people, with everything it takes to act as them. */
export const lineOf = ({ site, name, password, paymentPassword, what }: DemoAccount): string =>
  `  ${site.padEnd(8)}  ${name} / ${password}  ${what}${paymentPassword === undefined ? "" : `; payment password ${paymentPassword}`}`;

/** A foreign party: what must run for it, and how the platform finds it. */
interface Party {
  readonly children: readonly Child[];
  readonly env: Readonly<Record<string, string>>;
}

/** The configured payment provider, or outside production a simulated one on a port that stays the same from start to start. */
async function choosePsp(config: Config, keys: Keys): Promise<Party> {
  const secret = config.pspSecret ?? keys.pspSecret;
  if (config.pspUrl !== undefined) return { children: [], env: { PSP_URL: config.pspUrl, PSP_SECRET: secret } };
  if (config.production) return { children: [], env: {} };
  const port = await choosePort(config, "psp");
  await makeDataDir(config.dataDir);
  const simulator: Child = {
    name: "The payment simulator",
    script: join(projectRoot, "simulators/src/psp.ts"),
    env: {
      PSP_PORT: String(port),
      PSP_HOST: config.host,
      PSP_SECRET: secret,
      PSP_CALLBACK_URL: `${addressOf(config)}/gateway/psp`,
      PSP_REPORT: join(config.dataDir, "psp-report.jsonl"),
    },
  };
  return { children: [simulator], env: { PSP_URL: addressOf({ host: config.host, port }), PSP_SECRET: secret } };
}

/** The simulator of text message gateway and mail server, where it is asked for; else letters stay in the outbox, where a newcomer reads them. */
async function chooseMessenger(config: Config, isWanted: boolean): Promise<Party> {
  if (!isWanted || config.production || config.sms !== undefined || config.smtpUrl !== undefined) return { children: [], env: {} };
  const [port, smtpPort] = [await choosePort(config, "messenger"), await choosePort(config, "mail")];
  const token = randomBytes(TOKEN_BYTES).toString("hex");
  const simulator: Child = {
    name: "The messenger",
    script: join(projectRoot, "simulators/src/messenger.ts"),
    env: {
      MESSENGER_PORT: String(port),
      MESSENGER_SMTP_PORT: String(smtpPort),
      MESSENGER_HOST: config.host,
      MESSENGER_TOKEN: token,
      MESSENGER_CALLBACK_URL: `${addressOf(config)}/gateway/sms`,
    },
  };
  const smtpUrl = addressOf({ host: config.host, port: smtpPort }).replace(/^http/, "smtp");
  return { children: [simulator], env: { SMS_URL: addressOf({ host: config.host, port }), SMS_TOKEN: token, SMS_SENDER: "Laro", SMTP_URL: smtpUrl } };
}

async function choosePort({ port, host }: Config, whose: keyof typeof PORT_DISTANCES): Promise<number> {
  const distance = PORT_DISTANCES[whose];
  const usual = port + (port > 50_000 ? -distance : distance);
  if ((await tryPort(usual, host)) === undefined) return usual;
  const server = createServer().listen(0, host);
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : usual;
}

/** The whole life of the process: until a signal, a failure, or the end of the npm that began it. */
export async function run(parts: Parts): Promise<void> {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop.abort());
  if (process.env["npm_lifecycle_event"] !== undefined) followParent(stop);
  try {
    if (Number.parseInt(process.versions.node, 10) < NODE_LEAST)
      fail(`Laro runs on Node ${NODE_LEAST} and this is ${process.versions.node}: start it with npm start, which brings its own.`);
    await supervise(readConfig(process.env), parts, stop.signal);
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${error instanceof StartupError ? error.message : (error instanceof Error && error.stack) || String(error)}\n`);
  }
  process.exit();
}

/** npm does not pass SIGTERM on: that it is gone shows only in a new parent. */
function followParent(stop: AbortController): void {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop.abort(), PARENT_POLL_MS).unref();
}

if (import.meta.main) await run(platform);
