import { recents } from "@laro/contract/recents";
import { packs } from "../../core/settings/packs.ts";
import { routes } from "../../platform/routes.ts";
import { listRecents } from "./recents.ts";

export const recentsRoutes = routes(recents, {
  list: async ({ db, actor, input, platform, now }) =>
    listRecents(db, { ...input, accountId: actor.id }, { pack: packs[platform.config.pack], now, language: input.language }),
});
