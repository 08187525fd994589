import type { LedgerMoment } from "../../core/wallet/wallet.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import type { Database, Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import type { Platform } from "../../platform/routes.ts";
import { listOpenHands, type StoredHand, voidHand } from "./pvp.books.ts";
import { findCardplayer } from "./pvp.people.ts";
import { findRoom, gameOf } from "./pvp.rooms.ts";
import { beginHand, EngineFault, moveOn, newPlace, newTable, playAct, type Table } from "./pvp.table.ts";

/** A hand nobody went on with for so long is given back. */
const SILENT_MS = 120_000;
/** So many open hands are read at once. */
const HANDS_MAX = 1_000;

/** The tables whose hands are open, each played again from its seeds and acts; a hand that is too old, or that does not play again, is given back. Nobody else sits anywhere. */
export async function resumeTables(tx: Tx, keys: Keys, moment: LedgerMoment, pack: JurisdictionPack): Promise<readonly Table[]> {
  await tx.deleteFrom("pvp_seat").execute();
  const tables: Table[] = [];
  for (const stored of await listOpenHands(tx, keys, HANDS_MAX)) {
    const table = moment.now.getTime() - stored.actedAt.getTime() > SILENT_MS ? undefined : await resume(tx, stored, moment.now, pack).catch(giveUp);
    if (table === undefined) await voidHand(tx, keys, moment, stored.id);
    else tables.push(table);
  }
  return tables;
}

function giveUp(error: unknown): undefined {
  if (!(error instanceof EngineFault)) throw error;
}

async function resume(tx: Tx, stored: StoredHand, now: Date, pack: JurisdictionPack): Promise<Table | undefined> {
  const room = findRoom(stored.room, pack);
  if (room === undefined || stored.seats.length !== gameOf(room).seats) return undefined;
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
    const owners = await giveBack(database, keys, { now: clock.now(), timeZone }, id);
    live.stale(
      ["wallet.balance", "rounds.mine", "pvp.rooms"],
      owners.map((accountId) => `member:${accountId}` as const),
    );
  }
}

const giveBack = ({ begin }: Database, keys: Keys, moment: LedgerMoment, id: string): Promise<readonly bigint[]> =>
  begin(async (tx) => {
    if (!(await voidHand(tx, keys, moment, id))) return [];
    const seats = await tx.selectFrom("pvp_hand_seat").select("account_id as accountId").where("hand_id", "=", id).execute();
    return seats.map(({ accountId }) => accountId);
  });
