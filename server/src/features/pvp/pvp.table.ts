import { randomBytes, randomUUID } from "node:crypto";
import type { HandEnd, HandView, RoomAct, TableView } from "@laro/contract/core/cardRooms";
import { ANSWER_MS, BANK_MS, OPEN_MS, READY_MS, TURN_MS } from "@laro/contract/core/cardRoomTimes";
import { refuse } from "@laro/contract/core/errors";
import { deckOf, hashOfHex, hitterOf, isFault, type DeckSeeds } from "@laro/engines/pvp/cardGame";
import { hmacSha256 } from "../../platform/hmac.ts";
import { gameOf, holdOf, type AnyCardGame, type Room } from "./pvp.rooms.ts";

const SEED_BYTES = 32;
/** A seat that plays by the clock waits so long for show, and a computer so long as if it thought. */
const AWAY_MS = 1_000;
const COMPUTER_MS = 900;
/** So many turns in a row the clock takes before a seat plays on by itself. */
const AUTOS_MAX = 2;
/** So long a seat is kept for whoever lost the connection, where no hand is played. */
export const GONE_MS = 30_000;

/** Who sits on a seat; a computer has no account. */
export interface Place {
  readonly accountId: bigint | undefined;
  readonly name: string;
  readonly avatar: number;
  /** Promised for the next hand. */
  hash: string | undefined;
  bytes: string | undefined;
  bankMs: number;
  /** Turns in a row that the clock took. */
  autos: number;
  isAway: boolean;
  isLeaving: boolean;
  /** Since when none of its windows is open, where the table waits. */
  goneAt: Date | undefined;
}

export interface PlayedHand extends Omit<DeckSeeds, "hmac" | "bytes"> {
  readonly id: string;
  readonly seedHash: string;
  readonly bytes: readonly (string | undefined)[];
  readonly hitter: number;
  state: unknown;
  seq: number;
}

/** What stays of the last hand until the next begins. */
export interface Ended {
  readonly view: (seat: number) => HandView;
  readonly end: HandEnd;
  readonly paid: readonly bigint[] | undefined;
  readonly rake: bigint | undefined;
  readonly handId: string;
  readonly reveal: NonNullable<TableView["reveal"]>;
}

/** A table in memory: what of it must outlive the process is in the books. */
export interface Table {
  readonly id: string;
  readonly room: Room;
  readonly game: AnyCardGame;
  readonly isPrivate: boolean;
  readonly places: (Place | undefined)[];
  state: TableView["state"];
  /** Of the hand that comes. */
  seed: string;
  /** How many hands were dealt. */
  number: number;
  hand: PlayedHand | undefined;
  ended: Ended | undefined;
  last: TableView["last"];
  winner: bigint | undefined;
  /** When the clock of the turn began. */
  startedAt: Date;
  endsAt: Date | undefined;
  turn: Promise<unknown>;
}

export const newSeed = (): string => randomBytes(SEED_BYTES).toString("hex");

export const newTable = (room: Room, { now, isPrivate = false, id = randomUUID() }: { now: Date; isPrivate?: boolean; id?: string }): Table => ({
  id,
  room,
  game: gameOf(room),
  isPrivate,
  places: Array.from({ length: gameOf(room).seats }, () => undefined),
  state: "waits",
  seed: newSeed(),
  number: 0,
  hand: undefined,
  ended: undefined,
  last: null,
  winner: undefined,
  startedAt: now,
  endsAt: undefined,
  turn: Promise.resolve(),
});

export const newPlace = (who: Pick<Place, "accountId" | "name" | "avatar">): Place => ({
  ...who,
  hash: undefined,
  bytes: undefined,
  bankMs: BANK_MS,
  autos: 0,
  isAway: false,
  isLeaving: false,
  goneAt: undefined,
});

export const isFull = ({ places }: Pick<Table, "places">): boolean => places.every((place) => place !== undefined);
export const isComputer = (place: Place): boolean => place.accountId === undefined;
export const isMoney = ({ room }: Pick<Table, "room">): boolean => room.unitMinor !== undefined;
export const seatOf = ({ places }: Pick<Table, "places">, accountId: bigint): number => places.findIndex((place) => place?.accountId === accountId);
export const people = ({ places }: Pick<Table, "places">): readonly Place[] => places.filter((place): place is Place => place?.accountId !== undefined);
export const isReady = (place: Place): boolean => isComputer(place) || place.hash !== undefined;

/** Those at a table that waits whose windows have been closed too long: an empty seat is shown as one. */
export function listGone(table: Table, { isThere, now }: { isThere: (accountId: bigint) => boolean; now: Date }): readonly Place[] {
  return people(table).filter((place) => {
    place.goneAt = isThere(place.accountId!) ? undefined : (place.goneAt ?? now);
    return place.goneAt !== undefined && now.getTime() - place.goneAt.getTime() >= GONE_MS;
  });
}

/** A table whose seats are all taken waits for their word; one with a free seat waits for people. One that has gone on from there stays where it is. */
export function gather(table: Table, now: Date): void {
  const hasGoneOn = table.state === "plays" || (isFull(table) && table.state !== "waits");
  if (!hasGoneOn) [table.state, table.endsAt] = isFull(table) ? ["ready", new Date(now.getTime() + READY_MS)] : ["waits", undefined];
  askForBytes(table, now);
}

/** Once all have promised their bytes they open them: nobody can choose theirs by another's. Answers whether it came to that. */
export function askForBytes(table: Table, now: Date): boolean {
  if (table.state !== "ready" || !table.places.every((place) => place !== undefined && isReady(place))) return false;
  [table.state, table.endsAt] = ["open", new Date(now.getTime() + OPEN_MS)];
  return true;
}

/** Begins to wait for a hand anew: whatever was promised for the last one is gone. */
export function clearPromises(table: Table): void {
  for (const place of table.places) if (place !== undefined) [place.hash, place.bytes] = [undefined, undefined];
  table.seed = newSeed();
}

/** What a hand would be dealt from now; every seat that is a person's has brought its bytes. */
export function seedsOf({ seed, places, number, game, winner }: Table) {
  const bytes = places.map((place) => place?.bytes);
  const seeds: DeckSeeds = { hmac: hmacSha256, seed, bytes: bytes.filter((one) => one !== undefined), nonce: number + 1 };
  const last = winner === undefined ? -1 : places.findIndex((place) => place?.accountId === winner);
  return { seed, seedHash: hashOfHex(seed), bytes, nonce: number + 1, hitter: last >= 0 ? last : hitterOf(seeds, game.seats) };
}

/** Puts a dealt hand on the table. */
export function beginHand(table: Table, id: string, { seed, seedHash, bytes, nonce, hitter }: ReturnType<typeof seedsOf>, now: Date): void {
  const deck = deckOf({ hmac: hmacSha256, seed, bytes: bytes.filter((one) => one !== undefined), nonce });
  table.hand = { id, seed, seedHash, bytes, nonce, hitter, state: soundly(() => table.game.deal(deck, hitter)), seq: 0 };
  table.number = nonce;
  table.state = "plays";
  table.ended = undefined;
  table.last = null;
  for (const place of table.places) if (place !== undefined) Object.assign(place, { bankMs: BANK_MS, autos: 0, isAway: place.isLeaving });
  startClock(table, now);
}

/** A turn's clock; who answers a fight has their own, without the bank. */
export function startClock(table: Table, now: Date): void {
  const { game, hand } = table;
  table.startedAt = now;
  table.endsAt = new Date(now.getTime() + (game.isAnswer(hand!.state) ? ANSWER_MS : TURN_MS));
}

/** The seat whose time is up, where one's is: it plays by the clock. */
export function dueSeat({ game, hand, places, startedAt, endsAt }: Table, now: Date): number | undefined {
  if (hand === undefined || endsAt === undefined) return undefined;
  const seat = game.turnOf(hand.state);
  const place = seat === undefined ? undefined : places[seat];
  if (place === undefined) return seat;
  const waits = now.getTime() - startedAt.getTime();
  if (isComputer(place)) return waits >= COMPUTER_MS ? seat : undefined;
  if (place.isAway) return waits >= AWAY_MS ? seat : undefined;
  const bankMs = game.isAnswer(hand.state) ? 0 : place.bankMs;
  return now.getTime() >= endsAt.getTime() + bankMs ? seat : undefined;
}

/** A game fails at a hand, or does not take what it plays itself: nobody's doing, so the hand is given back. */
export class EngineFault extends Error {}

function soundly<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new EngineFault((error as Error).message);
  }
}

/** What a seat does whose time is up. Throws `EngineFault`. */
export function clockAct({ game, hand, places }: Table, seat: number): { readonly act: RoomAct; readonly auto: boolean } {
  const place = places[seat];
  return soundly(() =>
    place !== undefined && isComputer(place)
      ? { act: game.computerAct(game.viewOf(hand!.state, seat), seat) as RoomAct, auto: false }
      : { act: game.forcedAct(hand!.state) as RoomAct, auto: true },
  );
}

/** What an act leads to, and how the hand ended where it did. Throws `EngineFault`; refuses a person's act that the rules do not allow. */
export function playAct(
  { game, hand, places }: Table,
  { seat, act, auto }: NonNullable<Table["last"]>,
): { readonly state: unknown; readonly end: HandEnd | undefined } {
  const state = soundly(() => game.apply(hand!.state, seat, act));
  const place = places[seat];
  if (isFault(state)) {
    if (auto || place === undefined || isComputer(place)) throw new EngineFault(`Seat ${seat} may not ${act.kind}: ${state}.`);
    refuse(`pvp.${state}`);
  }
  return { state, end: soundly(() => game.endOf(state)) };
}

/** Moves a hand to the state an act led to: the clock, the bank, and who is away follow. */
export function moveOn(table: Table, state: unknown, { seat, act, auto }: NonNullable<Table["last"]>, now: Date): void {
  const { game, hand, places, endsAt } = table;
  const [before, place] = [hand!.state, places[seat]];
  const wasAnswer = game.isAnswer(before);
  hand!.state = state;
  hand!.seq += 1;
  table.last = { seat, act, auto };
  const isOver = game.turnOf(state) !== seat || game.isAnswer(state) !== wasAnswer;
  if (place !== undefined && !isComputer(place)) {
    if (!auto) [place.autos, place.isAway] = [0, place.isLeaving];
    if (isOver && !wasAnswer && endsAt !== undefined) place.bankMs = Math.max(0, place.bankMs - Math.max(0, now.getTime() - endsAt.getTime()));
    if (isOver && auto) place.autos += 1;
    if (place.autos >= AUTOS_MAX) place.isAway = true;
  }
  // A computer thinks before each act; a person's clock runs for the turn.
  if (isOver || place === undefined || isComputer(place)) startClock(table, now);
}

/** The whole table as one seat sees it. */
export function viewOf(table: Table, seat: number, { isWatching, now }: { isWatching: boolean; now: Date }): TableView {
  const { id, room, game, hand, ended, places, state, isPrivate, last, endsAt, seed } = table;
  return {
    room: room.roomId,
    table: id,
    seat,
    isWatching,
    isPrivate,
    state,
    seats: places.map((place) => ({
      name: place?.name ?? null,
      avatar: place?.avatar ?? 0,
      isComputer: place !== undefined && isComputer(place),
      isReady: place !== undefined && isReady(place),
      isAway: place?.isAway ?? false,
      bankMs: place?.bankMs ?? 0,
    })),
    seedHash: hand?.seedHash ?? hashOfHex(seed),
    handId: hand?.id ?? ended?.handId ?? null,
    seq: hand?.seq ?? 0,
    hand: hand === undefined ? (ended?.view(seat) ?? null) : (game.viewOf(hand.state, seat) as HandView),
    last,
    endsAt: endsAt?.toISOString() ?? null,
    end: ended?.end ?? null,
    paid: ended?.paid === undefined ? null : [...ended.paid],
    rake: ended?.rake ?? null,
    reveal: ended?.reveal ?? null,
    at: now.toISOString(),
  };
}

export const holdAt = ({ room }: Pick<Table, "room">): bigint => holdOf(room);

/** What anybody deals the hand again from. */
export const revealOf = ({ places }: Table, { seed, seedHash, bytes, nonce, hitter }: PlayedHand): NonNullable<TableView["reveal"]> => ({
  seed,
  seedHash,
  bytes: bytes.map((one) => one ?? null),
  hashes: bytes.map((one, seat) => (one === undefined ? null : (places[seat]?.hash ?? hashOfHex(one)))),
  nonce,
  hitter,
});
