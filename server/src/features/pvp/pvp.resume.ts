import type { LedgerMoment } from "../../core/wallet/wallet.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import type { Database, Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import type { Platform } from "../../platform/routes.ts";
import { listOpenHands, type StoredHand, voidHand } from "./pvp.books.ts";
import { findCardplayer } from "./pvp.people.ts";
import { findRoom, gameOf, holdOf, type Room } from "./pvp.rooms.ts";
import { beginHand, EngineFault, moveOn, newPlace, newTable, playAct, type Table } from "./pvp.table.ts";

/** A hand nobody went on with for so long is given back. */
const SILENT_MS = 120_000;
/** So many open hands are read at once. */
const HANDS_MAX = 1_000;

/**
 * The tables whose hands are open, each played again from its seeds and acts; a hand that is too old, or that does not play again, is given back. Of two hands of one
 * account or table the later is played, and the other is left to `voidSilent`. Nobody else sits anywhere.
 */
export async function resumeTables(tx: Tx, keys: Keys, moment: LedgerMoment, pack: JurisdictionPack): Promise<readonly Table[]> {
  await tx.deleteFrom("pvp_seat").execute();
  const tables: Table[] = [];
  const taken = new Set<bigint | string>();
  for (const stored of (await listOpenHands(tx, keys, HANDS_MAX)).toReversed()) {
    const takes = [stored.tableId, ...stored.seats.map(({ accountId }) => accountId)];
    if (takes.some((one) => taken.has(one))) continue;
    const table = moment.now.getTime() - stored.actedAt.getTime() > SILENT_MS ? undefined : await resume(tx, stored, moment.now, pack).catch(giveUp);
    if (table === undefined) {
      await voidHand(tx, keys, moment, stored.id);
      continue;
    }
    tables.push(table);
    for (const one of takes) taken.add(one);
  }
  await touchHands(tx, tables, moment.now);
  return tables;
}

/** A hand that goes on is not silent, however long ago its last act was. */
async function touchHands(tx: Tx, tables: readonly Table[], now: Date): Promise<void> {
  if (tables.length === 0) return;
  const ids = tables.map(({ hand }) => hand!.id);
  await tx.updateTable("pvp_hand").set({ acted_at: now }).where("id", "in", ids).where("state", "=", "open").execute();
}

/** Whether a hand was dealt by the rules and for the money that its room has today. */
const isOfToday = (room: Room, { version, unit, hold, seats }: StoredHand): boolean =>
  version === gameOf(room).version && unit === room.unitMinor && hold === holdOf(room) && seats.length === gameOf(room).seats;

function giveUp(error: unknown): undefined {
  if (!(error instanceof EngineFault)) throw error;
}

async function resume(tx: Tx, stored: StoredHand, now: Date, pack: JurisdictionPack): Promise<Table | undefined> {
  const room = findRoom(stored.room, pack);
  if (room === undefined || !isOfToday(room, stored)) return undefined;
  const table = newTable(room, { now, id: stored.tableId });
  for (const { seat, accountId, bytes } of stored.seats) {
    const who = (await findCardplayer(tx, accountId)) ?? { accountId, name: "***", avatar: 0 };
    table.places[seat] = Object.assign(newPlace(who), { bytes });
  }
  const { id, seed, seedHash, number: nonce, hitter } = stored;
  beginHand(table, id, { seed, seedHash, bytes: stored.seats.map(({ bytes }) => bytes), nonce, hitter }, now);
  for (const move of stored.moves) {
    const { state, end } = playAct(table, { ...move, auto: true });
    if (end !== undefined) return undefined;
    moveOn(table, state, move, now);
  }
  for (const place of table.places) [place!.isAway, place!.autos] = [false, 0];
  await tx
    .insertInto("pvp_seat")
    .values(stored.seats.map(({ seat, accountId }) => ({ table_id: table.id, seat, room: room.roomId, account_id: accountId, is_practice: false, at: now })))
    .execute();
  return table;
}

/** Gives back every hand that nobody went on with for two minutes: whoever leads the rooms next would have. */
export async function voidSilent({ database, keys, clock, timeZone, live }: Platform): Promise<void> {
  const before = new Date(clock.now().getTime() - SILENT_MS);
  const silent = await database.db.selectFrom("pvp_hand").select("id").where("state", "=", "open").where("acted_at", "<", before).limit(HANDS_MAX).execute();
  for (const { id } of silent) {
    const owners = await giveBack(database, keys, { now: clock.now(), timeZone }, { id, before });
    live.stale(
      ["wallet.balance", "rounds.mine", "pvp.rooms"],
      owners.map((accountId) => `member:${accountId}` as const),
    );
  }
}

const giveBack = ({ begin }: Database, keys: Keys, moment: LedgerMoment, { id, before }: { id: string; before: Date }): Promise<readonly bigint[]> =>
  begin(async (tx) => {
    if (!(await voidHand(tx, keys, moment, id, before))) return [];
    const seats = await tx.selectFrom("pvp_hand_seat").select("account_id as accountId").where("hand_id", "=", id).execute();
    return seats.map(({ accountId }) => accountId);
  });
