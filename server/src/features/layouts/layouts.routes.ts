import { layouts } from "@laro/contract/layouts";
import { routes } from "../../platform/routes.ts";
import { keepLayout, listLayouts, removeLayout } from "./layouts.ts";

export const layoutsRoutes = routes(layouts, {
  mine: async ({ db, actor, input }) => ({ list: await listLayouts(db, { accountId: actor.id, ...input }) }),
  keep: async ({ tx, actor, input, now }) => {
    await keepLayout(tx, { accountId: actor.id, ...input, now });
    return {};
  },
  remove: async ({ tx, actor, input }) => {
    await removeLayout(tx, { accountId: actor.id, ...input });
    return {};
  },
});
