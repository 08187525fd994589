import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { formatAmount, parseAmount } from "@laro/contract/core/money";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { createAccount } from "../core/accounts/accounts.ts";
import { packs } from "../core/settings/packs.ts";
import { rollBack, type VendorRound } from "../core/wallet/vendorCalls.ts";
import { getWalletId } from "../core/wallet/wallet.ts";
import { contentDigest, derivedId, newId, type OwnId } from "../platform/ids.ts";
import { addVendor, VIEW_AGE_MS } from "./gateway.ts";
import { asOwner } from "./owner.ts";
import type { World } from "./world.ts";

/** What a case says of a wallet, before or after; see `conformance/softswiss/README.md`. */
interface LedgerFile {
  readonly accounts: Readonly<Record<string, { currency: string; balance: string; bet_limited?: true; disabled?: true; self_excluded?: true }>>;
  readonly transactions: Readonly<Record<string, Transaction>>;
  readonly tombstones: readonly string[];
  readonly rounds?: Readonly<Record<string, { finished: boolean }>>;
}

interface Transaction {
  readonly id: string;
  readonly balance_after: string;
  readonly type?: "bet" | "win";
  readonly amount?: string;
}

interface Expected {
  readonly status: number;
  readonly body: unknown;
  readonly match?: "exact" | "subset";
  /** The file that says how the wallet stands then; `ledger.after.json` where nothing is said. */
  readonly ledger?: string;
  readonly also_accept?: readonly Expected[];
}

interface Asked {
  readonly account_id?: string;
  readonly round_id?: string;
  readonly round_id_provider?: string;
  readonly transactions?: readonly { readonly id_provider: string; readonly type: "bet" | "win"; readonly amount: string }[];
}

export interface CaseResult {
  readonly name: string;
  /** `text`: it differs from the published answer in what only people read. */
  readonly verdict: "pass" | "text" | "fail";
  /** What differed; empty where all is well. */
  readonly differences: readonly string[];
}

const VENDORS_FROM = 900;
/** Any game is taken: the data names these. */
const GAMES = ["dice", "slot", "roulette", "xxxxxxxx"];

/** Runs every case of a folder against a world's server over HTTP, each with the repeat the data asks for, and reads the books after each. */
export async function runConformance(world: World, folder: string): Promise<readonly CaseResult[]> {
  const secret = await readFile(join(folder, "secret.txt"));
  const names = (await readdir(join(folder, "cases"))).toSorted();
  const results: CaseResult[] = [];
  const wallets = names.map((_name, place) => new CaseWallet(world, { vendorId: VENDORS_FROM + place, secret }));
  for (const wallet of wallets) await wallet.addVendor();
  // Whoever looked at the vendors a moment ago knows nothing of these.
  await new Promise((wait) => setTimeout(wait, VIEW_AGE_MS));
  for (const [place, name] of names.entries()) {
    const wallet = wallets[place]!;
    results.push({ name, ...(await runCase(world, wallet, join(folder, "cases", name))) });
  }
  return results;
}

const readJson = async <Content>(path: string): Promise<Content> => JSON.parse(await readFile(path, "utf8")) as Content;

async function runCase(world: World, wallet: CaseWallet, folder: string): Promise<Omit<CaseResult, "name">> {
  const [request, body, expected, before] = await Promise.all([
    readJson<{ endpoint: string; headers: Record<string, string> }>(join(folder, "request.json")),
    readFile(join(folder, "request.body")),
    readJson<Expected>(join(folder, "response.json")),
    readJson<LedgerFile>(join(folder, "ledger.before.json")),
  ]);
  await wallet.load(before, readAsked(body));
  const ask = async (): Promise<{ status: number; body: unknown }> => {
    const headers = { "content-type": "application/json", ...request.headers };
    const response = await fetch(`${world.address}/gateway/vendors/${wallet.code}${request.endpoint}`, { method: "POST", headers, body });
    return { status: response.status, body: await response.json() };
  };
  const first = await ask();
  const answer = { status: first.status, body: wallet.translate(first.body) };
  const after = await wallet.dump();
  const judged = await Promise.all([expected, ...(expected.also_accept ?? [])].map((wanted) => judge(wanted, answer, after, folder)));
  const best = judged.find(({ verdict }) => verdict === "pass") ?? judged.find(({ verdict }) => verdict === "text") ?? judged[0]!;
  const differences = [...best.differences, ...(await world.audit())];
  if (first.status === 200) {
    const again = await ask();
    if (!isDeepStrictEqual(again, first)) differences.push(`asked again, it answered ${JSON.stringify(again)}`);
    if (!isDeepStrictEqual(await wallet.dump(), after)) differences.push("asked again, it moved");
  }
  return { verdict: differences.length > best.differences.length ? "fail" : best.verdict, differences };
}

function readAsked(body: Buffer): Asked {
  try {
    return JSON.parse(body.toString("utf8")) as Asked;
  } catch {
    return {};
  }
}

async function judge(
  { status, body, match = "exact", ledger = "ledger.after.json" }: Expected,
  answer: { status: number; body: unknown },
  after: LedgerFile,
  folder: string,
): Promise<Omit<CaseResult, "name">> {
  const wanted = await readJson<LedgerFile>(join(folder, ledger));
  const books = { ...after, rounds: wanted.rounds === undefined ? undefined : after.rounds };
  const expected = { ...wanted, tombstones: wanted.tombstones.toSorted(), rounds: wanted.rounds };
  const differences: string[] = [];
  if (answer.status !== status) differences.push(`status ${answer.status}, expected ${status}`);
  if (!isDeepStrictEqual(books, expected)) differences.push(`ledger ${JSON.stringify(books)}, expected ${JSON.stringify(expected)}`);
  const fits = match === "subset" ? holds(answer.body, body) : isDeepStrictEqual(answer.body, body);
  if (fits) return { verdict: differences.length === 0 ? "pass" : "fail", differences };
  differences.push(`body ${JSON.stringify(answer.body)}, expected ${JSON.stringify(body)}`);
  const isText = differences.length === 1 && isDeepStrictEqual(withoutText(answer.body), withoutText(body));
  return { verdict: isText ? "text" : "fail", differences };
}

/** Whether every member of what is wanted is there and equal. */
function holds(given: unknown, wanted: unknown): boolean {
  if (typeof wanted !== "object" || wanted === null || Array.isArray(wanted)) return isDeepStrictEqual(given, wanted);
  return Object.entries(wanted).every(([key, value]) => holds((given as Record<string, unknown> | null)?.[key], value));
}

/** An error's body without what only people read. */
const withoutText = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (key, value: unknown) => (key === "msg" || key === "api_message" ? "" : value));

/** The wallet of one case: a vendor of its own, so that ids of two cases never meet. */
class CaseWallet {
  readonly #world: World;
  readonly #vendorId: number;
  readonly #secret: Buffer;
  readonly #walletOf = new Map<string, bigint>();
  /** Seeded transactions of which only the answer is kept. */
  readonly #bare = new Set<string>();
  readonly #names = new Map<string, string>();
  #isMany = false;

  constructor(world: World, { vendorId, secret }: { vendorId: number; secret: Buffer }) {
    this.#world = world;
    this.#vendorId = vendorId;
    this.#secret = secret;
  }

  get code(): string {
    return `CASE${this.#vendorId}`;
  }

  /** Brings the wallet to where the case begins, through the ledger: what the listed transactions do not explain is an opening entry. */
  async load(file: LedgerFile, asked: Asked): Promise<void> {
    this.#isMany = Object.keys(file.accounts).length > 1;
    for (const [ref, account] of Object.entries(file.accounts)) {
      const own = Object.entries(file.transactions).filter(([key]) => this.#ownerOf(key, ref) === ref);
      const tombstones = file.tombstones.filter((key) => this.#ownerOf(key, ref) === ref);
      await this.#addAccount(ref, account.currency);
      await this.#replay(ref, { account, own, tombstones, asked });
    }
    await this.#armBoom(asked.account_id);
  }

  readonly #ownerOf = (key: string, only: string): string => (this.#isMany ? key.slice(0, key.lastIndexOf("/")) : only);
  readonly #idOf = (key: string): string => (this.#isMany ? key.slice(key.lastIndexOf("/") + 1) : key);

  /** A vendor that takes these games, with the published secret. */
  async addVendor(): Promise<void> {
    await addVendor(this.#world, { id: this.#vendorId, code: this.code, secret: this.#secret, games: GAMES });
  }

  async #addAccount(ref: string, currency: string): Promise<void> {
    const { platform, url } = this.#world.open;
    const name = `case${this.#vendorId}${this.#walletOf.size}`;
    const pack = packs[platform.config.pack];
    const now = this.#world.clock.now();
    const id = await platform.database.begin((tx) => createAccount(tx, { name, passwordHash: "none", type: accountTypes.player, parentId: null, pack, now }));
    await asOwner(url, "update wallet set currency = $2 where account_id = $1", [id, currency]);
    await asOwner(url, "insert into vendor_player values ($1, $2, $3)", [this.#vendorId, ref, id]);
    this.#walletOf.set(ref, await getWalletId(platform.database.db, { accountId: id, kind: "main" }));
  }

  async #replay(ref: string, { account, own, tombstones, asked }: Seed): Promise<void> {
    const { url, platform } = this.#world.open;
    const walletId = this.#walletOf.get(ref)!;
    const [bare, typed] = [own.filter(([, { type }]) => type === undefined), own.filter(([, { type }]) => type !== undefined)];
    const steps = typed.map(([key, { type, amount }]) => ({ id: this.#idOf(key), type: type!, amountMinor: parseAmount(amount!)! }));
    // Of an id whose answer alone is kept, type and amount are those of the call that names it again.
    const named = bare.flatMap(([key]) =>
      (asked.transactions ?? []).filter(({ id_provider: id, type }) => id === this.#idOf(key) && type !== undefined && (type as string) !== "rollback"),
    );
    for (const { id_provider: id, type, amount } of named) steps.push({ id, type, amountMinor: parseAmount(amount)! });
    const undone = steps.filter(({ id }) => tombstones.some((key) => this.#idOf(key) === id));
    const net = (list: typeof steps): bigint => list.reduce((sum, { type, amountMinor }) => sum + (type === "bet" ? -amountMinor : amountMinor), 0n);
    const opening = parseAmount(account.balance)! - net(steps) + net(undone);
    const accountId = (await asOwner<{ id: bigint }>(url, "select account_id as id from wallet where id = $1", [walletId]))[0]!.id;
    if (opening > 0n) await this.#world.give(accountId, opening);
    const round = this.#roundOf(walletId, asked.round_id ?? asked.round_id_provider ?? "seed");
    const wins = steps.toSorted((a, b) => (a.type === b.type ? 0 : a.type === "win" ? -1 : 1));
    for (const { id, type, amountMinor } of wins)
      await platform.vendorLedger.book({
        round,
        closes: false,
        steps: [{ ref: this.#refOf(walletId, id), type, amountMinor, digest: contentDigest(round.foreignId), foreignId: id }],
      });
    await this.#undo(round, {
      undone: undone.map(({ id }) => id),
      tombstones,
      bare: bare.filter(([key]) => named.every(({ id_provider: id }) => id !== this.#idOf(key))),
    });
    for (const [key, { id, balance_after: balance }] of own) {
      const entry = this.#refOf(walletId, this.#idOf(key));
      await asOwner(url, "update vendor_entry set balance_after = $3 where wallet_id = $1 and ref = $2", [walletId, entry, parseAmount(balance)]);
      if (id !== "") this.#names.set(entry, id);
    }
    for (const [key] of bare) this.#bare.add(this.#idOf(key));
    if (account.bet_limited === true) await asOwner(url, "update wallet set limited = true, stake_left = 0, left_until = 'infinity' where id = $1", [walletId]);
    if (account.disabled === true) await asOwner(url, "update wallet set status = 1 where id = $1", [walletId]);
    if (account.self_excluded === true) await asOwner(url, "update wallet set limited = true, block = 11, left_until = 'infinity' where id = $1", [walletId]);
  }

  /** Rolls back what the case says was, under the ids it names for that; under made-up ones where it names none. */
  async #undo(
    round: VendorRound,
    { undone, tombstones, bare }: { undone: readonly string[]; tombstones: readonly string[]; bare: readonly [string, Transaction][] },
  ): Promise<void> {
    const { platform } = this.#world.open;
    const never = tombstones.map((key) => this.#idOf(key)).filter((id) => !undone.includes(id));
    const moving = bare.filter(([, { id }]) => id !== "").map(([key]) => this.#idOf(key));
    const idle = bare.filter(([, { id }]) => id === "").map(([key]) => this.#idOf(key));
    const pairs = [...pair(undone, moving), ...pair(never, idle)];
    const rollbacks = pairs.map(([id, original]) => ({
      ref: this.#refOf(round.walletId, id),
      foreignId: id,
      original: this.#refOf(round.walletId, original),
      originalForeignId: original,
    }));
    if (rollbacks.length === 0) return;
    const moment = { now: this.#world.clock.now(), timeZone: platform.timeZone };
    await platform.database.begin((tx) => rollBack(tx, moment, { round, rollbacks, closes: false }));
  }

  /** The case about a fault inside the server: whoever reads this account's wallet as the service's role divides by zero. */
  async #armBoom(asked: string | undefined): Promise<void> {
    if (asked !== "boom") return;
    const { url } = this.#world.open;
    await this.#addAccount("boom", "EUR");
    await asOwner(url, "alter table wallet enable row level security");
    await asOwner(
      url,
      `create policy boom on wallet using (case when id = ${this.#walletOf.get("boom")} and current_setting('application_name') <> 'none' then 1 / (id - id) = 1 else true end)`,
    );
  }

  readonly #refOf = (walletId: bigint, id: string): OwnId => derivedId("vendor", this.code, String(walletId), id);

  #roundOf(walletId: bigint, foreignId: string): VendorRound {
    const key = derivedId("vendor-round", this.code, String(walletId), foreignId);
    return { walletId, vendorId: this.#vendorId, gameId: this.#vendorId * 1_000, key, foreignId, lookAfterS: 600 };
  }

  /** An answer with our ids named as the data names them: those seeded keep their names, new ones are counted on. */
  translate(body: unknown): unknown {
    const answer = body as { round_id?: string; transactions?: readonly { id: string }[] };
    let highest = Math.max(0, ...[...this.#names.values()].map((name) => Number(name.replace("op-tx-", "")) || 0));
    const nameOf = (id: string): string => {
      if (id === "") return "";
      const known = this.#names.get(id) ?? `op-tx-${++highest}`;
      this.#names.set(id, known);
      return known;
    };
    if (answer.transactions === undefined) return body;
    return { ...answer, round_id: "op-round-1", transactions: answer.transactions.map((transaction) => ({ ...transaction, id: nameOf(transaction.id) })) };
  }

  /** The wallet as the data writes it. */
  async dump(): Promise<LedgerFile> {
    const { url } = this.#world.open;
    const wallets = [...this.#walletOf].filter(([ref]) => ref !== "boom");
    const accounts: Record<string, LedgerFile["accounts"][string]> = {};
    const transactions: Record<string, Transaction> = {};
    const rounds: Record<string, { finished: boolean }> = {};
    const tombstones = new Set<string>();
    for (const [ref, walletId] of wallets) {
      const nameOf = (id: string): string => (this.#isMany ? `${ref}/${id}` : id);
      const [wallet] = await asOwner<{ balance: string; currency: string; status: number; block: number; stakeLeft: string | null }>(
        url,
        `select balance, currency, status, block, stake_left as "stakeLeft" from wallet where id = $1`,
        [walletId],
      );
      accounts[ref] = {
        currency: wallet!.currency,
        balance: formatAmount(BigInt(wallet!.balance)),
        ...(String(wallet!.stakeLeft) === "0" ? { bet_limited: true as const } : {}),
        ...(wallet!.status !== 0 ? { disabled: true as const } : {}),
        ...(wallet!.block === 11 ? { self_excluded: true as const } : {}),
      };
      const entries = await asOwner<Entry>(
        url,
        `select e.ref, e.type, e.amount, e.foreign_id as id, e.balance_after as "balanceAfter", o.foreign_id as "originalId"
         from vendor_entry e left join vendor_entry o on o.wallet_id = e.wallet_id and o.ref = e.original where e.wallet_id = $1`,
        [walletId],
      );
      for (const entry of entries) {
        if (entry.type === 9) tombstones.add(nameOf(entry.id));
        else if (!entry.id.startsWith(MADE_UP)) transactions[nameOf(entry.id)] = this.#describe(entry);
        if (entry.type === 3 && BigInt(entry.amount) > 0n) tombstones.add(nameOf(entry.originalId!));
      }
      for (const { id, closed } of await asOwner<{ id: string; closed: boolean }>(
        url,
        "select foreign_id as id, closed_at is not null as closed from vendor_round where wallet_id = $1",
        [walletId],
      ))
        rounds[id] = { finished: closed };
    }
    return { accounts, transactions, tombstones: [...tombstones].toSorted(), rounds };
  }

  #describe({ ref, type, amount, balanceAfter, id }: Entry): Transaction {
    const moved = type !== 3 || BigInt(amount) > 0n;
    const told = { id: moved ? (this.#names.get(ref) ?? ref) : "", balance_after: formatAmount(BigInt(balanceAfter)) };
    return type === 3 || this.#bare.has(id) ? told : { ...told, type: type === 1 ? "bet" : "win", amount: formatAmount(BigInt(amount)) };
  }
}

const MADE_UP = "made-up-";

interface Seed {
  readonly account: LedgerFile["accounts"][string];
  readonly own: readonly [string, Transaction][];
  readonly tombstones: readonly string[];
  readonly asked: Asked;
}

interface Entry {
  readonly ref: string;
  readonly type: number;
  readonly amount: string;
  readonly id: string;
  readonly balanceAfter: string;
  readonly originalId: string | null;
}

/** Each original with the id of its rollback. */
const pair = (originals: readonly string[], ids: readonly string[]): readonly (readonly [string, string])[] =>
  originals.map((original, place) => [ids[place] ?? `${MADE_UP}${newId(new Date(0))}`, original] as const);
