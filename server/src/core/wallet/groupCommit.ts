import pg from "pg";
import { connectionOptions, endWhenSilent } from "../../platform/db.ts";

/** Two statements in flight are enough: one runs while the other's commit is written to disk. */
const LANES = 2;
/** So many must wait before a second batch runs beside the first: a small one costs the database nearly as much as a large one. */
const WORTH_A_SECOND = 32;
const BATCH_MAX = 512;
const QUEUE_MAX = 10_000;

const NOT_APART: Apart = { ms: 0, enough: 1 };

/** Without these a fresh database runs at less than half speed until it is analysed (measured, see docs/decisions.md). */
const batchPlan = { plan_cache_mode: "force_generic_plan", enable_seqscan: "off", enable_hashjoin: "off", enable_mergejoin: "off", jit: "off" } as const;

/** A statement is planned anew after this long, then after twice as long, and so on. */
const FIRST_PLAN_MS = 500;
const PLAN_MS_MAX = 60_000;

/** A database connection for one batch at a time. */
export class Lane {
  readonly #options: pg.ClientConfig;
  #client: pg.Client | undefined;
  #planMs = FIRST_PLAN_MS;
  #plannedAtMs = 0;

  constructor(options: pg.ClientConfig) {
    this.#options = options;
  }

  async connected(): Promise<pg.Client> {
    if (this.#client !== undefined) return this.#replanned(this.#client);
    const client = new pg.Client(this.#options);
    client.on("error", () => void this.#lose(client));
    client.on("end", () => void this.#lose(client));
    await client.connect();
    endWhenSilent(client);
    [this.#planMs, this.#plannedAtMs] = [FIRST_PLAN_MS, performance.now()];
    return (this.#client = client);
  }

  /** A plan that was made while a table was empty reads all of it, and is kept until the table is analysed: on a young platform that is minutes away. */
  async #replanned(client: pg.Client): Promise<pg.Client> {
    if (performance.now() - this.#plannedAtMs < this.#planMs) return client;
    [this.#planMs, this.#plannedAtMs] = [Math.min(PLAN_MS_MAX, 2 * this.#planMs), performance.now()];
    await client.query("discard plans");
    return client;
  }

  async disconnect(): Promise<void> {
    await this.#lose(this.#client);
  }

  async #lose(client: pg.Client | undefined): Promise<void> {
    if (this.#client === client) this.#client = undefined;
    await client?.end().catch(() => undefined);
  }
}

/** From a batch to the next, milliseconds, while fewer than `enough` wait. */
export interface Apart {
  readonly ms: number;
  readonly enough: number;
}

interface GroupOptions<Item> {
  readonly url: string;
  /** Of its connections, besides those that every batch needs. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  readonly walletOf: (item: Item) => bigint;
  /** Two items of one id are in two batches: the second waits for the first one's answer. */
  readonly idOf: (item: Item) => string;
  /** The statement that takes it: a batch is of one. */
  readonly statementOf?: (item: Item) => string;
  /** Whether a batch may hold several items of one wallet, in their order. */
  readonly areManyOfAWallet: boolean;
  /** How long a batch is put off, where a small one is dear and who asks has time. Not at all unless told. */
  readonly apart?: () => Apart;
  /** Settles each of a batch. What it throws fails all of them that are not settled. */
  readonly run: (batch: readonly Item[], lane: Lane) => Promise<void>;
  readonly fail: (item: Item, error: unknown) => void;
}

/**
 * Group commit: what arrives while a batch is in flight forms the next one, and each caller is answered after the commit that holds its item. A wallet is in
 * one batch at a time, so its items keep their order.
 */
export class GroupCommit<Item> {
  readonly #options: GroupOptions<Item>;
  readonly #idle: Lane[];
  readonly #inFlight = new Set<bigint>();
  #queue: Item[] = [];
  #isStarting = false;
  /** The next batch, while it stands apart from the one before. */
  #later: NodeJS.Timeout | undefined;
  #isClosed = false;
  #beganAtMs = -Infinity;

  constructor(options: GroupOptions<Item>) {
    this.#options = options;
    this.#idle = Array.from({ length: LANES }, () => new Lane(connectionOptions(options.url, { settings: { ...options.settings, ...batchPlan } })));
  }

  /** Whether it takes nothing more. */
  get isFull(): boolean {
    return this.#isClosed || this.#queue.length >= QUEUE_MAX;
  }

  /** How much of its room is taken, from 0 to 1. */
  get load(): number {
    return this.#queue.length / QUEUE_MAX;
  }

  /** Whether a batch is under way. */
  get isAtWork(): boolean {
    return this.#idle.length < LANES;
  }

  /** Takes an item, or one that a batch could not settle once more. */
  push(item: Item): void {
    this.#queue.push(item);
    this.start();
  }

  async close(isIdle: () => boolean = () => true): Promise<void> {
    this.#isClosed = true;
    while (this.#queue.length > 0 || this.#idle.length < LANES || !isIdle()) await new Promise((done) => setImmediate(done));
    await Promise.all(this.#idle.map((lane) => lane.disconnect()));
  }

  /** One turn of the event loop gathers the requests that arrived together; a timer would only add waiting, but where batches stand apart. */
  start(): void {
    const enough = this.#idle.length === LANES ? 1 : WORTH_A_SECOND;
    if (this.#isStarting || this.#idle.length === 0 || this.#queue.length < enough) return;
    const { ms, enough: worthNoWait } = this.#options.apart?.() ?? NOT_APART;
    const waitMs = this.#queue.length >= worthNoWait ? 0 : this.#beganAtMs + ms - performance.now();
    if (waitMs > 0) return void (this.#later ??= setTimeout(() => this.#begin(), waitMs));
    this.#isStarting = true;
    setImmediate(() => this.#begin());
  }

  #begin(): void {
    clearTimeout(this.#later);
    this.#later = undefined;
    this.#isStarting = false;
    if (this.#idle.length === 0) return;
    this.#beganAtMs = performance.now();
    const batch = this.#takeBatch(this.#shareMax);
    if (batch.length === 0) return;
    void this.#fly(batch, this.#idle.pop()!);
    this.start();
  }

  /** What a batch takes at most: half of what is worth two where both may fly, so that one is drawn and answered here while the database writes the other. */
  get #shareMax(): number {
    const isWorthTwo = this.#idle.length === LANES && this.#queue.length >= LANES * WORTH_A_SECOND;
    return isWorthTwo ? Math.min(BATCH_MAX, Math.ceil(this.#queue.length / LANES)) : BATCH_MAX;
  }

  /** The items whose wallets are in no batch, in the order they came: so many at most. */
  #takeBatch(most: number): readonly Item[] {
    const { walletOf, idOf, statementOf, areManyOfAWallet } = this.#options;
    const [taken, left]: [Item[], Item[]] = [[], []];
    const ids = new Set<string>();
    const waitingWallets = new Set<bigint>();
    const statement = this.#queue[0] && statementOf?.(this.#queue[0]);
    for (const item of this.#queue) {
      const [wallet, id] = [walletOf(item), idOf(item)];
      const fits = statementOf?.(item) === statement && taken.length < most && !ids.has(id) && !this.#inFlight.has(wallet) && !waitingWallets.has(wallet);
      if (fits) {
        ids.add(id);
        taken.push(item);
      } else left.push(item);
      // What the same wallet asks later waits too, so that its items keep their order.
      if (!fits || !areManyOfAWallet) waitingWallets.add(wallet);
    }
    this.#queue = left;
    return taken;
  }

  async #fly(batch: readonly Item[], lane: Lane): Promise<void> {
    const { walletOf, run, fail } = this.#options;
    for (const item of batch) this.#inFlight.add(walletOf(item));
    try {
      await run(batch, lane);
    } catch (error) {
      for (const item of batch) fail(item, error);
    }
    for (const item of batch) this.#inFlight.delete(walletOf(item));
    this.#idle.push(lane);
    this.start();
  }
}
