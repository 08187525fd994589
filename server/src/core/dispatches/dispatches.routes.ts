import { dispatches } from "@laro/contract/dispatches";
import { routes } from "../../platform/routes.ts";
import { packs } from "../settings/packs.ts";
import { listDispatches } from "./dispatches.ts";

export const dispatchesRoutes = routes(dispatches, {
  list: async ({ db, input, platform: { keys, config } }) => listDispatches(db, { ...input, keys, isOpen: packs[config.pack].playMoney }),
});
