import { games } from "@laro/contract/games";
import { packs } from "../../core/settings/packs.ts";
import { routes } from "../../platform/routes.ts";
import { getRoom, launchGame, listGames } from "./games.ts";
import { listSwitches, switchGame } from "./games.switches.ts";

export const gamesRoutes = routes(games, {
  list: async ({ db, input, platform }) => listGames(db, input, packs[platform.config.pack]),
  room: async ({ input }) => getRoom(input.gameCode),
  switches: async ({ db }) => listSwitches(db),
  setOpen: async ({ tx, input, now }) => switchGame(tx, { ...input, now }),
  launch: async ({ tx, input, platform }) => launchGame(tx, input.nodeId, packs[platform.config.pack]),
});
