import { favourites } from "@laro/contract/favourites";
import { packs } from "../../core/settings/packs.ts";
import { routes } from "../../platform/routes.ts";
import { addFavourite, listFavouriteIds, listFavourites, removeFavourite } from "./favourites.ts";

export const favouritesRoutes = routes(favourites, {
  ids: async ({ db, actor }) => ({ ids: await listFavouriteIds(db, actor.id) }),
  list: async ({ db, actor, input, platform, now }) =>
    listFavourites(db, { ...input, accountId: actor.id }, { pack: packs[platform.config.pack], now, language: input.language }),
  add: async ({ tx, actor, input, now }) => {
    await addFavourite(tx, { nodeId: input.nodeId, accountId: actor.id, now });
    return {};
  },
  remove: async ({ tx, actor, input }) => {
    await removeFavourite(tx, { nodeId: input.nodeId, accountId: actor.id });
    return {};
  },
});
