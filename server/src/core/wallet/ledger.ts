import { refuse, Refusal } from "@laro/contract/core/errors";
import { LRUCache } from "lru-cache";
import pg from "pg";
import type { Clock } from "../../platform/clock.ts";
import { crashInside, crashPoint } from "../../platform/crash.ts";
import type { Db } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { CarefulLine } from "./carefulLine.ts";
import { GroupCommit, type Lane } from "./groupCommit.ts";
import { ledgerBatch, ledgerPost, ledgerTickets, plain, type LedgerRow, type Operation } from "./ledger.sql.ts";
import { results, type Posted, type Posting, type SeedInForce } from "./posting.ts";
import { keptColumns, openSeed, type SeedKeys } from "./seeds.sealed.ts";

/** A nonce goes stale only when another process or a refused bet took its place; each try learns the new one. */
const NONCE_TRIES_MAX = 8;
const SEEDS_CACHED_MAX = 50_000;
export const BUSY_RETRY_AFTER_S = 1;

interface Waiting {
  readonly posting: Posting;
  readonly resolve: (posted: Posted) => void;
  readonly reject: (error: unknown) => void;
  tries: number;
}

interface CachedSeed {
  readonly seed: SeedInForce;
  nonce: bigint;
}

export interface LedgerOptions {
  readonly url: string;
  /** Of its connections, besides those that every batch needs. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly timeZone: string;
  /** Open the seeds of wallets, once for each that is remembered. */
  readonly keys: SeedKeys;
  readonly clock: Clock;
  readonly db: Db;
  /** Runs one operation outside the batch, with a bounded wait for its wallet: on connections that nothing else waits for. */
  readonly carefulDb: Db;
  /** Called after the commit with the wallets that moved, and the session that knows it by its answer; undefined where several moved it, or none. */
  readonly moved?: (moved: ReadonlyMap<bigint, string | undefined>) => void;
}

/** The ledger's hot path, by group commit. Tickets fly apart from all else: another statement takes them. */
export class Ledger {
  readonly #options: LedgerOptions;
  /** Looked at where they stand: moving each to the front of the line costs more than the look, and what falls out is read again. */
  readonly #seeds = new LRUCache<bigint, CachedSeed>({ max: SEEDS_CACHED_MAX });
  readonly #careful = new CarefulLine(isHeldElsewhere);
  readonly #group: GroupCommit<Waiting>;

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#group = new GroupCommit<Waiting>({
      url: options.url,
      settings: options.settings,
      walletOf: ({ posting }) => posting.walletId,
      idOf: ({ posting }) => posting.ref,
      statementOf: ({ posting }) => (posting.ticket === undefined ? "postings" : "tickets"),
      areManyOfAWallet: true,
      run: (batch, lane) => this.#runBatch(batch, lane),
      fail: (waiting, error) => waiting.reject(error),
    });
  }

  /** Whether bets of the house are being written. */
  get isAtWork(): boolean {
    return this.#group.isAtWork;
  }

  /**
   * Posts one operation and answers after its commit.
   * Refuses with `wallet.insufficient_funds`, `wallet.closed`, `wallet.not_found`, `limits.*_reached`, `protection.*`, `site.*`, `games.closed`, `request.id_reused`,
   * `draws.closed`, `tables.above_maximum`, `server.busy` (nothing happened) or `server.pending` (outcome unknown: ask again with the same id).
   */
  post(posting: Posting): Promise<Posted> {
    if (this.#group.isFull) refuse("server.busy", { retryAfter: BUSY_RETRY_AFTER_S });
    return new Promise((resolve, reject) => this.#group.push({ posting, resolve, reject, tries: 0 }));
  }

  /** Forgets the cached seed of a wallet whose seed was rotated by this process. */
  forgetSeed(walletId: bigint): void {
    this.#seeds.delete(walletId);
  }

  close(): Promise<void> {
    return this.#group.close(() => this.#careful.isEmpty);
  }

  async #runBatch(asked: readonly Waiting[], lane: Lane): Promise<void> {
    const batch = await this.#loadSeeds(asked);
    if (batch.length === 0) return;
    const at = this.#options.clock.now();
    const operations = batch.map((waiting) => this.#prepare(waiting.posting, at));
    let rows: readonly LedgerRow[];
    try {
      rows = await this.#send(operations.map(asAsked), at, lane);
    } catch (error) {
      return this.#recover(batch, lane, error);
    }
    crashPoint("batch.after_commit");
    const apart = this.#walletsApart(operations, rows);
    const isApart = ({ item, code }: LedgerRow): boolean => code === results.staleNonce && apart.has(batch[item - 1]!.posting.walletId);
    const alone = new Set(apart.size === 0 ? [] : rows.filter(isApart).map(({ item }) => batch[item - 1]!));
    this.#settleAll(batch, alone.size === 0 ? rows : rows.filter((row) => !isApart(row)), at);
    await Promise.all(batch.filter((waiting) => alone.has(waiting)).map((waiting) => this.#postAlone(waiting)));
  }

  /** The wallets of rounds that stay open and may be played: the careful path opens them, and takes the rounds of these wallets behind them, so that they keep their order. */
  #walletsApart(operations: readonly Operation[], rows: readonly LedgerRow[]): ReadonlySet<bigint> {
    const opening = rows.filter(({ item, code }) => code === results.staleNonce && operations[item - 1]!.staysOpen);
    const apart = new Set(opening.map(({ item }) => operations[item - 1]!.posting.walletId));
    for (const walletId of apart) this.#seeds.delete(walletId);
    return apart;
  }

  #settleAll(batch: readonly Waiting[], rows: readonly LedgerRow[], at: Date): void {
    const moved = new Map<bigint, string | undefined>();
    for (const row of rows) {
      const waiting = batch[row.item - 1]!;
      const { walletId, session } = waiting.posting;
      if (row.code === results.applied) moved.set(walletId, !moved.has(walletId) || moved.get(walletId) === session ? session : undefined);
      this.#settle(waiting, row, at);
    }
    if (moved.size > 0) this.#options.moved?.(moved);
  }

  /** Draws the outcome with the nonce this operation will have if all before it are applied. */
  #prepare(posting: Posting, at: Date): Operation {
    const { round } = posting;
    if (posting.ticket !== undefined) return { ...plain(posting), roundId: newId(at) };
    if (round === undefined) return plain(posting);
    const roundId = newId(at);
    const cached = this.#seeds.peek(posting.walletId);
    if (cached === undefined) return { ...plain(posting), seedId: 0n, nonce: 0n, roundId };
    const nonce = cached.nonce++;
    const { winMinor, validMinor = null, detail, staysOpen = false } = round.draw(cached.seed, nonce);
    return { posting, creditMinor: winMinor, seedId: cached.seed.id, nonce, detail, validMinor, roundId, staysOpen };
  }

  async #send(operations: readonly Operation[], at: Date, lane: Lane): Promise<readonly LedgerRow[]> {
    const client = await lane.connected();
    const pause = crashInside("batch.after_lock", "batch.before_commit", "post.after_debit");
    if (pause !== undefined) await client.query("select set_config('laro.pause_at', $1, false)", [pause]);
    const post = operations[0]?.posting.ticket === undefined ? ledgerBatch : ledgerTickets;
    return post(client, { at, timeZone: this.#options.timeZone, operations });
  }

  #settle(waiting: Waiting, row: LedgerRow, at: Date): void {
    const { walletId, round } = waiting.posting;
    const cached = this.#seeds.peek(walletId);
    if (cached !== undefined && row.code !== results.applied) cached.nonce = row.nextNonce;
    switch (row.code) {
      case results.applied:
      case results.repeat:
        return waiting.resolve({ repeated: row.code === results.repeat, balanceMinor: row.balanceMinor, roundId: row.roundId, at: row.movedTo ?? at });
      case results.staleNonce:
        if (round !== undefined && ++waiting.tries < NONCE_TRIES_MAX) {
          // The seed may be another one by now, not only the nonce.
          this.#seeds.delete(walletId);
          return this.#group.push(waiting);
        }
        return waiting.reject(new Refusal("server.busy", { retryAfter: BUSY_RETRY_AFTER_S }));
      case results.busy:
        this.#seeds.delete(walletId);
        return void this.#postAlone(waiting);
      default:
        return waiting.reject(refusalOf(row.code));
    }
  }

  /** One bad operation must not fail the others: after a refused statement each runs in its own transaction. A lost connection leaves the outcome unknown. */
  async #recover(batch: readonly Waiting[], lane: Lane, cause: unknown): Promise<void> {
    this.#seeds.clear();
    if (!(cause instanceof pg.DatabaseError)) {
      await lane.disconnect();
      throw unknownOutcome(cause);
    }
    await Promise.all(batch.map((waiting) => this.#postAlone(waiting)));
  }

  async #postAlone(waiting: Waiting): Promise<void> {
    const { walletId } = waiting.posting;
    try {
      await this.#careful.run(walletId, async () => {
        if ((await this.#loadSeeds([waiting])).length === 0) return;
        const at = this.#options.clock.now();
        const operation = this.#prepare(waiting.posting, at);
        const row = await ledgerPost(this.#options.carefulDb, { at, timeZone: this.#options.timeZone, operation });
        if (row.code === results.applied) this.#options.moved?.(new Map([[walletId, waiting.posting.session]]));
        this.#settle(waiting, row, at);
        this.#group.start();
      });
    } catch (error) {
      this.#seeds.delete(walletId);
      waiting.reject(unknownOutcome(error));
    }
  }

  /** Those of a batch that can be drawn. Whose seed does not open is rejected with that fault, as nothing of theirs was sent, and holds up nobody else. */
  async #loadSeeds(batch: readonly Waiting[]): Promise<readonly Waiting[]> {
    const missing = [
      ...new Set(batch.filter(({ posting }) => posting.round !== undefined && !this.#seeds.has(posting.walletId)).map(({ posting }) => posting.walletId)),
    ];
    if (missing.length === 0) return batch;
    const rows = await this.#options.db
      .selectFrom("wallet as w")
      .innerJoin("seed as s", "s.id", "w.seed_id")
      .select(["w.id as walletId", "w.nonce", "s.id", ...keptColumns])
      .where("w.id", "in", missing)
      .execute();
    const shut = new Map<bigint, unknown>();
    for (const { walletId, nonce, ...kept } of rows)
      try {
        this.#seeds.set(walletId, { seed: openSeed(this.#options.keys, kept), nonce });
      } catch (error) {
        shut.set(walletId, error);
      }
    if (shut.size === 0) return batch;
    const isShut = ({ posting }: Waiting): boolean => posting.round !== undefined && shut.has(posting.walletId);
    for (const waiting of batch.filter(isShut)) waiting.reject(shut.get(waiting.posting.walletId));
    return batch.filter((waiting) => !isShut(waiting));
  }
}

/** A nonce no wallet comes to. */
const NO_NONCE = -1n;

/**
 * What a batch sends of an operation. A round that stays open is only asked about: without its nonce it is refused as any other would be, or else called stale, and
 * nothing the database does for a refused or repeated one depends on what was drawn.
 */
const asAsked = (operation: Operation): Operation => (operation.staysOpen ? { ...operation, nonce: NO_NONCE } : operation);

const LOCK_NOT_AVAILABLE = "55P03";

export const isHeldElsewhere = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;

/** A refused lock changed nothing; after anything else the outcome may or may not have been committed. */
export function unknownOutcome(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isHeldElsewhere(error)) return new Refusal("server.busy", { retryAfter: BUSY_RETRY_AFTER_S });
  return new Refusal("server.pending", { retryAfter: BUSY_RETRY_AFTER_S });
}

const refusalByCode: Record<number, () => Refusal> = {
  [results.insufficient]: () => new Refusal("wallet.insufficient_funds"),
  [results.unknownWallet]: () => new Refusal("wallet.not_found"),
  [results.idReused]: () => new Refusal("request.id_reused"),
  [results.closed]: () => new Refusal("wallet.closed"),
  [results.stakeLimit]: () => new Refusal("limits.stake_reached"),
  [results.lossLimit]: () => new Refusal("limits.loss_reached"),
  [results.timeLimit]: () => new Refusal("limits.time_reached"),
  [results.excluded]: () => new Refusal("protection.excluded"),
  [results.realityCheck]: () => new Refusal("protection.reality_check"),
  [results.maintenance]: () => new Refusal("site.maintenance"),
  [results.regionRestricted]: () => new Refusal("site.region_restricted"),
  [results.gameStopped]: () => new Refusal("games.closed"),
  [results.notOpen]: () => new Refusal("rounds.not_open"),
  [results.drawClosed]: () => new Refusal("draws.closed"),
  [results.aboveDraw]: () => new Refusal("tables.above_maximum"),
  [results.rolledBack]: () => new Refusal("vendors.rolled_back"),
};

/** The refusal a result code stands for; an unlisted code is a fault of ours. */
export function refusalOf(code: number): Error {
  return refusalByCode[code]?.() ?? new Error(`The ledger answered with the unknown code ${code}.`);
}
