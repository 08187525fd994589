import { type CardGame, RAKE_PERCENT } from "@laro/engines/pvp/cardGame";
import { tongits } from "@laro/engines/pvp/tongits";
import type { CardRoom } from "@laro/contract/pvp";
import { sql } from "kysely";
import { cardGameOf, type CatalogueCardGame } from "../../core/catalogue/cardGames.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import type { Db, Tx } from "../../platform/db.ts";

/** A card room of the house. */
export interface Room {
  readonly roomId: string;
  readonly gameCode: CatalogueCardGame["gameCode"];
  /** Minor units; undefined in practice, where nothing is money. */
  readonly unitMinor?: bigint;
}

export type AnyCardGame = CardGame<unknown, unknown, unknown>;

const games = { TONGITS: tongits } as unknown as Readonly<Partial<Record<CatalogueCardGame["gameCode"], AnyCardGame>>>;

const rooms: readonly Room[] = [
  { roomId: "TONGITS-1", gameCode: "TONGITS", unitMinor: 1_00n },
  { roomId: "TONGITS-5", gameCode: "TONGITS", unitMinor: 5_00n },
  { roomId: "TONGITS-20", gameCode: "TONGITS", unitMinor: 20_00n },
  { roomId: "TONGITS-100", gameCode: "TONGITS", unitMinor: 100_00n },
  { roomId: "TONGITS-FREE", gameCode: "TONGITS" },
];

export const gameOf = ({ gameCode }: Pick<Room, "gameCode">): AnyCardGame => games[gameCode]!;

/** What is held of each seat for a hand, in minor units. */
export const holdOf = (room: Room): bigint => (room.unitMinor ?? 0n) * BigInt(gameOf(room).holdUnits);

/** What of a market says which rooms there are. */
interface Market extends Pick<JurisdictionPack, "closedGameTypes"> {
  readonly play: Pick<JurisdictionPack["play"], "stakeMaxMinor">;
}

/** The rooms of a market: none of a closed type, and none whose hold is more than may be staked on a round. */
export const listRooms = ({ closedGameTypes, play }: Market): readonly Room[] =>
  closedGameTypes.includes("PVP") ? [] : rooms.filter((room) => holdOf(room) <= play.stakeMaxMinor);

export const findRoom = (roomId: string, pack: Market): Room | undefined => listRooms(pack).find((room) => room.roomId === roomId);

/** Every room with who sits there now. */
export async function countRooms(db: Db, pack: Market): Promise<readonly CardRoom[]> {
  const { rows } = await sql<{ room: string; tables: number; seated: number; waits: { people: number; taken: number }[] }>`
    select room, count(*)::integer as tables, sum(people)::integer as seated, jsonb_agg(jsonb_build_object('people', people, 'taken', taken)) as waits
    from (select room, table_id, count(account_id)::integer as people, count(*)::integer as taken from pvp_seat group by room, table_id) t group by room`.execute(
    db as Tx,
  );
  const counts = new Map(rows.map((row) => [row.room, row]));
  return listRooms(pack).map((room): CardRoom => {
    const { seats } = gameOf(room);
    const { tables = 0, seated = 0, waits = [] } = counts.get(room.roomId) ?? {};
    return {
      roomId: room.roomId,
      gameCode: room.gameCode,
      displayName: cardGameOf(room.gameCode).displayName,
      kind: room.unitMinor === undefined ? "practice" : "money",
      unit: room.unitMinor ?? null,
      hold: room.unitMinor === undefined ? null : holdOf(room),
      seats,
      tables,
      seated,
      waiting: waits.filter(({ taken }) => taken < seats).reduce((sum, { people }) => sum + people, 0),
      rakePercent: room.unitMinor === undefined ? 0 : Number(RAKE_PERCENT),
    };
  });
}
