import type { HandEnd, RoomAct } from "@laro/contract/core/cardRooms";
import { rakeOf } from "@laro/engines/pvp/cardGame";
import { cardGameOf } from "../../core/catalogue/cardGames.ts";
import { closeTickets } from "../../core/wallet/entries.ts";
import { holdHand } from "../../core/wallet/handStakes.ts";
import type { LedgerMoment } from "../../core/wallet/wallet.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { openText, sealText } from "../../platform/sealing.ts";
import { gameOf, holdOf, type Room } from "./pvp.rooms.ts";

/** A seat as the books have it. */
export interface BookedSeat {
  readonly seat: number;
  readonly accountId: bigint;
  readonly walletId: bigint;
  /** 16 bytes as hex. */
  readonly bytes: string;
}

interface Dealt {
  readonly id: string;
  readonly tableId: string;
  readonly room: Room;
  readonly number: number;
  readonly hitter: number;
  readonly seed: string;
  readonly seedHash: string;
  readonly seats: readonly BookedSeat[];
}

const SEAL_USE = "card-hand";

/** Takes every seat's hold and writes the hand down, all or nothing. Throws `HoldRefused` of the first seat that may not. */
export async function dealHand(tx: Tx, keys: Keys, moment: LedgerMoment, { id, tableId, room, number, hitter, seed, seedHash, seats }: Dealt): Promise<void> {
  const { gameId } = cardGameOf(room.gameCode);
  const choice = { room: room.roomId, hand: id };
  const walletIds = seats.map(({ walletId }) => walletId);
  const rounds = await holdHand(tx, moment, { handId: id, gameId, holdMinor: holdOf(room), walletIds, choice });
  await tx
    .insertInto("pvp_hand")
    .values({
      id,
      table_id: tableId,
      room: room.roomId,
      game_id: gameId,
      version: gameOf(room).version,
      number,
      unit: room.unitMinor!,
      hold: holdOf(room),
      hitter,
      seed_hash: Buffer.from(seedHash, "hex"),
      seed_sealed: sealText(keys, { use: SEAL_USE, context: id }, seed),
      started_at: moment.now,
      acted_at: moment.now,
    })
    .execute();
  await tx
    .insertInto("pvp_hand_seat")
    .values(
      seats.map(({ seat, accountId, walletId, bytes }) => ({
        hand_id: id,
        seat,
        account_id: accountId,
        wallet_id: walletId,
        round_id: rounds.get(walletId)!,
        bytes: Buffer.from(bytes, "hex"),
      })),
    )
    .execute();
}

/** The hand is no longer open: it was settled or given back by another. */
export class HandGone extends Error {}

/** Writes an act down, as the next of its hand. Throws `HandGone` where another process ended the hand or wrote one. */
export async function writeMove(
  tx: Tx,
  { handId, seq, seat, act, auto, now }: { handId: string; seq: number; seat: number; act: RoomAct; auto: boolean; now: Date },
): Promise<void> {
  const moved = await tx
    .updateTable("pvp_hand")
    .set({ moves: seq + 1, acted_at: now })
    .where("id", "=", handId)
    .where("state", "=", "open")
    .where("moves", "=", seq)
    .executeTakeFirst();
  if (moved.numUpdatedRows !== 1n) throw new HandGone(`Hand ${handId} does not stand at act ${seq}.`);
  await tx
    .insertInto("pvp_move")
    .values({ hand_id: handId, seq, seat, act: JSON.stringify(act), auto, at: now })
    .execute();
}

/** What a seat's hold came to: what came back of it, and what it won after rake, in minor units. */
interface Share {
  readonly seat: number;
  readonly units: number;
  readonly back: bigint;
  readonly win: bigint;
}

/** What everybody gets of a hand of such a unit and hold, in minor units: a loser what is left of the hold, the winner all of it and the gain less the rake. */
export function sharesOf({ unit, hold }: { unit: bigint; hold: bigint }, { units }: HandEnd): { readonly shares: readonly Share[]; readonly rake: bigint } {
  let rake = 0n;
  const shares = units.map((one, seat): Share => {
    const minor = BigInt(one) * unit;
    if (minor <= 0n) return { seat, units: one, back: hold + minor, win: 0n };
    const part = rakeOf(minor, unit);
    rake += part;
    return { seat, units: one, back: hold, win: minor - part };
  });
  return { shares, rake };
}

/** Pays a hand that is over and shows its seed, once, whoever does it. Throws `HandGone` where it is over already. */
export async function settleHand(tx: Tx, keys: Keys, moment: LedgerMoment, { handId, end }: { handId: string; end: HandEnd }): Promise<bigint> {
  const held = await tx.selectFrom("pvp_hand").select(["unit", "hold"]).where("id", "=", handId).executeTakeFirstOrThrow();
  const { shares, rake } = sharesOf(held, end);
  const isVoid = end.winner === null;
  await endHand(tx, keys, moment, { handId, state: isVoid ? "void" : "settled", outcome: end, rake: isVoid ? null : rake, shares });
  return rake;
}

/** Gives every hold of an open hand back, whole; nothing is kept. False where it is not open any more, or was gone on with since `silentSince`. */
export async function voidHand(tx: Tx, keys: Keys, moment: LedgerMoment, handId: string, silentSince?: Date): Promise<boolean> {
  const hand = await tx
    .selectFrom("pvp_hand")
    .select("hold")
    .where("id", "=", handId)
    .where("state", "=", "open")
    .$if(silentSince !== undefined, (query) => query.where("acted_at", "<", silentSince!))
    .forUpdate()
    .executeTakeFirst();
  if (hand === undefined) return false;
  const seats = await tx.selectFrom("pvp_hand_seat").select("seat").where("hand_id", "=", handId).execute();
  const shares = seats.map(({ seat }): Share => ({ seat, units: 0, back: hand.hold, win: 0n }));
  await endHand(tx, keys, moment, { handId, state: "void", outcome: null, rake: null, shares });
  return true;
}

interface Ending {
  readonly handId: string;
  readonly state: "settled" | "void";
  readonly outcome: HandEnd | null;
  readonly rake: bigint | null;
  readonly shares: readonly Share[];
}

async function endHand(tx: Tx, keys: Keys, moment: LedgerMoment, { handId, state, outcome, rake, shares }: Ending): Promise<void> {
  const { sealed } = await tx.selectFrom("pvp_hand").select("seed_sealed as sealed").where("id", "=", handId).executeTakeFirstOrThrow();
  const seed = Buffer.from(openText(keys, { use: SEAL_USE, context: handId }, sealed), "hex");
  const hand = await tx
    .updateTable("pvp_hand")
    .set({ state, outcome: outcome && JSON.stringify(outcome), rake, seed, ended_at: moment.now })
    .where("id", "=", handId)
    .where("state", "=", "open")
    .returning(["hold", "game_id as gameId", "room"])
    .executeTakeFirst();
  if (hand === undefined) throw new HandGone(`Hand ${handId} is over.`);
  const seats = await tx.selectFrom("pvp_hand_seat").select(["seat", "wallet_id as walletId", "round_id as id"]).where("hand_id", "=", handId).execute();
  const byWallet = seats.toSorted((one, other) => (one.walletId < other.walletId ? -1 : 1));
  const choice = { room: hand.room, hand: handId };
  await closeTickets(
    tx,
    moment,
    byWallet.map(({ seat, walletId, id }) => {
      const { back, win, units } = shares.find((share) => share.seat === seat)!;
      return {
        id,
        walletId,
        gameId: hand.gameId,
        stake: hand.hold,
        state: { stake: String(hand.hold), choice, actions: [] },
        stakeMinor: -back,
        winMinor: win,
        validMinor: hand.hold - back,
        detail: {
          firstStake: String(hand.hold),
          choice,
          outcome: { seat, units, ...(outcome === null ? {} : { kind: outcome.kind, winner: outcome.winner }) },
        },
      };
    }),
  );
  for (const { seat, back, win, units } of shares)
    await tx.updateTable("pvp_hand_seat").set({ back, win, units }).where("hand_id", "=", handId).where("seat", "=", seat).execute();
}

/** An open hand as it is written down: from its seeds and acts it is what it was. */
export interface StoredHand extends Omit<Dealt, "room"> {
  readonly room: string;
  readonly version: number;
  readonly unit: bigint;
  readonly hold: bigint;
  readonly actedAt: Date;
  readonly moves: readonly { readonly seat: number; readonly act: RoomAct; readonly auto: boolean }[];
}

export async function listOpenHands(db: Db | Tx, keys: Keys, limit: number): Promise<readonly StoredHand[]> {
  const hands = await (db as Db).selectFrom("pvp_hand").selectAll().where("state", "=", "open").orderBy("acted_at").limit(limit).execute();
  if (hands.length === 0) return [];
  const ids = hands.map(({ id }) => id);
  const seats = await (db as Db).selectFrom("pvp_hand_seat").selectAll().where("hand_id", "in", ids).orderBy("seat").execute();
  const moves = await (db as Db).selectFrom("pvp_move").selectAll().where("hand_id", "in", ids).orderBy("seq").execute();
  return hands.map(({ id, table_id: tableId, room, version, unit, hold, number, hitter, seed_hash: seedHash, seed_sealed: sealed, acted_at: actedAt }) => ({
    id,
    tableId,
    room,
    version,
    unit,
    hold,
    number,
    hitter,
    actedAt,
    seedHash: seedHash.toString("hex"),
    seed: openText(keys, { use: SEAL_USE, context: id }, sealed),
    seats: seats
      .filter((one) => one.hand_id === id)
      .map((one) => ({ seat: one.seat, accountId: one.account_id, walletId: one.wallet_id, bytes: one.bytes.toString("hex") })),
    moves: moves.filter((one) => one.hand_id === id).map(({ seat, act, auto }) => ({ seat, act: act as unknown as RoomAct, auto })),
  }));
}
