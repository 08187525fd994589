import { jackpots } from "@laro/contract/jackpots";
import { packs } from "../../core/settings/packs.ts";
import { routes } from "../../platform/routes.ts";
import { listJackpots, listWinners } from "./jackpots.ts";

export const jackpotsRoutes = routes(jackpots, {
  list: async ({ db, input, now, platform: { config } }) => listJackpots(db, { ...input, now, pack: packs[config.pack] }),
  winners: async ({ db, input, now }) => listWinners(db, input, now),
});
