import { randomBytes, randomInt } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { accounts, type RegistrationUser } from "@laro/contract/accounts";
import type { AccountType } from "@laro/contract/core/accountTypes";
import { accountTypes } from "@laro/contract/core/accountTypes";
import type { OperatorRole } from "@laro/contract/operators";
import { sessions } from "@laro/contract/sessions";
import { sql } from "kysely";
import { createAccount } from "../core/accounts/accounts.ts";
import { createOperator } from "../core/accounts/operators.ts";
import { hashPassword } from "../core/sessions/passwords.ts";
import { packs } from "../core/settings/packs.ts";
import { readAudit } from "../core/wallet/audit.ts";
import { systemAccounts } from "../core/wallet/posting.ts";
import { getWalletId } from "../core/wallet/wallet.ts";
import { type Clock, FakeClock } from "../platform/clock.ts";
import { addTestPartner } from "../features/partners/partners.ts";
import { readConfig, TEST_PARTNER } from "../platform/config.ts";
import type { Tx } from "../platform/db.ts";
import { openDueJobs } from "../platform/jobs.ts";
import { loadKeys } from "../platform/keys.ts";
import { createLog, type Log } from "../platform/log.ts";
import { UNFORESEEN } from "../platform/refusals.ts";
import { openPlatform, type OpenPlatform } from "../roles/platform.ts";
import { seedCatalogue } from "../roles/seed/catalogue.ts";
import { seedContent } from "../roles/seed/content/content.ts";
import { seedDemoWorld } from "../roles/seed/seed.ts";
import { serve, type Serving } from "../roles/serve.ts";
import { work } from "../roles/worker.ts";
import { enrolOperator } from "./authenticator.ts";
import { createTestDatabase } from "./database.ts";
import { type IdpProcess, startIdp } from "./idp.ts";
import { writeAdjustment } from "./money.ts";
import { startMessenger, type MessengerProcess } from "./messenger.ts";
import { Person } from "./person.ts";
import { freePort } from "./ports.ts";
import { type OperatorProcess, startOperator } from "./operator.ts";
import { startPsp, type PspProcess } from "./psp.ts";
import { addPurseVendors } from "./purses.ts";
import { startVendor, type VendorProcess } from "./vendor.ts";

/** A Monday, noon in Manila. */
const WORLD_BEGINS = new Date("2026-10-05T04:00:00Z");

export interface WorldOptions {
  readonly pack?: "sandbox" | "ph";
  /** Starts the payment provider's simulator as a process of its own. */
  readonly psp?: boolean;
  /** Starts the simulator of text message gateway and mail server as a process of its own; without it letters stay in the outbox. */
  readonly messenger?: boolean;
  /** Google and Facebook, simulated. */
  readonly idp?: boolean;
  /** Starts the simulator of the test vendors, whose games then open. */
  readonly vendor?: boolean;
  /** Starts the simulator of a foreign operator, which takes our games as the test partner and offers them on a site of its own. */
  readonly operator?: boolean;
  /** Time runs as it does outside, for browsers, which bring their own clock; otherwise it stands still until moved. */
  readonly runs?: boolean;
  /** Jobs are done as they fall due, without `work()` being called. */
  readonly worker?: boolean;
  /** Live tables hold their draws; without it they stand still until a leader is told to look. */
  readonly rooms?: boolean;
  /** Begins with the sandbox's demo people and their thirty days. */
  readonly demo?: boolean;
  /** Begins with the test vendors and their games, as the sandbox does. */
  readonly catalogue?: boolean;
  /** Begins with what operators find written at their first start: help, terms, texts, banners, guides. */
  readonly content?: boolean;
  /** Where the log goes; unless said otherwise only faults are kept. */
  readonly log?: Log;
  /** Vendors that keep a wallet of their own, by the codes of the brand's; their simulator is started with them. */
  readonly vendors?: readonly string[];
  /** Settings of the process besides. */
  readonly env?: Readonly<Record<string, string>>;
}

interface WorldClock extends Clock {
  readonly advance: (durationMs: number) => void;
}

/** The machine's clock, put ahead when moved. */
class RunningClock implements WorldClock {
  #aheadMs = 0;

  readonly now = (): Date => new Date(Date.now() + this.#aheadMs);

  advance(durationMs: number): void {
    this.#aheadMs += durationMs;
  }
}

/** Hashing a password is slow on purpose; who is not registered through the front door need not wait for it again. */
const hashes = new Map<string, Promise<string>>();
function hashOnce(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  return hash;
}

/** What a newcomer of any pack sends. */
export const registrationOf = (username: string, password: string): RegistrationUser => ({
  username,
  password,
  confirmPassword: password,
  payeeName: "Ana Cruz",
  declared: true,
  registerMethod: "WEB",
  agreed: true,
});

/** A real server on its own database, and people to act in it. Close it when done. */
export class World {
  readonly clock: WorldClock;
  readonly open: OpenPlatform;
  readonly address: string;
  readonly psp: PspProcess | undefined;
  readonly messenger: MessengerProcess | undefined;
  readonly idp: IdpProcess | undefined;
  readonly vendor: VendorProcess | undefined;
  readonly operatorProcess: OperatorProcess | undefined;
  /** What the server did not foresee, as its log tells it: why a call was answered `server.unknown`. */
  readonly faults: readonly string[];
  readonly #serving: Serving;
  readonly #cleanups: readonly (() => Promise<unknown>)[];
  readonly #hasWorker: boolean;
  #due: ReturnType<typeof openDueJobs> | undefined;
  #people = 0;

  constructor(parts: {
    clock: WorldClock;
    open: OpenPlatform;
    serving: Serving;
    psp: PspProcess | undefined;
    messenger: MessengerProcess | undefined;
    idp: IdpProcess | undefined;
    vendor: VendorProcess | undefined;
    operatorProcess: OperatorProcess | undefined;
    faults: readonly string[];
    cleanups: readonly (() => Promise<unknown>)[];
    hasWorker: boolean;
  }) {
    this.clock = parts.clock;
    this.open = parts.open;
    this.address = parts.serving.address;
    this.psp = parts.psp;
    this.messenger = parts.messenger;
    this.idp = parts.idp;
    this.vendor = parts.vendor;
    this.operatorProcess = parts.operatorProcess;
    this.faults = parts.faults;
    this.#serving = parts.serving;
    this.#cleanups = parts.cleanups;
    this.#hasWorker = parts.hasWorker;
  }

  /** Someone who is not logged in, with an address of their own. */
  guest(): Person {
    this.#people++;
    return new Person({ address: this.address, clock: this.clock, ip: `10.${this.#people >> 16}.${(this.#people >> 8) & 255}.${this.#people & 255}` });
  }

  /** A player who registered and is logged in; with money to play with if asked. */
  async player({ balance = 0n, name = randomName("player") }: { balance?: bigint; name?: string } = {}): Promise<Person & { readonly id: bigint }> {
    const guest = this.guest();
    const password = "Correct-horse-7";
    const entered = await guest.call(accounts.register, registrationOf(name, password));
    const person = this.#known(guest, name, password, entered.token);
    const { id } = await person.call(accounts.me, {});
    if (balance > 0n) await this.give(id, balance);
    return Object.assign(person, { id });
  }

  /** An account of any type, logged in from the entry that is its own. */
  async member({
    type,
    parentId = null,
    password = "Correct-horse-7",
  }: {
    type: AccountType;
    parentId?: bigint | null;
    password?: string;
  }): Promise<Person & { readonly id: bigint }> {
    const { database, config, keys } = this.open.platform;
    const name = randomName("member");
    const passwordHash = await hashOnce(password);
    const id = await database.begin((tx) => createAccount(tx, { name, passwordHash, type, parentId, pack: packs[config.pack], keys, now: this.clock.now() }));
    const guest = this.guest();
    const entry = type === accountTypes.player || type === accountTypes.trial ? "player" : "agent";
    const { token } = await guest.call(sessions.login, { username: name, password, type: "username", entry });
    return Object.assign(this.#known(guest, name, password, token), { id });
  }

  /** An operator of a role, logged in to the console. */
  async operator(role: OperatorRole): Promise<Person> {
    const { database } = this.open.platform;
    const [name, password] = [randomName(role), "Correct-horse-7"];
    const passwordHash = await hashOnce(password);
    await database.begin((tx) => createOperator(tx, { name, passwordHash, roles: [role], now: this.clock.now() }));
    const guest = this.guest();
    const { token, mustBindFactor } = await guest.call(sessions.loginOperator, { username: name, password });
    const person = this.#known(guest, name, password, token);
    if (mustBindFactor) person.authenticatorKey = (await enrolOperator(this, person)).key;
    return person;
  }

  /** Puts money into an account's main wallet through the ledger, as officers give it. */
  async give(accountId: bigint, amountMinor: bigint): Promise<void> {
    const { database, ledger } = this.open.platform;
    const walletId = await getWalletId(database.db, { accountId, kind: "main" });
    await ledger.post({
      ref: await database.begin((tx) => writeAdjustment(tx, this.clock.now(), { accountId, amountMinor })),
      walletId,
      contra: systemAccounts.adjustment,
      kind: "adjustment",
      debitMinor: 0n,
      creditMinor: amountMinor,
      digest: 0n,
    });
  }

  /** Lets time pass, for the foreign parties too. */
  async pass(durationMs: number): Promise<void> {
    this.clock.advance(durationMs);
    await this.psp?.setClock(this.clock.now());
    await this.messenger?.setClock(this.clock.now());
    await this.idp?.setClock(this.clock.now());
    await this.vendor?.setClock(this.clock.now());
  }

  /** Does every job that is due, and what those jobs caused; what a worker beside it has taken is waited for. */
  async work(): Promise<void> {
    this.#due ??= openDueJobs(this.open.url, work, this.open.platform);
    await this.#due.run();
    while (this.#hasWorker && (await this.#isJobTaken())) {
      await sleep(TAKEN_AGAIN_MS);
      await this.#due.run();
    }
  }

  async #isJobTaken(): Promise<boolean> {
    const { rows } = await sql`select from graphile_worker._private_jobs where locked_at is not null limit 1`.execute(this.open.platform.database.db as Tx);
    return rows.length > 0;
  }

  /** The faults every audit view finds; empty in a healthy ledger. */
  async audit(): Promise<readonly string[]> {
    return readAudit(this.open.platform.database.db);
  }

  async close(): Promise<void> {
    await this.#due?.close();
    await this.#serving.close();
    await this.open.close();
    for (const cleanup of this.#cleanups) await cleanup();
  }

  #known(guest: Person, name: string, password: string, token: string): Person {
    const person = new Person({ address: this.address, clock: this.clock, ip: guest.ip, name, password });
    person.token = token;
    for (const [cookie, value] of guest.cookies) person.cookies.set(cookie, value);
    return person;
  }
}

export async function createWorld({
  pack = "sandbox",
  psp = false,
  messenger: isMessengerWanted = false,
  idp: isIdpWanted = false,
  vendor: isVendorWanted = false,
  operator: isOperatorWanted = false,
  runs = false,
  worker = false,
  rooms = false,
  demo = false,
  content = false,
  catalogue = false,
  log,
  env = {},
  vendors = [],
}: WorldOptions = {}): Promise<World> {
  const clock = runs ? new RunningClock() : new FakeClock(WORLD_BEGINS);
  const [{ url, drop }, dataDir, port] = await Promise.all([createTestDatabase(), mkdtemp(join(tmpdir(), "laro-world-")), freePort()]);
  const secret = randomBytes(32).toString("hex");
  const provider = psp ? await startPsp({ secret, callbackUrl: `http://127.0.0.1:${port}/gateway/psp` }) : undefined;
  await provider?.setClock(clock.now());
  const messenger = isMessengerWanted ? await startMessenger({ token: secret, callbackUrl: `http://127.0.0.1:${port}/gateway/sms` }) : undefined;
  await messenger?.setClock(clock.now());
  const idp = isIdpWanted ? await startIdp({ secret, redirect: `http://127.0.0.1:${port}/gateway/identities/` }) : undefined;
  await idp?.setClock(clock.now());
  const vendor = isVendorWanted || vendors.length > 0 ? await startVendor({ secret, frame: `http://127.0.0.1:${port}` }) : undefined;
  const served = `http://127.0.0.1:${port}/gateway/partners/${TEST_PARTNER}`;
  const operatorProcess = isOperatorWanted ? await startOperator({ secret, vendor: served }) : undefined;
  const config = readConfig({
    LARO_DATA_DIR: dataDir,
    LARO_PACK: pack,
    LARO_ROLES: ["api", "gateway", "live", ...(worker ? ["worker"] : []), ...(rooms ? ["rooms"] : [])].join(","),
    PORT: String(port),
    ...(provider === undefined ? {} : { PSP_URL: provider.url, PSP_SECRET: secret }),
    ...(messenger === undefined ? {} : { SMS_URL: messenger.url, SMS_TOKEN: secret, SMS_SENDER: "Laro", SMTP_URL: messenger.smtpUrl }),
    ...idp?.env,
    ...env,
    ...vendor?.env,
    ...(operatorProcess === undefined ? {} : { OPERATOR_URL: operatorProcess.url, OPERATOR_SECRET: secret }),
  });
  const faults: string[] = [];
  const write = (line: string): void => void (line.includes(UNFORESEEN) && faults.push(line));
  const open = await openPlatform({ config, keys: await loadKeys(config), url, clock, log: log ?? createLog("error", { write }) });
  if (demo) await seedDemoWorld(open);
  if (content) await seedContent(open.platform);
  if (catalogue) await seedCatalogue(open.platform.database, clock.now());
  await addPurseVendors(url, vendors);
  await addTestPartner(open.platform);
  const serving = await serve(open, config);
  const cleanups = [
    async () => provider?.stop(),
    async () => messenger?.stop(),
    async () => idp?.stop(),
    async () => vendor?.stop(),
    async () => operatorProcess?.stop(),
    drop,
    () => rm(dataDir, { recursive: true, force: true }),
  ];
  return new World({ clock, open, serving, psp: provider, messenger, idp, vendor, operatorProcess, faults, cleanups, hasWorker: worker });
}

/** How soon what a worker has taken is looked at again. */
const TAKEN_AGAIN_MS = 20;
const NAME_NUMBER_MAX = 1_000_000_000;

const names = new Set<string>();

/** A name nobody has yet: of some hundreds drawn by chance two would be alike once in ten thousand runs. */
function randomName(kind: string): string {
  const name = `${kind.slice(0, 6)}${randomInt(NAME_NUMBER_MAX)}`;
  if (names.has(name)) return randomName(kind);
  names.add(name);
  return name;
}
