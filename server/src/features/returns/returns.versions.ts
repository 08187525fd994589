import { versionOf } from "@laro/engines/registry";
import { type CatalogueGame, engineOf, listHouseGames } from "../../core/catalogue/catalogue.ts";
import { digestOf, isChanged, readDigests, SCHEME } from "../../core/catalogue/digests.ts";
import { setGamesOpen } from "../../core/catalogue/stops.ts";
import type { Tx } from "../../platform/db.ts";
import { alertOfficers } from "./returns.ts";

/** Writes down the mathematics of versions met for the first time, by the scheme of now; a version that is not what it was stops its game, and officers are told. */
export async function checkVersions(tx: Tx, now: Date): Promise<void> {
  const known = await readDigests(tx);
  for (const game of listHouseGames()) {
    const [engine, kept] = [engineOf(game), known.get(game.gameId)];
    if (isChanged(engine, kept)) await stopChanged(tx, game, now);
    else if (kept?.scheme !== SCHEME)
      await tx
        .insertInto("game_digest")
        .values({ game_id: game.gameId, version: versionOf(engine), scheme: SCHEME, digest: digestOf(engine), met_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }
}

async function stopChanged(tx: Tx, game: CatalogueGame, now: Date): Promise<void> {
  await setGamesOpen(tx, { gameIds: [game.gameId], scope: "game", isOpen: false, reason: "Its mathematics changed without a new version.", by: "Laro", now });
  await alertOfficers(tx, game, "mathematics", now);
}
