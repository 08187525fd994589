import { screening } from "@laro/contract/screening";
import { routes } from "../../platform/routes.ts";
import { dismissHit, listHits, listLists } from "./hits.ts";

export const screeningRoutes = routes(screening, {
  lists: async ({ db }) => listLists(db),
  hits: async ({ db, input }) => listHits(db, input),
  dismiss: async ({ tx, actor, input: { id }, now }) => dismissHit(tx, { id, officerId: actor.id, now }),
});
