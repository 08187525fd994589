import { formatAmount, parseAmount } from "@laro/contract/core/money";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { createAccount } from "../core/accounts/accounts.ts";
import { packs } from "../core/settings/packs.ts";
import { rollBack, type VendorCall, type VendorRound } from "../core/wallet/vendorCalls.ts";
import { getWalletId } from "../core/wallet/wallet.ts";
import { contentDigest, derivedId, newId, type OwnId } from "../platform/ids.ts";
import { addVendor } from "./gateway.ts";
import { adjust } from "./money.ts";
import { asOwner } from "./owner.ts";
import type { World } from "./world.ts";

/** What a case says of a wallet, before or after; see `conformance/softswiss/README.md`. */
export interface LedgerFile {
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

export interface Asked {
  readonly account_id?: string;
  readonly game_id?: unknown;
  readonly round_id?: string;
  readonly round_id_provider?: string;
  readonly transactions?: readonly { readonly id_provider: string; readonly type: "bet" | "win"; readonly amount: string }[];
}

/** The wallet of one case: a vendor of its own, so that ids of two cases never meet. */
export class CaseWallet {
  readonly #world: World;
  readonly #vendorId: number;
  readonly #secret: Buffer;
  readonly #games: readonly string[];
  readonly #walletOf = new Map<string, bigint>();
  /** Seeded transactions of which only the answer is kept. */
  readonly #bare = new Set<string>();
  readonly #names = new Map<string, string>();
  #isMany = false;
  #refs: readonly string[] = [];
  /** Rounds the case may speak of, by the vendor's names. */
  #roundNames: readonly string[] = [];

  constructor(world: World, { vendorId, secret, games }: { vendorId: number; secret: Buffer; games: readonly string[] }) {
    this.#world = world;
    this.#vendorId = vendorId;
    this.#secret = secret;
    this.#games = games;
  }

  get code(): string {
    return `CASE${this.#vendorId}`;
  }

  /** Brings the wallet to where the case begins, through the ledger: what the listed transactions do not explain is an opening entry. */
  async load(file: LedgerFile, asked: Asked): Promise<void> {
    const refs = Object.keys(file.accounts);
    this.#isMany = refs.length > 1;
    this.#refs = refs;
    const [listed, named] = [Object.keys(file.rounds ?? {}), asked.round_id ?? asked.round_id_provider ?? SEEDED_IN];
    // The listed transactions are of the round that is asked about, unless only others are listed.
    this.#roundNames = [...new Set(listed.includes(named) || listed.length === 0 ? [named, ...listed] : [...listed, named])];
    const player = refs.find((ref) => ref === asked.account_id) ?? refs[0];
    for (const [ref, account] of Object.entries(file.accounts)) {
      const rounds = ref === player ? (file.rounds ?? {}) : {};
      const own = Object.entries(file.transactions).filter(([key]) => this.#ownerOf(key, ref) === ref);
      const tombstones = file.tombstones.filter((key) => this.#ownerOf(key, ref) === ref);
      await this.#addAccount(ref, account.currency);
      await this.#replay(ref, { account, own, tombstones, asked, rounds });
    }
    await this.#armBoom(asked.account_id);
  }

  /** Of whom a key speaks: the longest account's name it begins with, since either may hold a slash. */
  readonly #ownerOf = (key: string, only: string): string =>
    this.#isMany ? (this.#refs.filter((ref) => key.startsWith(`${ref}/`)).toSorted((a, b) => b.length - a.length)[0] ?? "") : only;
  readonly #idOf = (key: string): string => (this.#isMany ? key.slice(this.#ownerOf(key, "").length + 1) : key);

  /** A vendor that takes these games, with the published secret. */
  async addVendor(): Promise<void> {
    await addVendor(this.#world, { id: this.#vendorId, code: this.code, secret: this.#secret, games: this.#games });
  }

  async #addAccount(ref: string, currency: string): Promise<void> {
    const { platform, url } = this.#world.open;
    const name = `case${this.#vendorId}${this.#walletOf.size}`;
    const pack = packs[platform.config.pack];
    const now = this.#world.clock.now();
    const id = await platform.database.begin((tx) =>
      createAccount(tx, { name, passwordHash: "none", type: accountTypes.player, parentId: null, pack, keys: platform.keys, now }),
    );
    await asOwner(url, "update wallet set currency = $2 where account_id = $1", [id, currency]);
    await asOwner(url, "insert into vendor_player values ($1, $2, $3)", [this.#vendorId, ref, id]);
    this.#walletOf.set(ref, await getWalletId(platform.database.db, { accountId: id, kind: "main" }));
  }

  async #replay(ref: string, { account, own, tombstones, asked, rounds }: Seed): Promise<void> {
    const { url } = this.#world.open;
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
    // What the listed transactions need on the way, and what is taken away again at the end.
    const lift = [opening, opening + net(steps)].reduce((most, left) => (-left > most ? -left : most), 0n) + BigInt(bare.length);
    await this.#adjust(walletId, opening + lift);
    const name = this.#roundNames[0]!;
    const round = this.#roundOf(walletId, name);
    const wins = steps.toSorted((a, b) => (a.type === b.type ? 0 : a.type === "win" ? -1 : 1));
    for (const step of wins) await this.#book(round, [step]);
    await this.#undo(round, {
      undone: undone.map(({ id }) => id),
      tombstones,
      bare: bare.filter(([key]) => named.every(({ id_provider: id }) => id !== this.#idOf(key))),
    });
    await this.#openRounds(walletId, rounds, wins.length === 0 ? undefined : name);
    await this.#adjust(walletId, -lift);
    for (const [key, { id, balance_after: balance }] of own) {
      const entry = this.#refOf(walletId, this.#idOf(key));
      await asOwner(url, "update vendor_entry set balance_after = $3 where wallet_id = $1 and ref = $2", [walletId, entry, parseAmount(balance)]);
      if (id !== "") this.#names.set(entry, id);
    }
    for (const [key] of bare) this.#bare.add(this.#idOf(key));
    await this.#setFlags(walletId, account);
  }

  async #setFlags(walletId: bigint, account: LedgerFile["accounts"][string]): Promise<void> {
    const set = (text: string): Promise<unknown> => asOwner(this.#world.open.url, `update wallet set ${text} where id = $1`, [walletId]);
    if (account.bet_limited === true) await set("limited = true, stake_left = 0, left_until = 'infinity'");
    if (account.disabled === true) await set("status = 1");
    if (account.self_excluded === true) await set("limited = true, block = 11, left_until = 'infinity'");
  }

  /** Books what is so much more or less than the listed transactions say. */
  async #adjust(walletId: bigint, byMinor: bigint): Promise<void> {
    if (byMinor === 0n) return;
    const { database, timeZone } = this.#world.open.platform;
    const { accountId } = await database.db.selectFrom("wallet").select("account_id as accountId").where("id", "=", walletId).executeTakeFirstOrThrow();
    await database.begin((tx) => adjust(tx, { now: this.#world.clock.now(), timeZone }, { accountId, amountMinor: byMinor }));
  }

  async #book(round: VendorRound, steps: readonly Step[], closes = false): Promise<void> {
    const call: VendorCall = {
      round,
      closes,
      steps: steps.map(({ id, type, amountMinor }) => ({
        ref: this.#refOf(round.walletId, id),
        type,
        amountMinor,
        digest: contentDigest(round.foreignId),
        foreignId: id,
      })),
    };
    const { refused } = await this.#world.open.platform.vendorLedger.book(call);
    if (refused !== undefined) throw new Error(`the case could not be loaded: ${refused.message}`);
  }

  /** Opens the rounds of which no transaction is listed, and closes those that are finished. `played`: the one with the listed transactions. */
  async #openRounds(walletId: bigint, rounds: NonNullable<LedgerFile["rounds"]>, played: string | undefined): Promise<void> {
    for (const [name, { finished }] of Object.entries(rounds)) {
      const round = this.#roundOf(walletId, name);
      if (name === played) {
        if (finished) await this.#book(round, [], true);
        continue;
      }
      const id = madeUp();
      const nothing = [
        { id: `${id}-win`, type: "win", amountMinor: 1n },
        { id, type: "bet", amountMinor: 1n },
      ] as const;
      await this.#book(round, nothing, finished);
    }
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
    // Known ids that nothing else explains took back something that is not told.
    const untold = moving.slice(undone.length).map((id) => [id, madeUp()] as const);
    for (const [, id] of untold) await this.#book(round, [{ id, type: "bet", amountMinor: 1n }]);
    const nothing = idle.slice(never.length).map((id) => [id, madeUp()] as const);
    const pairs = [...pair(undone, moving), ...pair(never, idle), ...untold, ...nothing];
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
    if (!this.#walletOf.has("boom")) await this.#addAccount("boom", "EUR");
    await asOwner(url, "alter table wallet enable row level security");
    await asOwner(url, "drop policy if exists boom on wallet");
    await asOwner(
      url,
      `create policy boom on wallet using (case when id = ${this.#walletOf.get("boom")} and current_setting('application_name') <> 'none' then 1 / (id - id) = 1 else true end)`,
    );
  }

  /** What audits read of wallets they read as the service does. */
  async disarmBoom(): Promise<void> {
    if (!this.#walletOf.has("boom")) return;
    await asOwner(this.#world.open.url, "drop policy if exists boom on wallet");
    await asOwner(this.#world.open.url, "alter table wallet disable row level security");
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
    const round = typeof answer.round_id === "string" && answer.round_id !== "" ? { round_id: "op-round-1" } : {};
    return { ...answer, ...round, transactions: answer.transactions.map((transaction) => ({ ...transaction, id: nameOf(transaction.id) })) };
  }

  /** The wallet as the data writes it. */
  async dump(): Promise<LedgerFile> {
    const { url } = this.#world.open;
    const wallets = [...this.#walletOf].filter(([ref]) => this.#refs.includes(ref));
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
        if (entry.type === 9 && !entry.id.startsWith(MADE_UP)) tombstones.add(nameOf(entry.id));
        if (entry.type !== 9 && !entry.id.startsWith(MADE_UP)) transactions[nameOf(entry.id)] = this.#describe(entry);
        if (entry.type === 3 && BigInt(entry.amount) > 0n && !entry.originalId!.startsWith(MADE_UP)) tombstones.add(nameOf(entry.originalId!));
      }
      Object.assign(rounds, await this.#dumpRounds(walletId));
    }
    return { accounts, transactions, tombstones: [...tombstones].toSorted(), rounds };
  }

  /** The rounds of a wallet: those that took several calls have a row; of those that were whole at once, what was played in them is found by their name. */
  async #dumpRounds(walletId: bigint): Promise<Readonly<Record<string, { finished: boolean }>>> {
    const { url } = this.#world.open;
    const told = "select foreign_id as id, closed_at is not null as closed from vendor_round where wallet_id = $1";
    const rows = await asOwner<{ id: string; closed: boolean }>(url, told, [walletId]);
    const rounds = Object.fromEntries(rows.map(({ id, closed }) => [id, { finished: closed }]));
    for (const name of this.#roundNames) {
      const played = "select 1 from vendor_entry where wallet_id = $1 and digest = $2 and type in (1, 2) limit 1";
      if (rounds[name] === undefined && (await asOwner(url, played, [walletId, contentDigest(name)])).length > 0) rounds[name] = { finished: true };
    }
    return rounds;
  }

  #describe({ ref, type, amount, balanceAfter, id }: Entry): Transaction {
    const moved = type !== 3 || BigInt(amount) > 0n;
    const told = { id: moved ? (this.#names.get(ref) ?? ref) : "", balance_after: formatAmount(BigInt(balanceAfter)) };
    return type === 3 || this.#bare.has(id) ? told : { ...told, type: type === 1 ? "bet" : "win", amount: formatAmount(BigInt(amount)) };
  }
}

const MADE_UP = "made-up-";
const madeUp = (): string => `${MADE_UP}${newId(new Date(0))}`;
/** Where transactions are listed and no round is named. */
const SEEDED_IN = "seed";

type Step = { readonly id: string; readonly type: "bet" | "win"; readonly amountMinor: bigint };

interface Seed {
  readonly account: LedgerFile["accounts"][string];
  readonly own: readonly [string, Transaction][];
  readonly tombstones: readonly string[];
  readonly asked: Asked;
  readonly rounds: NonNullable<LedgerFile["rounds"]>;
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
  originals.map((original, place) => [ids[place] ?? madeUp(), original] as const);
