import type { OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { games } from "@laro/contract/games";
import { engineOf, findGameByCode, listHouseGames } from "../../core/catalogue/catalogue.ts";
import { readStops, setGameOpen } from "../../core/catalogue/stops.ts";
import type { Db, Tx } from "../../platform/db.ts";

type Switches = OutputOf<(typeof games)["switches"]>;

/** The house games in the order they were added, each open or stopped. */
export async function listSwitches(db: Db | Tx): Promise<Switches> {
  const stops = await readStops(db);
  const list = listHouseGames().map((game) => {
    const stoppedAt = stops.get(game.gameId)?.toISOString() ?? null;
    return { gameCode: game.gameCode, displayName: game.displayName, gameType: engineOf(game).gameType, isOpen: stoppedAt === null, stoppedAt };
  });
  return { list };
}

/** Stops a game or opens it again. Refuses with `games.not_found`. */
export async function switchGame(tx: Tx, { gameCode, isOpen, now }: { gameCode: string; isOpen: boolean; now: Date }): Promise<Switches> {
  const game = findGameByCode(gameCode) ?? refuse("games.not_found", { field: "gameCode" });
  await setGameOpen(tx, { gameId: game.gameId, isOpen, now });
  return listSwitches(tx);
}
