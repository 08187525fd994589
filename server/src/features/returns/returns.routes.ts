import { returns } from "@laro/contract/returns";
import { routes } from "../../platform/routes.ts";
import { getLive, listLive, seeAlert } from "./returns.ts";

export const returnsRoutes = routes(returns, {
  live: async ({ db, input }) => getLive(db, input.gameCode),
  list: async ({ db }) => listLive(db),
  see: async ({ tx, input, actor, now }) => seeAlert(tx, { id: input.id, by: actor.name, now }),
});
