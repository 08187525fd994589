import { jackpots } from "@laro/contract/jackpots";
import { routes } from "../../platform/routes.ts";
import { listJackpots, listWinners } from "./jackpots.ts";

export const jackpotsRoutes = routes(jackpots, {
  list: async ({ db, input }) => listJackpots(db, input),
  winners: async ({ db, input, now }) => listWinners(db, input, now),
});
