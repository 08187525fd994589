import { TableView, type WrittenRoomMessage } from "@laro/contract/core/cardRooms";
import type { Refusal } from "@laro/contract/core/errors";
import { z } from "zod";
import type { Clock } from "../../platform/clock.ts";
import { seatOf, type Place, type Table, viewOf } from "./pvp.table.ts";

/** What is no act of a hand is told at most so often at a table, however many sit down, promise and leave: each telling goes to every window there. */
const TELL_EVERY_MS = 150;

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

/** The windows of every member, the newest last: that one plays. */
export class Windows {
  readonly #clock: Pick<Clock, "now">;
  readonly #players = new Map<bigint, readonly Player[]>();
  readonly #toldAtMs = new WeakMap<Table, number>();
  readonly #soon = new Map<Table, NodeJS.Timeout>();

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  of(accountId: bigint): readonly Player[] {
    return this.#players.get(accountId) ?? [];
  }

  isThere(accountId: bigint): boolean {
    return this.#players.has(accountId);
  }

  /** Whether it is the one of its member's that plays. */
  plays(player: Player): boolean {
    return this.of(player.accountId).at(-1) === player;
  }

  enter(player: Player): void {
    this.#players.set(player.accountId, [...this.of(player.accountId), player]);
  }

  leave(player: Player): void {
    const left = this.of(player.accountId).filter((one) => one !== player);
    if (left.length > 0) this.#players.set(player.accountId, left);
    else this.#players.delete(player.accountId);
  }

  /** Tells every seat now how the table stands for it. */
  tell(table: Table): void {
    clearTimeout(this.#soon.get(table));
    this.#soon.delete(table);
    this.#toldAtMs.set(table, performance.now());
    for (const place of table.places) if (place?.accountId !== undefined) for (const player of this.of(place.accountId)) this.tellOne(player, table);
  }

  /** Tells every seat, now where nothing was told lately, and otherwise once for all that happens until then. Answers whether it was now. */
  tellSoon(table: Table): boolean {
    if (this.#soon.has(table)) return false;
    const waitMs = TELL_EVERY_MS - (performance.now() - (this.#toldAtMs.get(table) ?? -Infinity));
    if (waitMs <= 0) this.tell(table);
    else this.#soon.set(table, setTimeout(() => this.tell(table), waitMs).unref());
    return waitMs <= 0;
  }

  /** Tells one window how the table stands for its seat, and nobody what another holds. */
  tellOne(player: Player, table: Table): void {
    const seat = seatOf(table, player.accountId);
    if (seat < 0) return;
    const view = viewOf(table, seat, { isWatching: !this.plays(player), now: this.#clock.now() });
    player.send({ view: z.encode(TableView, view) });
  }

  /** Tells those who lost a place at a table why; without a reason they left of themselves. */
  tellStood({ room }: Pick<Table, "room">, { accountId }: Place, why: Refusal | undefined): void {
    if (accountId === undefined) return;
    for (const player of this.of(accountId))
      if (why === undefined) player.send({ free: { room: room.roomId } });
      else player.stand(why);
  }

  /** What was to be told of tables is not any more. */
  forget(): void {
    this.#soon.forEach((timer) => clearTimeout(timer));
    this.#soon.clear();
  }
}
