import { games } from "@laro/contract/games";
import { packs } from "../../core/settings/packs.ts";
import { routes } from "../../platform/routes.ts";
import { getRoom, launchGame, listGames } from "./games.ts";

export const gamesRoutes = routes(games, {
  list: async ({ db, input, platform }) => listGames(db, input, packs[platform.config.pack]),
  room: async ({ input }) => getRoom(input.gameCode),
  launch: async ({ input, platform }) => launchGame(input.nodeId, packs[platform.config.pack]),
});
