import { draws } from "@laro/contract/draws";
import { routes } from "../../platform/routes.ts";
import { getDraw, listChains, listDraws } from "./draws.ts";

export const drawsRoutes = routes(draws, {
  list: async ({ db, input }) => listDraws(db, input),
  get: async ({ db, input }) => getDraw(db, input),
  chain: async ({ db, input }) => ({ list: await listChains(db, input.series) }),
});
