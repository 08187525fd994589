import { vendorOfUnknown } from "../wallet/vendorCalls.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { findCardGame } from "./cardGames.ts";
import { findGameById } from "./catalogue.ts";

/** A game as a record names it, whatever lobbies show of it today. */
export interface NamedGame {
  readonly gameCode: string;
  readonly displayName: string;
  /** Whose game it is; null where it is the house's. */
  readonly vendor: { readonly code: string; readonly name: string; readonly simulated: boolean } | null;
}

/** The games with these numbers, the house's and vendors', by one query at most. A play whose game its vendor never told us bears the vendor's name. */
export async function nameGames(db: Db | Tx, gameIds: readonly number[]): Promise<ReadonlyMap<number, NamedGame>> {
  const names = new Map<number, NamedGame>();
  const foreign = new Set<number>();
  for (const gameId of gameIds) {
    const house = findGameById(gameId) ?? findCardGame(gameId);
    if (house === undefined) foreign.add(gameId);
    else names.set(gameId, { gameCode: house.gameCode, displayName: house.displayName, vendor: null });
  }
  if (foreign.size === 0) return names;
  const ids = [...foreign];
  const rows = await (db as Db)
    .selectFrom("vendor as v")
    .leftJoin("game as g", (join) => join.onRef("g.vendor_id", "=", "v.id").on("g.id", "in", ids))
    .select(["g.id", "g.game_code as gameCode", "g.name as displayName", "v.id as vendorId", "v.code", "v.name", "v.simulated"])
    .where((where) => where.or([where("g.id", "is not", null), where("v.id", "in", [0, ...ids.filter((id) => id < 0).map(vendorOfUnknown)])]))
    .execute();
  for (const { id, gameCode, displayName, vendorId, ...vendor } of rows) {
    if (id !== null) names.set(id, { gameCode: gameCode!, displayName: displayName!, vendor });
    const unknown = ids.find((gameId) => vendorOfUnknown(gameId) === vendorId);
    if (unknown !== undefined) names.set(unknown, { gameCode: "*", displayName: vendor.name, vendor });
  }
  return names;
}
