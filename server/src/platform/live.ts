import { randomUUID } from "node:crypto";
import { EVERYTHING, type LiveMessage } from "@laro/contract/core/live";
import type { WrittenTableMessage } from "@laro/contract/core/watching";
import { sql } from "kysely";
import pg from "pg";
import { beforeCommit, connectionOptions, cutConnection, type Tx } from "./db.ts";
import { RecentlyStale } from "./live.recent.ts";
import type { Log } from "./log.ts";

/** Who a live message is for. */
export type Audience = `member:${string}` | `operator:${string}` | `table:${string}` | "operators" | "everyone";

/** How much of a session's hash tells it from the others of one person. */
const SPARED_SIGNS = 8;

/** A person but for one of their sessions, which knows already. */
export const sparing = (audience: Audience, session: string): Audience => `${audience}~${session.slice(0, SPARED_SIGNS)}` as Audience;

/** An audience and the session it spares, as `sparing` put them together. */
function readAudience(to: Audience): { readonly audience: Audience; readonly spared: string | undefined } {
  const end = to.indexOf("~");
  return end === -1 ? { audience: to, spared: undefined } : { audience: to.slice(0, end) as Audience, spared: to.slice(end + 1) };
}

/** Whether a message that spares a session spares this one. */
export const isSpared = (spared: string | undefined, session: string): boolean => spared !== undefined && session.startsWith(spared);

interface Addressed {
  readonly to: readonly Audience[];
  readonly message: Said;
}

/** What is said of somebody's own, or of a table. */
export type Said = LiveMessage | WrittenTableMessage;

type Listener = (message: Said, audience: Audience, spared: string | undefined) => void;

const CHANNEL = "laro_live";
const SESSION_CHANNEL = "laro_session";
/** PostgreSQL refuses a notification of 8,000 bytes or more. */
const RECIPIENTS_PER_NOTICE = 250;
const GATHER_MS = 50;
/** Where more than this cannot be said, everyone is told that everything is stale once it can. */
const UNSAID_MAX = 10_000;
const RECONNECT_MS = 1_000;
/** What a database says whose connections end. */
const CONNECTION_LOST = /^(08|57P)/;
/** A connection whose server died silently is noticed by the kernel after minutes only: what it says to itself must come back. */
const BEAT_EVERY_MS = 5_000;
const HEARD_WITHIN_MS = 10_000;

/** What transactions have to say when they commit: to whom, and which endpoints are stale for them. */
const notices = new WeakMap<Tx, Map<string, { readonly to: readonly Audience[]; readonly stale: Set<string> }>>();

/** Says that answers are stale when the caller's transaction commits: heard if and only if it does. */
export function staleOnCommit(tx: Tx, endpoints: readonly string[], to: readonly Audience[]): void {
  const said = notices.get(tx) ?? new Map<string, { to: readonly Audience[]; stale: Set<string> }>();
  const { stale } = said.get(to.join()) ?? { stale: new Set() };
  for (const endpoint of endpoints) stale.add(endpoint);
  notices.set(tx, said.set(to.join(), { to, stale }));
  beforeCommit(tx, sayNotices);
}

/** All that a transaction has to say is one statement, and as few messages for each of its audiences as PostgreSQL takes. */
async function sayNotices(tx: Tx): Promise<void> {
  const said = [...(notices.get(tx)?.values() ?? [])].flatMap(({ to, stale }) => addressed(to, { stale: [...stale] }));
  await sql`select pg_notify(${CHANNEL}, notice) from unnest(${said.map((one) => JSON.stringify(one))}::text[]) notice`.execute(tx);
}

const addressed = (to: readonly Audience[], message: Said): readonly Addressed[] =>
  Array.from({ length: Math.ceil(to.length / RECIPIENTS_PER_NOTICE) }, (_, page) => ({
    to: to.slice(page * RECIPIENTS_PER_NOTICE, (page + 1) * RECIPIENTS_PER_NOTICE),
    message,
  }));

/** Says a table's public fact when the caller's transaction commits: heard if and only if it does. */
export async function tellOnCommit(tx: Tx, to: Audience, message: WrittenTableMessage): Promise<void> {
  const notice: Addressed = { to: [to], message };
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(notice)})`.execute(tx);
}

/** Makes every process look sessions up again, in the transaction that ended them: heard if and only if it commits. */
export async function forgetSessionsOnCommit(tx: Tx, sessions: readonly string[]): Promise<void> {
  await sql`select pg_notify(${SESSION_CHANNEL}, session) from unnest(${[...sessions]}::text[]) session`.execute(tx);
}

/** Carries "this is stale", and a table's public facts, from the process that changed something to every process that holds a socket, through PostgreSQL. */
export class Live {
  readonly #url: string;
  readonly #log: Log;
  readonly #listeners = new Map<Audience, Set<Listener>>();
  readonly #sessionListeners = new Set<(session: string) => void>();
  readonly #gapListeners = new Set<() => void>();
  readonly #gapEndListeners = new Set<() => void>();
  readonly #recent = new RecentlyStale();
  /** Heard by this process alone. */
  readonly #beatChannel = `laro_beat_${randomUUID().replaceAll("-", "")}`;
  #client: pg.Client | undefined;
  #stopBeating = (): void => undefined;
  #heard = (): void => undefined;
  #gathered = new Map<string, Set<Audience>>();
  /** What could not be said of tables: the newest of each kind. */
  readonly #unsaid = new Map<string, Addressed>();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor({ url, log }: { url: string; log: Log }) {
    this.#url = url;
    this.#log = log;
  }

  async start(): Promise<void> {
    // A notice is worth nothing after a crash, so it does not wait for the disk as money does.
    const options = connectionOptions(this.#url, { settings: { statement_timeout: "0", synchronous_commit: "off" } });
    const client = new pg.Client({ ...options, query_timeout: HEARD_WITHIN_MS });
    client.on("notification", ({ channel, payload = "" }) => this.#receive(channel, payload));
    client.on("error", (error) => this.#lose(client, error.message));
    client.on("end", () => this.#lose(client, "ended"));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}; listen ${SESSION_CHANNEL}; listen ${this.#beatChannel}`);
    } catch (error) {
      cutConnection(client);
      throw error;
    }
    this.#client = client;
    this.#beat(client);
  }

  /** Whether what is said now will be heard; while it is not, nothing that a notice would take back may be trusted. */
  get isListening(): boolean {
    return this.#client !== undefined;
  }

  #beat(client: pg.Client): void {
    const silence = setTimeout(() => this.#lose(client, "it did not hear itself"), HEARD_WITHIN_MS).unref();
    const beat = setInterval(() => void client.query("select pg_notify($1, '')", [this.#beatChannel]).catch(() => undefined), BEAT_EVERY_MS).unref();
    this.#heard = () => void silence.refresh();
    this.#stopBeating = () => {
      clearTimeout(silence);
      clearInterval(beat);
    };
  }

  /** A broken connection may report itself twice; it is replaced once. */
  #lose(client: pg.Client, fault: string): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#stopBeating();
    cutConnection(client);
    this.#log.warn({ fault }, "live connection lost");
    for (const forget of this.#gapListeners) forget();
    this.#reconnect();
  }

  #reconnect(): void {
    const connect = (): Promise<void> =>
      this.start().then(
        () => this.#endGap(),
        () => this.#reconnect(),
      );
    if (!this.#closed) setTimeout(() => void connect(), RECONNECT_MS).unref();
  }

  /** What others said meanwhile was not heard: whoever listens here reads all of it again. What was to be said from here is said now. */
  #endGap(): void {
    this.#hear({ to: ["everyone"], message: { stale: [EVERYTHING] } });
    for (const look of this.#gapEndListeners) look();
    for (const notice of this.#unsaid.values()) void this.#say(notice);
    if (this.#gathered.size > 0) this.#timer ??= this.#flushSoon();
  }

  /** Says that these endpoints' answers are stale for these people; gathered for a moment, because a busy player moves money many times a second. */
  stale(endpoints: readonly string[], to: readonly Audience[]): void {
    const key = endpoints.join(",");
    const people = this.#gathered.get(key) ?? new Set();
    for (const one of to) people.add(one);
    this.#gathered.set(key, people);
    this.#timer ??= this.#flushSoon();
  }

  /** Says a public fact now, or once the connection is back: lost if nobody listens, so it must be readable elsewhere too. */
  async tell(to: readonly Audience[], message: Said): Promise<void> {
    await this.#say({ to, message });
  }

  listen(audiences: readonly Audience[], listener: Listener): () => void {
    for (const audience of audiences) {
      const set = this.#listeners.get(audience) ?? new Set();
      this.#listeners.set(audience, set.add(listener));
    }
    return () => {
      for (const audience of audiences) {
        this.#listeners.get(audience)?.delete(listener);
        if (this.#listeners.get(audience)?.size === 0) this.#listeners.delete(audience);
      }
    };
  }

  /** Calls back when answers of these endpoints that are the same for everyone grew stale, or may have. */
  onStale(endpoints: readonly string[], forget: () => void): () => void {
    return this.listen(["everyone"], (message) => {
      if ("stale" in message && message.stale.some((name) => name === EVERYTHING || endpoints.includes(name))) forget();
    });
  }

  /** What a listener who came late missed in the last so many milliseconds, of at most half a minute. */
  missed(audiences: readonly Audience[], missedMs: number): readonly LiveMessage[] {
    return this.#recent.within(audiences, missedMs);
  }

  /** Makes this process look a session up again before its next call; the others hear it by `forgetSessionsOnCommit`. */
  forgetSessionHere(session: string): void {
    for (const forget of this.#sessionListeners) forget(session);
  }

  onSessionChanged(forget: (session: string) => void): () => void {
    this.#sessionListeners.add(forget);
    return () => void this.#sessionListeners.delete(forget);
  }

  /** Called when notices may have been missed: from then on until `isListening` nothing is heard. */
  onGap(forget: () => void): () => void {
    this.#gapListeners.add(forget);
    return () => void this.#gapListeners.delete(forget);
  }

  /** Called when notices are heard again: what was ended meanwhile must be looked up. */
  onGapEnd(look: () => void): () => void {
    this.#gapEndListeners.add(look);
    return () => void this.#gapEndListeners.delete(look);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#stopBeating();
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }

  async #flush(): Promise<void> {
    if (!this.isListening) return this.#keepFew();
    const gathered = this.#gathered;
    this.#gathered = new Map();
    for (const [endpoints, people] of gathered) {
      for (const notice of addressed([...people], { stale: endpoints.split(",") })) await this.#say(notice);
    }
    this.#timer = this.#gathered.size === 0 || this.#closed ? undefined : this.#flushSoon();
  }

  /** What is gathered waits for the connection, as long as it is not too much. */
  #keepFew(): void {
    this.#timer = undefined;
    const unsaid = [...this.#gathered.values()].reduce((sum, { size }) => sum + size, 0);
    if (unsaid > UNSAID_MAX) this.#gathered = new Map([[EVERYTHING, new Set(["everyone"])]]);
  }

  /** Says it, or keeps it until the connection is back. What the database itself refuses is lost: it would refuse it for ever. */
  async #say(notice: Addressed): Promise<void> {
    const { to, message } = notice;
    const kind = `${to.join()} ${Object.keys(message).join()}`;
    this.#unsaid.delete(kind);
    try {
      if (await this.#client?.query("select pg_notify($1, $2)", [CHANNEL, JSON.stringify(notice)])) return;
    } catch (error) {
      this.#log.warn({ fault: (error as Error).message }, "live notice not said");
      if (error instanceof pg.DatabaseError && !CONNECTION_LOST.test(error.code ?? "")) return;
    }
    if ("stale" in message) this.stale(message.stale, to);
    else this.#unsaid.set(kind, notice);
  }

  #flushSoon(): NodeJS.Timeout {
    return setTimeout(() => void this.#flush(), GATHER_MS).unref();
  }

  #receive(channel: string, payload: string): void {
    if (channel === this.#beatChannel) return this.#heard();
    if (channel === SESSION_CHANNEL) return this.forgetSessionHere(payload);
    this.#hear(JSON.parse(payload) as Addressed);
  }

  #hear({ to, message }: Addressed): void {
    const endpoints = "stale" in message ? message.stale.join() : undefined;
    for (const one of to) {
      const { audience, spared } = readAudience(one);
      if (endpoints !== undefined) this.#recent.add(audience, endpoints);
      for (const listener of this.#listeners.get(audience) ?? []) listener(message, audience, spared);
    }
  }
}
