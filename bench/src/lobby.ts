/**
 * A lobby as long as a casino's: run before the product's own process begins (`node --import`), because its catalogue is the house's two games until
 * vendors bring theirs. The naive stack has the same games in a table.
 */
import { listHouseGames, type CatalogueGame } from "@laro/server/core/catalogue/catalogue";
import { LOBBY_GAMES } from "./players.ts";

/** The catalogue is one list for the whole process, and only its type says that nobody adds to it. */
const catalogue = listHouseGames() as CatalogueGame[];
const house = [...catalogue];
for (let gameId = house.length + 1; gameId <= LOBBY_GAMES; gameId += 1)
  catalogue.push({ ...house[gameId % house.length]!, gameId, nodeId: String(1_000 + gameId), displayName: `Game ${gameId}` });
