import { refuse } from "@laro/contract/core/errors";
import type { Database, Tx } from "../../platform/db.ts";
import { type Cardplayer, listCompany, listKin } from "./pvp.people.ts";
import type { Room } from "./pvp.rooms.ts";
import { isFull, newPlace, newTable, people, type Place, type Table } from "./pvp.table.ts";

/** More tables one process does not hold, and more of them are not for practice: that takes nobody's seat for money. */
const TABLES_MAX = 1_000;
const PRACTICE_MAX = 700;

interface Wish {
  readonly room: Room;
  readonly who: Cardplayer;
  /** In practice: the free seats are filled with computers. */
  readonly computers: boolean;
  /** In practice: a table of one's own, which others find by its link alone. */
  readonly own: boolean;
  /** In practice: the table of such a link. */
  readonly asked: string | undefined;
  readonly now: Date;
}

interface Sat {
  readonly table: Table;
  /** False where whoever asked had the seat already. */
  readonly isNew: boolean;
}

/** Who sits where: in memory, and in `pvp_seat` for whoever counts. One after the other, so that no seat is given twice. */
export class Seating {
  readonly #begin: Database["begin"];
  readonly #tables = new Map<string, Table>();
  readonly #byAccount = new Map<bigint, Table>();
  #queue: Promise<unknown> = Promise.resolve();
  /** Changes whenever all is forgotten: what was asked for before is not written after. */
  #era = Symbol("era");
  /** The one in which what the queue does now was asked for. */
  #askedIn = this.#era;

  constructor(begin: Database["begin"]) {
    this.#begin = begin;
  }

  get tables(): Iterable<Table> {
    return this.#tables.values();
  }

  tableOf(accountId: bigint): Table | undefined {
    return this.#byAccount.get(accountId);
  }

  /** Whether a table is one of those that are held now. */
  has(table: Table): boolean {
    return this.#tables.get(table.id) === table;
  }

  /** The table where somebody sits already who asks for a place in a room. Refuses with `pvp.seated` who sits in another. */
  findSeated(accountId: bigint, { room, computers }: Pick<Wish, "room" | "computers">): Table | undefined {
    const table = this.#byAccount.get(accountId);
    if (table !== undefined && table.room !== room) refuse("pvp.seated");
    const isForComputers = computers && room.unitMinor === undefined && table?.state === "waits" && !isFull(table);
    return isForComputers ? undefined : table;
  }

  /** Forgets what was, and holds these. */
  take(opened: readonly Table[]): void {
    this.#era = Symbol("era");
    this.#tables.clear();
    this.#byAccount.clear();
    for (const table of opened) {
      this.#tables.set(table.id, table);
      for (const { accountId } of people(table)) this.#byAccount.set(accountId!, table);
    }
  }

  /** Gives a seat; whoever sits already keeps theirs. */
  sit(wish: Wish): Promise<Sat> {
    return this.#inQueue(() => this.#sit(wish));
  }

  /** One after the other, so that no seat is given twice and none that is being given is freed. */
  #inQueue<Result>(work: () => Promise<Result>): Promise<Result> {
    const era = this.#era;
    const done = this.#queue.then(() => {
      this.#askedIn = era;
      return work();
    });
    this.#queue = done.catch(() => undefined);
    return done;
  }

  /** Writes, unless the tables it is about have been let go since. Refuses with `pvp.not_leading`. */
  #write<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#begin(async (tx) => (this.#askedIn === this.#era ? work(tx) : refuse("pvp.not_leading")));
  }

  async #sit(wish: Wish): Promise<Sat> {
    const { room, who, computers, now } = wish;
    const isPractice = room.unitMinor === undefined;
    const seatedAt = this.findSeated(who.accountId, wish);
    if (seatedAt !== undefined) return { table: seatedAt, isNew: false };
    const known = this.#byAccount.get(who.accountId);
    const table = known ?? (isPractice ? this.#practice(wish) : await this.#quick(wish));
    const free = [...table.places.keys()].filter((seat) => table.places[seat] === undefined);
    const seated = new Map<number, Place>();
    if (known === undefined) seated.set(free.shift() ?? refuse("pvp.full"), newPlace(who));
    if (isPractice && computers) free.forEach((seat, at) => seated.set(seat, newPlace({ accountId: undefined, name: String(at + 1), avatar: 0 })));
    await this.#write((tx) => writeSeats(tx, table, seated, now));
    this.#tables.set(table.id, table);
    for (const [seat, place] of seated) table.places[seat] = place;
    this.#byAccount.set(who.accountId, table);
    return { table, isNew: true };
  }

  #open(room: Room, now: Date, isPrivate = false): Table {
    const isPractice = room.unitMinor === undefined;
    if (this.#tables.size >= TABLES_MAX || (isPractice && this.#countPractice() >= PRACTICE_MAX)) refuse("pvp.full");
    return newTable(room, { now, isPrivate });
  }

  #countPractice(): number {
    return [...this.#tables.values()].filter((table) => table.room.unitMinor === undefined).length;
  }

  #practice({ room, asked, own, computers, now }: Wish): Table {
    if (asked !== undefined) {
      const table = this.#tables.get(asked);
      if (table === undefined || table.room !== room) refuse("pvp.table_unknown");
      if (isFull(table)) refuse("pvp.full");
      return table;
    }
    if (own || computers) return this.#open(room, now, true);
    return this.#waiting(room).find(({ isPrivate }) => !isPrivate) ?? this.#open(room, now);
  }

  /** The fullest table without anybody of one's own house; if there is another, without the company of the last hands. Nobody chooses whom they play. */
  async #quick({ room, who, now }: Wish): Promise<Table> {
    const waiting = this.#waiting(room);
    const seated = waiting.flatMap((table) => people(table).map(({ accountId }) => accountId!));
    const [kin, company] = await this.#write(async (tx) => [await listKin(tx, who.accountId, seated), await listCompany(tx, who.accountId)] as const);
    const sits = (table: Table, some: ReadonlySet<bigint>): boolean => people(table).some(({ accountId }) => some.has(accountId!));
    const may = waiting.filter((table) => !sits(table, kin));
    return may.find((table) => !sits(table, company)) ?? may[0] ?? this.#open(room, now);
  }

  /** The tables of a room with a free seat, fullest first. */
  #waiting(room: Room): Table[] {
    const open = [...this.#tables.values()].filter((table) => table.room === room && table.state !== "plays" && !isFull(table));
    return open.toSorted((one, other) => people(other).length - people(one).length);
  }

  /** Frees seats; a table without people is no more. */
  stand(table: Table, places: readonly Place[]): Promise<void> {
    return this.#inQueue(() => this.#stand(table, places));
  }

  async #stand(table: Table, places: readonly Place[]): Promise<void> {
    const seats = [...table.places.entries()].filter(([, place]) => place !== undefined && places.includes(place)).map(([seat]) => seat);
    const isEmpty = people(table).every((place) => places.includes(place));
    await this.#write(async (tx) => {
      await tx
        .deleteFrom("pvp_seat")
        .where("table_id", "=", table.id)
        .$if(!isEmpty, (query) => query.where("seat", "in", seats))
        .execute();
    });
    for (const seat of seats) {
      const accountId = table.places[seat]?.accountId;
      table.places[seat] = undefined;
      if (accountId !== undefined) this.#byAccount.delete(accountId);
    }
    if (isEmpty) this.#tables.delete(table.id);
  }
}

async function writeSeats(tx: Tx, { id, room }: Table, seated: ReadonlyMap<number, Place>, now: Date): Promise<void> {
  if (seated.size === 0) return;
  const is_practice = room.unitMinor === undefined;
  await tx
    .insertInto("pvp_seat")
    .values([...seated].map(([seat, { accountId }]) => ({ table_id: id, seat, room: room.roomId, account_id: accountId ?? null, is_practice, at: now })))
    .execute();
}
