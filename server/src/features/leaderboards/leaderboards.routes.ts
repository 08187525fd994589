import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { leaderboards, PLACE_MAX } from "@laro/contract/leaderboards";
import { listBoards, listPlaces } from "../../core/campaigns/campaigns.boards.ts";
import { readPlace } from "../../core/campaigns/campaigns.places.ts";
import { join } from "../../core/campaigns/campaigns.parts.ts";
import { lookerOf, momentOf } from "../../core/campaigns/campaigns.read.ts";
import { cutPage } from "../../platform/pages.ts";
import { routes } from "../../platform/routes.ts";

export const leaderboardsRoutes = routes(leaderboards, {
  list: async ({ db, actor, input: { language }, now, platform }) => ({ list: [...(await listBoards(db, lookerOf(platform, { actor, language, now })))] }),
  rank: async ({ db, actor, input: { code, cursor, limit = PAGE_LIMIT_DEFAULT }, now, platform }) => {
    const looker = lookerOf(platform, { actor, language: undefined, now });
    const [board] = await listBoards(db, looker, { code });
    if (board === undefined) return refuse("leaderboards.none", { field: "code" });
    const after = readPlace(cursor);
    const rows = await listPlaces(db, { code: board.code, after, limit: Math.min(limit + 1, PLACE_MAX - after), accountId: looker.accountId, now });
    return cutPage(rows, { limit, describe: (row) => row, cursorOf: ({ place }) => place });
  },
  join: async ({ tx, actor, input: { code, language }, now, platform }) => {
    const looker = lookerOf(platform, { actor, language, now });
    const [known] = await listBoards(tx, looker, { code });
    if (known === undefined) refuse("leaderboards.none", { field: "code" });
    await join(tx, momentOf(platform, now), { accountId: actor.id, code: known.code });
    return (await listBoards(tx, looker, { code }))[0]!;
  },
});
