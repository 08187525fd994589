import { games } from "@laro/contract/games";
import type { Onlooker } from "../../core/catalogue/tiles.ts";
import { isAbroadOf } from "../../core/limits/abroad.ts";
import { packs } from "../../core/settings/packs.ts";
import { endLaunch } from "../../core/vendors/launches.ts";
import { routes, type Platform } from "../../platform/routes.ts";
import { getInfo, getMyPlay, getRoom, indexGames, listGames, listHot } from "./games.ts";
import { launchGame, openLaunch, tryDemo } from "./games.launch.ts";
import { getOdds } from "./games.odds.ts";
import { listSwitches, switchGames } from "./games.switches.ts";
import { listVendors, listVendorTypes } from "./games.vendors.ts";

const packOf = ({ config }: Platform) => packs[config.pack];
const onlookerOf = ({ platform, now, input }: { platform: Platform; now: Date; input: { language?: string | undefined } }): Onlooker => ({
  pack: packOf(platform),
  now,
  language: input.language,
});

export const gamesRoutes = routes(games, {
  list: async (context) => listGames(context.db, context.input, onlookerOf(context)),
  hot: async (context) => listHot(context.db, context.input, onlookerOf(context)),
  vendors: async (context) => listVendors(context.db, onlookerOf(context)),
  vendorTypes: async ({ db, input }) => listVendorTypes(db, input.vassalage),
  index: async ({ db, input }) => indexGames(db, input),
  info: async (context) => getInfo(context.db, context.input.code, onlookerOf(context)),
  myPlay: async ({ db, input, actor, platform, now }) => getMyPlay(db, { nodeId: input.nodeId, accountId: actor.id, timeZone: platform.timeZone, now }),
  room: async ({ db, input, platform }) => getRoom(db, input.gameCode, packOf(platform)),
  odds: async ({ input }) => getOdds(input.gameCode),
  switches: async ({ db, platform }) => listSwitches(db, packOf(platform)),
  setOpen: async ({ tx, input, actor, now, platform }) => switchGames(tx, packOf(platform), { ...input, by: actor.name, now }),
  launch: async ({ tx, input, actor, platform, now }) =>
    launchGame(tx, input, { actor, pack: packOf(platform), now, isAbroad: isAbroadOf(platform, actor), config: platform.config }),
  tryDemo: async ({ tx, input, actor, platform, now }) => tryDemo(tx, input, { actor, pack: packOf(platform), now }),
  openLaunch: async ({ db, begin, input, actor, platform, now }) => openLaunch({ db, begin }, input, { actor, platform, pack: packOf(platform), now }),
  endLaunch: async ({ tx, input, now }) => {
    await endLaunch(tx, { ticket: input.ticket, now });
    return {};
  },
});
