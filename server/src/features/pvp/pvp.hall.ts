import type { RoomAct, RoomRequest, TableView } from "@laro/contract/core/cardRooms";
import { Refusal, refuse } from "@laro/contract/core/errors";
import { hashOfHex } from "@laro/engines/pvp/cardGame";
import { sql } from "kysely";
import pg from "pg";
import { cardGameOf } from "../../core/catalogue/cardGames.ts";
import { checkGameOpen } from "../../core/catalogue/stops.ts";
import { type JurisdictionPack, packs } from "../../core/settings/packs.ts";
import { type Database, openDatabase, type Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import type { Platform } from "../../platform/routes.ts";
import { HandGone, settleHand, sharesOf, voidHand, writeMove } from "./pvp.books.ts";
import { bookHand } from "./pvp.dealing.ts";
import { checkMayPlay, findCardplayer } from "./pvp.people.ts";
import { resumeTables } from "./pvp.resume.ts";
import { findRoom, holdOf } from "./pvp.rooms.ts";
import { Seating } from "./pvp.seating.ts";
import * as tables from "./pvp.table.ts";
import { type Place, type Table } from "./pvp.table.ts";
import { type Player, Windows } from "./pvp.windows.ts";

const LOOK_EVERY_MS = 200;
const TELL_EVERY_MS = 1_000;
/** How often a process that does not lead the rooms asks whether it may. */
const ASK_EVERY_MS = 2_000;
/** The lock of whoever holds the card tables: of several processes one. */
const LOCK = [9, 1] as const;
/** A lock that was waited for too long, a statement that took too long, a circle of locks: nothing of the transaction stands. */
const HELD_UP = ["55P03", "57014", "40P01"];
const isHeldUp = (error: unknown): boolean => error instanceof pg.DatabaseError && HELD_UP.includes(error.code ?? "");
/** What a hand's end changes for its members. */
const PAID = ["wallet.balance", "bonuses.rewards", "rewards.summary", "rounds.mine", "pvp.rooms"] as const;

/**
 * Holds the card tables: all of them in the memory of the one process that has the lock, on the very connection that writes every act, so one that lost the connection
 * writes nothing. Whoever comes after it plays the open hands again from what is written and goes on.
 */
export class CardHall {
  readonly #platform: Platform;
  readonly #database: Database;
  readonly #pack: JurisdictionPack;
  readonly #seating: Seating;
  readonly #windows: Windows;
  /** Who sat somewhere when the tables were let go: whoever does not sit again with the next lead is told so. */
  readonly #unseated = new Set<bigint>();
  #isLeading = false;
  #askedAtMs = -Infinity;
  /** Whether the rooms changed since everybody was told of them. */
  #areRoomsChanged = false;
  #toldAtMs = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(platform: Platform, url: string) {
    this.#platform = platform;
    this.#pack = packs[platform.config.pack];
    this.#database = openDatabase(url, { connections: 1, name: `laro-cards-${process.pid}` });
    this.#windows = new Windows(platform.clock);
    this.#seating = new Seating((work) => this.#begin(work));
  }

  get isLeading(): boolean {
    return this.#isLeading;
  }

  get #now(): Date {
    return this.#platform.clock.now();
  }

  start(): void {
    this.#timer = setTimeout(() => {
      void this.look().finally(() => !this.#isClosed && this.start());
    }, LOOK_EVERY_MS).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all([...this.#seating.tables].map(({ turn }) => turn));
    this.#windows.forget();
    await this.#database.close();
  }

  /** Takes the lead where nobody has it, and does at each table what is due. */
  look(): Promise<void> {
    this.#looking = this.#attend().catch((error: unknown) => this.#lose(error));
    return this.#looking;
  }

  async #attend(): Promise<void> {
    if (!this.#isLeading) {
      if (performance.now() - this.#askedAtMs < ASK_EVERY_MS) return;
      this.#askedAtMs = performance.now();
      await this.#lead();
    }
    if (this.#isLeading) await Promise.all([...this.#seating.tables].map((table) => this.#attendTo(table)));
    this.#tellEveryone();
  }

  /** A table whose wallet another holds, or whose statement takes too long, is looked at again: the others go on, and so does the lead. */
  async #attendTo(table: Table): Promise<void> {
    await this.#inTurn(table, () => this.#look(table)).catch((error: unknown) => {
      if (!isHeldUp(error)) throw error;
      this.#platform.log.warn({ fault: (error as Error).message, room: table.room.roomId }, "a card table waits");
    });
  }

  /** However often people sit down and stand up, the list of rooms is asked for once a second. */
  #tellEveryone(): void {
    if (!this.#areRoomsChanged || performance.now() - this.#toldAtMs < TELL_EVERY_MS) return;
    [this.#areRoomsChanged, this.#toldAtMs] = [false, performance.now()];
    this.#platform.live.stale(["pvp.rooms"], ["everyone"]);
  }

  async #lead(): Promise<void> {
    const { keys, timeZone } = this.#platform;
    const opened = await this.#database.begin(async (tx) => {
      if (!(await holdLock(tx))) return undefined;
      return resumeTables(tx, keys, { now: this.#now, timeZone }, this.#pack);
    });
    if (opened !== undefined) {
      this.#seating.take(opened);
      this.#isLeading = true;
      for (const table of opened) this.#tell(table);
    }
    for (const accountId of this.#unseated)
      if (this.#seating.tableOf(accountId) === undefined) this.#windows.of(accountId).forEach((player) => player.stand(new Refusal("server.busy")));
    this.#unseated.clear();
  }

  /** Another process may hold the tables by now: what is in this one's memory is forgotten, and read anew by whoever leads next. */
  #lose(error: unknown): void {
    this.#platform.log.error({ fault: (error as Error).message }, "the card tables were let go");
    this.#isLeading = false;
    for (const table of this.#seating.tables) for (const { accountId } of tables.people(table)) this.#unseated.add(accountId!);
    this.#seating.take([]);
    this.#windows.forget();
  }

  /** Every write is the leader's, on the connection that holds the lock. */
  async #begin<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#database.begin(async (tx) => {
      if (!(await holdLock(tx))) throw new HandGone("The card tables are led by another process.");
      return work(tx);
    });
  }

  #inTurn(table: Table, work: () => Promise<void>): Promise<void> {
    const turn = table.turn.then(work).catch((error: unknown) => {
      if (!(error instanceof tables.EngineFault)) throw error;
      return this.#abandon(table, { fault: error.message, handId: table.hand?.id, why: new Refusal("pvp.voided") });
    });
    table.turn = turn.catch(() => undefined);
    return turn;
  }

  /** A window that opened; answers how it is given up. */
  enter(player: Player): () => void {
    const { accountId } = player;
    this.#windows.enter(player);
    this.#tellOthers(accountId, player);
    return () => {
      this.#windows.leave(player);
      this.#tellOthers(accountId, player);
    };
  }

  /** Which of a member's windows plays is theirs to know. */
  #tellOthers(accountId: bigint, player: Player): void {
    const table = this.#seating.tableOf(accountId);
    if (table !== undefined) for (const other of this.#windows.of(accountId)) if (other !== player) this.#windows.tellOne(other, table);
  }

  /** Does what a window says, or tells it why not. */
  async hear(player: Player, request: RoomRequest): Promise<void> {
    try {
      if (!this.#isLeading) refuse("pvp.not_leading");
      await this.#do(player, request);
    } catch (error) {
      if (error instanceof Refusal) player.refuse(error);
      else if (error instanceof HandGone) this.#lose(error);
      else {
        this.#platform.log.error({ fault: (error as Error).message }, "a card table did not go on");
        player.refuse(new Refusal("server.unknown"));
      }
    }
  }

  async #do(player: Player, request: RoomRequest): Promise<void> {
    const { accountId } = player;
    if (request.say === "join") return this.#join(player, request.room);
    if (request.say === "seat") return this.#seat(player, request);
    const table = this.#seating.tableOf(accountId) ?? refuse("pvp.not_seated");
    if (!this.#windows.plays(player)) refuse("pvp.watching");
    await this.#inTurn(table, async () => {
      if (!this.#seating.has(table)) refuse("pvp.not_seated");
      const seat = tables.seatOf(table, accountId);
      const place = table.places[seat] ?? refuse("pvp.not_seated");
      if (request.say === "ready") return this.#ready(table, place, request.hash);
      if (request.say === "open") return this.#open(table, place, request.bytes);
      if (request.say === "leave") return this.#leave(table, place);
      if (table.hand?.id !== request.hand) refuse("pvp.hand_over");
      if (table.hand.seq !== request.seq) refuse("pvp.not_your_turn");
      await this.#act(table, { seat, act: request.act, auto: false });
    });
  }

  #join(player: Player, roomId: string): void {
    if (findRoom(roomId, this.#pack) === undefined) refuse("pvp.room_unknown");
    const table = this.#seating.tableOf(player.accountId);
    if (table === undefined) return player.send({ free: { room: roomId } });
    const place = table.places[tables.seatOf(table, player.accountId)]!;
    const wasAway = place.isAway;
    if (!place.isLeaving) [place.isAway, place.autos] = [false, 0];
    if (place.isAway === wasAway || !this.#tellSoon(table)) this.#windows.tellOne(player, table);
  }

  async #seat(player: Player, { room: roomId, computers = false, own = false, table: asked }: Extract<RoomRequest, { say: "seat" }>): Promise<void> {
    const room = findRoom(roomId, this.#pack) ?? refuse("pvp.room_unknown");
    const there = this.#seating.findSeated(player.accountId, { room, computers });
    if (there !== undefined) return this.#windows.tellOne(player, there);
    const { db } = this.#platform.database;
    const who = (await findCardplayer(db, player.accountId)) ?? refuse("sessions.required");
    if (room.unitMinor !== undefined) await checkMayPlay(db, who, { pack: this.#pack, now: this.#now, isAbroad: player.isAbroad });
    await checkGameOpen(db, cardGameOf(room.gameCode).gameId);
    const { table, isNew } = await this.#seating.sit({ room, who, computers, own, asked, now: this.#now });
    if (isNew) {
      this.#areRoomsChanged = true;
      await this.#inTurn(table, async () => tables.gather(table, this.#now));
    }
    if (!isNew || !this.#tellSoon(table)) this.#windows.tellOne(player, table);
  }

  #ready(table: Table, place: Place, hash: string): void {
    if (table.state === "plays" || table.state === "open") refuse("pvp.hand_running");
    place.hash ??= hash;
    if (tables.askForBytes(table, this.#now)) this.#tell(table);
    else this.#tellSoon(table);
  }

  async #open(table: Table, place: Place, bytes: string): Promise<void> {
    if (table.state !== "open" || place.bytes !== undefined) return;
    if (hashOfHex(bytes) !== place.hash) refuse("pvp.act_invalid");
    place.bytes = bytes;
    if (!tables.people(table).every((one) => one.bytes !== undefined)) return void this.#tellSoon(table);
    await this.#deal(table);
    this.#tell(table);
  }

  async #leave(table: Table, place: Place): Promise<void> {
    if (table.state === "plays") [place.isLeaving, place.isAway] = [true, true];
    else await this.#standUp(table, [place]);
    this.#tellSoon(table);
  }

  /** Frees places, and tells those who lose one why. */
  async #standUp(table: Table, places: readonly Place[], reason?: Refusal | ReadonlyMap<Place, Refusal>): Promise<void> {
    if (places.length === 0) return;
    await this.#seating.stand(table, places);
    for (const place of places) this.#windows.tellStood(table, place, reason instanceof Map ? reason.get(place) : (reason as Refusal | undefined));
    this.#areRoomsChanged = true;
    if (tables.people(table).length === 0) return;
    tables.clearPromises(table);
    tables.gather(table, this.#now);
    this.#tellSoon(table);
  }

  /** What is due at a table by the clock. */
  async #look(table: Table): Promise<void> {
    const now = this.#now;
    if (!this.#seating.has(table)) return;
    // Whatever let a table stand where all have done what is waited for, it goes on.
    const { state } = table;
    tables.gather(table, now);
    if (table.state !== state) return this.#tell(table);
    if (state === "waits") await this.#standUp(table, tables.listGone(table, { isThere: (accountId) => this.#windows.isThere(accountId), now }));
    else if (table.state === "ready" && table.endsAt! <= now)
      await this.#standUp(
        table,
        tables.people(table).filter((place) => !tables.isReady(place)),
        new Refusal("pvp.not_ready"),
      );
    else if (table.state === "open" && table.endsAt! <= now) {
      const silent = tables.people(table).filter((place) => place.bytes === undefined);
      await this.#standUp(table, silent, new Refusal("pvp.not_opened"));
    } else if (table.state === "plays") {
      const seat = tables.dueSeat(table, now);
      if (seat !== undefined) await this.#act(table, { seat, ...tables.clockAct(table, seat) });
    }
  }

  /** Deals the next hand; a seat that may not play stands up with nobody debited. */
  async #deal(table: Table): Promise<void> {
    const [id, seeds] = [newId(this.#now), tables.seedsOf(table)];
    const isAbroad = (accountId: bigint): boolean => this.#windows.of(accountId).at(-1)?.isAbroad ?? false;
    const house = { platform: this.#platform, pack: this.#pack, begin: <Result>(work: (tx: Tx) => Promise<Result>) => this.#begin(work), isAbroad };
    try {
      const refused = await bookHand(table, id, seeds, house);
      if (refused.size > 0) return await this.#standUp(table, [...refused.keys()], refused);
      tables.beginHand(table, id, seeds, this.#now);
    } catch (error) {
      if (error instanceof HandGone) throw error;
      const why = new Refusal(error instanceof tables.EngineFault ? "pvp.voided" : "server.busy");
      return this.#abandon(table, { fault: (error as Error).message, handId: id, why });
    }
    if (tables.isMoney(table)) this.#staleOf(table);
  }

  /** Takes an act: written down before anybody is told, and with the last one everybody is paid. */
  async #act(table: Table, played: { seat: number; act: RoomAct; auto: boolean }): Promise<void> {
    const hand = table.hand ?? refuse("pvp.hand_over");
    const { state, end } = tables.playAct(table, played);
    if (tables.isMoney(table)) {
      const { keys, timeZone } = this.#platform;
      const now = this.#now;
      await this.#begin(async (tx) => {
        await writeMove(tx, { handId: hand.id, seq: hand.seq, ...played, now });
        if (end !== undefined) await settleHand(tx, keys, { now, timeZone }, { handId: hand.id, end });
      });
    }
    tables.moveOn(table, state, played, this.#now);
    if (end !== undefined) await this.#end(table);
    this.#tell(table);
  }

  /** A hand its own game fails at, or that may be dealt or not: all that was held goes back, and the table is no more. */
  async #abandon(table: Table, { fault, handId, why }: { fault: string; handId: string | undefined; why: Refusal }): Promise<void> {
    const { log, keys, timeZone } = this.#platform;
    log.error({ fault, table: table.id }, "a hand was given up");
    try {
      if (handId !== undefined && tables.isMoney(table)) await this.#begin((tx) => voidHand(tx, keys, { now: this.#now, timeZone }, handId));
      if (tables.isMoney(table)) this.#staleOf(table);
      [table.hand, table.state] = [undefined, "waits"];
      await this.#standUp(table, tables.people(table), why);
    } catch (error) {
      // What became of the hand is in the books: it is read there with the next lead.
      this.#lose(error);
    }
  }

  async #end(table: Table): Promise<void> {
    const [hand, end] = [table.hand!, table.game.endOf(table.hand!.state)!];
    const { shares, rake } = sharesOf({ unit: table.room.unitMinor ?? 0n, hold: holdOf(table.room) }, end);
    const gainOf = (seat: number): bigint => {
      const { back, win, units } = shares[seat]!;
      return units > 0 ? win : back - tables.holdAt(table);
    };
    const [isMoney, state] = [tables.isMoney(table), hand.state];
    table.ended = {
      view: (seat) => table.game.viewOf(state, seat) as NonNullable<TableView["hand"]>,
      end,
      paid: isMoney ? shares.map(({ seat }) => gainOf(seat)) : undefined,
      rake: isMoney ? rake : undefined,
      handId: hand.id,
      reveal: tables.revealOf(table, hand),
    };
    table.winner = end.winner === null ? table.winner : table.places[end.winner]?.accountId;
    if (isMoney) this.#staleOf(table);
    const gone = table.places.filter((place): place is Place => place !== undefined && place.accountId !== undefined && place.isAway);
    table.hand = undefined;
    table.state = "waits";
    tables.clearPromises(table);
    await this.#standUp(table, gone, new Map(gone.filter(({ isLeaving }) => !isLeaving).map((place) => [place, new Refusal("pvp.away")])));
    tables.gather(table, this.#now);
  }

  #staleOf(table: Table): void {
    const members = tables.people(table).map(({ accountId }) => `member:${accountId!}` as const);
    this.#platform.live.stale(PAID, members);
  }

  #tell(table: Table): void {
    if (this.#seating.has(table)) this.#windows.tell(table);
  }

  #tellSoon(table: Table): boolean {
    return this.#seating.has(table) && this.#windows.tellSoon(table);
  }
}

async function holdLock(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ leads: boolean }>`select pg_try_advisory_lock(${LOCK[0]}, ${LOCK[1]}) as leads`.execute(tx);
  return rows[0]!.leads;
}
