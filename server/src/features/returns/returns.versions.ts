import { versionOf } from "@laro/engines/registry";
import { type CatalogueGame, engineOf, listHouseGames } from "../../core/catalogue/catalogue.ts";
import { digestOf } from "../../core/catalogue/digests.ts";
import { setGamesOpen } from "../../core/catalogue/stops.ts";
import type { Tx } from "../../platform/db.ts";
import { alertOfficers } from "./returns.ts";

/** Writes down the mathematics of versions met for the first time; a version that is not what it was stops its game, and officers are told. */
export async function checkVersions(tx: Tx, now: Date): Promise<void> {
  const known = new Map((await tx.selectFrom("game_version").selectAll().execute()).map((row) => [`${row.game_id}/${row.version}`, row.digest]));
  for (const game of listHouseGames()) {
    const [engine, version] = [engineOf(game), versionOf(engineOf(game))];
    const [was, is] = [known.get(`${game.gameId}/${version}`), digestOf(engine)];
    if (was === undefined)
      await tx
        .insertInto("game_version")
        .values({ game_id: game.gameId, version, digest: is, met_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    else if (was !== is) await stopChanged(tx, game, now);
  }
}

async function stopChanged(tx: Tx, game: CatalogueGame, now: Date): Promise<void> {
  await setGamesOpen(tx, { gameIds: [game.gameId], scope: "game", isOpen: false, reason: "Its mathematics changed without a new version.", by: "Laro", now });
  await alertOfficers(tx, game, "mathematics", now);
}
