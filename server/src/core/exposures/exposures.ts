import { refuse } from "@laro/contract/core/errors";
import { sql, type RawBuilder } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Db, Tx } from "../../platform/db.ts";

/** Room that is asked for on one of an event's results: the most a purchase can win there, and what all may. Minor units. */
export interface Ask {
  readonly key: string;
  readonly amount: bigint;
  readonly cap: bigint;
}

export interface Reservation {
  readonly eventId: bigint;
  readonly asks: readonly Ask[];
}

/** Where room is taken, and by which clock. */
export interface Place {
  readonly database: Pick<Database, "begin">;
  readonly clock: Clock;
}

/** Where there was no room, and how much there is. */
export interface Full {
  readonly key: string;
  readonly left: bigint;
}

/** A purchase under way is over by then: what moved before is what was sold. */
export const UNDER_WAY_MS = 60_000;
const AT_ONCE_MAX = 64;
/** Rows of one statement. */
const ROWS_MAX = 20_000;
/** Purchases, and marks of theirs, that may wait for their turn: some seconds of it. */
export const WAITING_MAX = 2_000;
const MARKS_WAITING_MAX = 100_000;
const RETRY_AFTER_S = 1;

interface Waiting extends PromiseWithResolvers<Full | undefined> {
  readonly reservation: Reservation;
}

/**
 * Takes room for purchases before their stakes are posted: one statement for all who ask in one moment, and one by one where not all fit. Whoever asks gets all of its
 * room or none.
 */
class Book {
  readonly #place: Place;
  #waiting: Waiting[] = [];
  #marks = 0;
  #isAtIt = false;

  constructor(place: Place) {
    this.#place = place;
  }

  reserve(reservation: Reservation): Promise<Full | undefined> {
    const marks = this.#marks + reservation.asks.length;
    if (this.#waiting.length >= WAITING_MAX || (this.#waiting.length > 0 && marks > MARKS_WAITING_MAX)) refuse("server.busy", { retryAfter: RETRY_AFTER_S });
    this.#marks = marks;
    const waiting = { reservation, ...Promise.withResolvers<Full | undefined>() };
    this.#waiting.push(waiting);
    if (!this.#isAtIt) setImmediate(() => void this.#work());
    this.#isAtIt = true;
    return waiting.promise;
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#next();
      try {
        await this.#take(batch);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isAtIt = false;
  }

  /** As many as fit into one statement; one at least. */
  #next(): readonly Waiting[] {
    let rows = 0;
    const end = this.#waiting.findIndex(({ reservation }, at) => (rows += reservation.asks.length) > ROWS_MAX || at === AT_ONCE_MAX);
    const batch = this.#waiting.splice(0, end === -1 ? this.#waiting.length : Math.max(end, 1));
    for (const { reservation } of batch) this.#marks -= reservation.asks.length;
    return batch;
  }

  async #take(batch: readonly Waiting[]): Promise<void> {
    const together = await this.#tryAll(batch.map(({ reservation }) => reservation));
    if (together === undefined) return batch.forEach(({ resolve }) => resolve(undefined));
    if (batch.length === 1) return batch[0]!.resolve(together);
    for (const { reservation, resolve } of batch) resolve(await this.#tryAll([reservation]));
  }

  /** Takes all of it, or nothing and says where there is no room. */
  async #tryAll(reservations: readonly Reservation[]): Promise<Full | undefined> {
    const { database, clock } = this.#place;
    const rows = sumUp(reservations);
    const over = rows.find(({ amount, cap }) => amount > cap);
    if (over !== undefined && reservations.length === 1) return database.begin((tx) => lookUp(tx, over));
    if (over !== undefined) return { key: over.key, left: 0n };
    const full = await database
      .begin(async (tx) => {
        // The stake's commit is later in the same log, and flushes this too.
        await sql`set local synchronous_commit = off`.execute(tx);
        const taken = await take(tx, rows, clock.now());
        if (taken.size === rows.length) return undefined;
        const none = rows.find((row) => !taken.has(nameOf(row)))!;
        const found = await lookUp(tx, none);
        throw new NoRoom(found);
      })
      .catch((error: unknown) => {
        if (error instanceof NoRoom) return error.full;
        throw error;
      });
    return full;
  }
}

/** Undoes what a statement took where something of it did not fit. */
class NoRoom extends Error {
  readonly full: Full;

  constructor(full: Full) {
    super("no room");
    this.full = full;
  }
}

interface Row extends Ask {
  readonly eventId: bigint;
}

const nameOf = ({ eventId, key }: Pick<Row, "eventId" | "key">): string => `${eventId} ${key}`;

function sumUp(reservations: readonly Reservation[]): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const { eventId, asks } of reservations) {
    for (const { key, amount, cap } of asks) {
      const name = nameOf({ eventId, key });
      rows.set(name, { eventId, key, cap, amount: (rows.get(name)?.amount ?? 0n) + amount });
    }
  }
  // In one order, so that no two wait for each other.
  return [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

async function take(tx: Tx, rows: readonly Row[], now: Date): Promise<ReadonlySet<string>> {
  const column = <Value>(of: (row: Row) => Value): Value[] => rows.map(of);
  const taken = await sql<{ eventId: bigint; key: string }>`
    insert into exposure as e (event_id, key, taken, cap, moved_at)
    select a.event_id, a.key, a.amount, a.cap, ${now}
    from unnest(${column(({ eventId }) => eventId)}::bigint[], ${column(({ key }) => key)}::text[], ${column(({ amount }) => amount)}::bigint[], ${column(({ cap }) => cap)}::bigint[])
      with ordinality as a(event_id, key, amount, cap, place) order by a.place
    on conflict (event_id, key) do update set taken = e.taken + excluded.taken, cap = excluded.cap, moved_at = greatest(e.moved_at, excluded.moved_at)
    where e.taken + excluded.taken <= excluded.cap
    returning event_id as "eventId", key`.execute(tx);
  return new Set(taken.rows.map(nameOf));
}

async function lookUp(tx: Tx, { eventId, key, cap }: Row): Promise<Full> {
  const row = await tx.selectFrom("exposure").select("taken").where("event_id", "=", eventId).where("key", "=", key).executeTakeFirst();
  const left = cap - (row?.taken ?? 0n);
  return { key, left: left > 0n ? left : 0n };
}

const books = new WeakMap<object, Book>();

/** Takes room for a purchase; undefined, or where there is none. Whoever does not buy gives it back. Refuses with `server.busy` where too many wait. */
export async function reserve(place: Place, reservation: Reservation): Promise<Full | undefined> {
  const book = books.get(place.database) ?? new Book(place);
  books.set(place.database, book);
  return book.reserve(reservation);
}

/** Gives the room of a purchase back that came to nothing. */
export async function release(database: Pick<Database, "begin">, { eventId, asks }: Reservation): Promise<void> {
  const rows = sumUp([{ eventId, asks }]);
  const keys = rows.map(({ key }) => key);
  await database.begin(async (tx) => {
    await sql`set local synchronous_commit = off`.execute(tx);
    await lockMarks(tx, sql`e.event_id = ${eventId} and e.key = any(${keys}::text[])`);
    await sql`
      update exposure e set taken = greatest(e.taken - a.amount, 0)
      from (select * from unnest(${keys}::text[], ${rows.map(({ amount }) => amount)}::bigint[]) as u(key, amount)) a
      where e.event_id = ${eventId} and e.key = a.key`.execute(tx);
  });
}

/** Locks marks of one event in the order in which room is taken of them, which is that of their letters, so that no two wait for each other in a circle. */
const lockMarks = (tx: Tx, which: RawBuilder<unknown>) => sql`select from exposure e where ${which} order by e.key collate "C" for update`.execute(tx);

/** Says anew what is sold of an event, for whatever has no purchase under way; what is not named is sold of nothing. `now` is before it was counted what is sold. */
export async function recount(tx: Tx, { eventId, sold, now }: { eventId: bigint; sold: ReadonlyMap<string, bigint>; now: Date }): Promise<void> {
  const before = new Date(now.getTime() - UNDER_WAY_MS);
  await lockMarks(tx, sql`e.event_id = ${eventId} and e.moved_at < ${before}`);
  await sql`
    update exposure e set taken = coalesce(a.amount, 0)
    from exposure x left join (
      select * from unnest(${[...sold.keys()]}::text[], ${[...sold.values()]}::bigint[]) as u(key, amount)
    ) a on a.key = x.key
    where x.event_id = ${eventId} and e.event_id = x.event_id and e.key = x.key and e.moved_at < ${before} and e.taken <> coalesce(a.amount, 0)`.execute(tx);
}

/** Forgets what was held for events that are over. */
export const forgetExposures = (tx: Tx, eventIds: readonly bigint[]) =>
  tx
    .deleteFrom("exposure")
    .where("event_id", "in", [...eventIds])
    .execute();

/** What is held of one mark, in minor units. */
export interface Held {
  readonly key: string;
  readonly taken: bigint;
  readonly cap: bigint;
}

/** The marks of an event that could cost most, the worst first, and the one that holds the whole. */
export async function listHeld(
  db: Db,
  { eventId, wholeKey, limit }: { eventId: bigint; wholeKey: string; limit: number },
): Promise<{ list: readonly Held[]; whole: Held | undefined }> {
  const held = db.selectFrom("exposure").select(["key", "taken", "cap"]).where("event_id", "=", eventId);
  const [list, whole] = await Promise.all([
    held.where("key", "<>", wholeKey).where("taken", ">", 0n).orderBy("taken", "desc").orderBy("key").limit(limit).execute(),
    held.where("key", "=", wholeKey).executeTakeFirst(),
  ]);
  return { list, whole };
}
