import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";

/** When each stopped game was stopped, by its number; the ledger refuses their new rounds. */
export async function readStops(db: Db | Tx): Promise<ReadonlyMap<number, Date>> {
  const rows = await (db as Db).selectFrom("game_stop").select(["game_id as gameId", "at"]).execute();
  return new Map(rows.map(({ gameId, at }) => [gameId, at]));
}

/** Stops a game, or opens it again. */
export async function setGameOpen(tx: Tx, { gameId, isOpen, now }: { gameId: number; isOpen: boolean; now: Date }): Promise<void> {
  if (isOpen) await tx.deleteFrom("game_stop").where("game_id", "=", gameId).execute();
  else
    await tx
      .insertInto("game_stop")
      .values({ game_id: gameId, at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  staleOnCommit(tx, ["games.list", "games.switches"], ["everyone"]);
}
