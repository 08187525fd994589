import { type RoomAct, type RoomRequest, TableView, type WrittenRoomMessage } from "@laro/contract/core/cardRooms";
import { OPEN_MS, READY_MS } from "@laro/contract/core/cardRoomTimes";
import { Refusal, refuse } from "@laro/contract/core/errors";
import { hashOfHex } from "@laro/engines/pvp/cardGame";
import { sql } from "kysely";
import { z } from "zod";
import { type JurisdictionPack, packs } from "../../core/settings/packs.ts";
import { HoldRefused } from "../../core/wallet/handStakes.ts";
import { getMainWalletId } from "../../core/wallet/wallet.ts";
import { type Database, openDatabase, type Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import type { Platform } from "../../platform/routes.ts";
import { dealHand, HandGone, settleHand, sharesOf, voidHand, writeMove } from "./pvp.books.ts";
import { checkMayPlay, findCardplayer } from "./pvp.people.ts";
import { resumeTables } from "./pvp.resume.ts";
import { findRoom } from "./pvp.rooms.ts";
import { Seating } from "./pvp.seating.ts";
import * as tables from "./pvp.table.ts";
import { type Place, type Table } from "./pvp.table.ts";

const LOOK_EVERY_MS = 200;
const TELL_EVERY_MS = 1_000;
/** How often a process that does not lead the rooms asks whether it may. */
const ASK_EVERY_MS = 2_000;
/** The lock of whoever holds the card tables: of several processes one. */
const LOCK = [9, 1] as const;
/** What a hand's end changes for its members. */
const PAID = ["wallet.balance", "bonuses.rewards", "rewards.summary", "rounds.mine", "pvp.rooms"] as const;

/** One window of a member. */
export interface Player {
  readonly accountId: bigint;
  readonly isAbroad: boolean;
  readonly send: (message: WrittenRoomMessage) => void;
  /** Says why something is not done, in the member's language. */
  readonly refuse: (refusal: Refusal) => void;
  /** Says that a place was lost, and why. */
  readonly stand: (refusal: Refusal) => void;
}

/**
 * Holds the card tables: all of them in the memory of the one process that has the lock, on the very connection that writes every act, so one that lost the connection
 * writes nothing. Whoever comes after it plays the open hands again from what is written and goes on.
 */
export class CardHall {
  readonly #platform: Platform;
  readonly #database: Database;
  readonly #pack: JurisdictionPack;
  readonly #seating: Seating;
  /** The windows of each member, the newest last: that one plays. */
  readonly #players = new Map<bigint, Player[]>();
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
    this.#seating = new Seating((work) => this.#begin(work));
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
    if (this.#isLeading) await Promise.all([...this.#seating.tables].map((table) => this.#inTurn(table, () => this.#look(table))));
    this.#tellEveryone();
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
    if (opened === undefined) return;
    this.#seating.take(opened);
    this.#isLeading = true;
    for (const table of opened) this.#tell(table);
  }

  /** Another process may hold the tables by now: what is in this one's memory is forgotten, and read anew by whoever leads next. */
  #lose(error: unknown): void {
    this.#platform.log.error({ fault: (error as Error).message }, "the card tables were let go");
    this.#isLeading = false;
    this.#seating.take([]);
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
      return this.#abandon(table, error);
    });
    table.turn = turn.catch(() => undefined);
    return turn;
  }

  /** A window that opened; answers how it is given up. */
  enter(player: Player): () => void {
    const { accountId } = player;
    this.#players.set(accountId, [...(this.#players.get(accountId) ?? []), player]);
    return () => {
      const left = (this.#players.get(accountId) ?? []).filter((one) => one !== player);
      if (left.length > 0) this.#players.set(accountId, left);
      else this.#players.delete(accountId);
      const table = this.#seating.tableOf(accountId);
      if (left.length > 0 && table !== undefined) this.#tell(table);
    };
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
    if (this.#players.get(accountId)?.at(-1) !== player) refuse("pvp.watching");
    await this.#inTurn(table, async () => {
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
    if (!place.isLeaving) [place.isAway, place.autos] = [false, 0];
    this.#tell(table);
  }

  async #seat(player: Player, { room: roomId, computers = false, own = false, table: asked }: Extract<RoomRequest, { say: "seat" }>): Promise<void> {
    const room = findRoom(roomId, this.#pack) ?? refuse("pvp.room_unknown");
    const { db } = this.#platform.database;
    const who = (await findCardplayer(db, player.accountId)) ?? refuse("sessions.required");
    if (room.unitMinor !== undefined) await checkMayPlay(db, who, { pack: this.#pack, now: this.#now, isAbroad: player.isAbroad });
    const table = await this.#seating.sit({ room, who, computers, own, asked, now: this.#now });
    await this.#inTurn(table, async () => this.#gather(table));
    this.#areRoomsChanged = true;
  }

  /** A table whose seats are all taken waits for their word; one with a free seat waits for people. */
  #gather(table: Table): void {
    if (table.state === "plays") return this.#tell(table);
    const isFull = tables.isFull(table);
    table.endsAt = isFull ? new Date(this.#now.getTime() + READY_MS) : undefined;
    table.state = isFull ? "ready" : "waits";
    this.#tell(table);
  }

  #ready(table: Table, place: Place, hash: string): void {
    if (table.state === "plays" || table.state === "open") refuse("pvp.hand_running");
    place.hash ??= hash;
    // Once all have promised their bytes they open them: nobody can choose theirs by another's.
    if (table.state === "ready" && table.places.every((one) => one !== undefined && tables.isReady(one)))
      [table.state, table.endsAt] = ["open", new Date(this.#now.getTime() + OPEN_MS)];
    this.#tell(table);
  }

  async #open(table: Table, place: Place, bytes: string): Promise<void> {
    if (table.state !== "open" || place.bytes !== undefined) return;
    if (hashOfHex(bytes) !== place.hash) refuse("pvp.act_invalid");
    place.bytes = bytes;
    if (tables.people(table).every((one) => one.bytes !== undefined)) await this.#deal(table);
    this.#tell(table);
  }

  async #leave(table: Table, place: Place): Promise<void> {
    if (table.state === "plays") [place.isLeaving, place.isAway] = [true, true];
    else await this.#standUp(table, [place]);
    this.#tell(table);
  }

  /** Frees places, and tells those who lose one why. */
  async #standUp(table: Table, places: readonly Place[], reason?: Refusal | ReadonlyMap<Place, Refusal>): Promise<void> {
    if (places.length === 0) return;
    await this.#seating.stand(table, places);
    for (const place of places) {
      if (place.accountId === undefined) continue;
      const why = reason instanceof Map ? reason.get(place) : (reason as Refusal | undefined);
      for (const player of this.#players.get(place.accountId) ?? [])
        if (why === undefined) player.send({ free: { room: table.room.roomId } });
        else player.stand(why);
    }
    this.#areRoomsChanged = true;
    if (tables.people(table).length === 0) return;
    tables.clearPromises(table);
    this.#gather(table);
  }

  /** What is due at a table by the clock. */
  async #look(table: Table): Promise<void> {
    const now = this.#now;
    if (table.state === "waits") await this.#standUp(table, tables.listGone(table, { isThere: (accountId) => this.#players.has(accountId), now }));
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

  /** Deals the next hand: for money every hold is taken in one transaction, and a seat that may not play stands up with nobody debited. */
  async #deal(table: Table): Promise<void> {
    const [id, seeds] = [newId(this.#now), tables.seedsOf(table)];
    const refused = tables.isMoney(table) ? await this.#hold(table, id, seeds) : new Map<Place, Refusal>();
    if (refused.size > 0) return this.#standUp(table, [...refused.keys()], refused);
    tables.beginHand(table, id, seeds, this.#now);
    if (tables.isMoney(table)) this.#staleOf(table);
  }

  async #hold(table: Table, id: string, { seed, seedHash, nonce, hitter }: ReturnType<typeof tables.seedsOf>): Promise<ReadonlyMap<Place, Refusal>> {
    const { keys, timeZone, database } = this.#platform;
    const refused = new Map<Place, Refusal>();
    const seats = await Promise.all(
      table.places.map(async (place, seat) => {
        const accountId = place!.accountId!;
        const who = await findCardplayer(database.db, accountId);
        const isAbroad = this.#players.get(accountId)?.at(-1)?.isAbroad ?? false;
        try {
          await checkMayPlay(database.db, who ?? refuse("sessions.required"), { pack: this.#pack, now: this.#now, isAbroad });
          return { seat, accountId, walletId: await getMainWalletId(database.db, accountId), bytes: place!.bytes! };
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          refused.set(place!, error);
          return undefined;
        }
      }),
    );
    if (refused.size > 0) return refused;
    const booked = seats.filter((one) => one !== undefined);
    try {
      await this.#begin((tx) =>
        dealHand(tx, keys, { now: this.#now, timeZone }, { id, tableId: table.id, room: table.room, number: nonce, hitter, seed, seedHash, seats: booked }),
      );
    } catch (error) {
      if (!(error instanceof HoldRefused)) throw error;
      refused.set(table.places[booked.find(({ walletId }) => walletId === error.walletId)!.seat]!, error.refusal);
    }
    return refused;
  }

  /** Takes an act: written down before anybody is told, and with the last one everybody is paid. */
  async #act(table: Table, played: { seat: number; act: RoomAct; auto: boolean }): Promise<void> {
    const { room } = table;
    const hand = table.hand ?? refuse("pvp.hand_over");
    const { state, end } = tables.playAct(table, played);
    if (tables.isMoney(table)) {
      const { keys, timeZone } = this.#platform;
      const now = this.#now;
      await this.#begin(async (tx) => {
        await writeMove(tx, { handId: hand.id, seq: hand.seq, ...played, now });
        if (end !== undefined) await settleHand(tx, keys, { now, timeZone }, { handId: hand.id, room, end });
      });
    }
    tables.moveOn(table, state, played, this.#now);
    if (end !== undefined) await this.#end(table);
    this.#tell(table);
  }

  /** A hand its own game fails at: all that was held goes back, and the table is no more. */
  async #abandon(table: Table, { message: fault }: tables.EngineFault): Promise<void> {
    const { log, keys, timeZone } = this.#platform;
    log.error({ fault, table: table.id }, "a game failed at its hand");
    if (table.hand !== undefined && tables.isMoney(table)) {
      const { id } = table.hand;
      await this.#begin((tx) => voidHand(tx, keys, { now: this.#now, timeZone }, id));
      this.#staleOf(table);
    }
    [table.hand, table.state] = [undefined, "waits"];
    await this.#standUp(table, tables.people(table), new Refusal("pvp.voided"));
  }

  async #end(table: Table): Promise<void> {
    const [hand, end] = [table.hand!, table.game.endOf(table.hand!.state)!];
    const { shares, rake } = sharesOf(table.room, end);
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
    this.#gather(table);
  }

  #staleOf(table: Table): void {
    const members = tables.people(table).map(({ accountId }) => `member:${accountId!}` as const);
    this.#platform.live.stale(PAID, members);
  }

  /** Tells every seat how the table stands for it, and nobody what another holds. */
  #tell(table: Table): void {
    const now = this.#now;
    for (const [seat, place] of table.places.entries()) {
      const windows = place?.accountId === undefined ? [] : (this.#players.get(place.accountId) ?? []);
      for (const player of windows) {
        const view = tables.viewOf(table, seat, { isWatching: player !== windows.at(-1), now });
        player.send({ view: z.encode(TableView, view) });
      }
    }
  }
}

async function holdLock(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ leads: boolean }>`select pg_try_advisory_lock(${LOCK[0]}, ${LOCK[1]}) as leads`.execute(tx);
  return rows[0]!.leads;
}
