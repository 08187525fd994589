import { tournaments } from "@laro/contract/tournaments";
import { lookerOf, momentOf } from "../../core/campaigns/campaigns.read.ts";
import { isAbroadOf } from "../../core/limits/abroad.ts";
import { packs } from "../../core/settings/packs.ts";
import { routes } from "../../platform/routes.ts";
import { playSeat } from "./tournaments.play.ts";
import { listRank, listRounds, listTournaments, takeSeat } from "./tournaments.ts";

export const tournamentsRoutes = routes(tournaments, {
  list: async ({ db, actor, input: { language }, now, platform }) => ({
    list: [...(await listTournaments(db, { keys: platform.keys, looker: lookerOf(platform, { actor, language, now }) }))],
  }),
  enter: async ({ tx, actor, input: { code, language }, now, platform }) => {
    const { keys } = platform;
    await takeSeat(tx, { keys, moment: momentOf(platform, now), accountId: actor.id, code });
    return (await listTournaments(tx, { keys, looker: lookerOf(platform, { actor, language, now }) }, code))[0]!;
  },
  play: async ({ tx, actor: { id: accountId, standing, session, ip }, input, now, platform }) => {
    const { keys, timeZone, config } = platform;
    return playSeat(tx, { accountId, standing, session, isAbroad: isAbroadOf(platform, { ip }), pack: packs[config.pack], keys, timeZone, now }, input);
  },
  rank: async ({ db, actor, input, now }) => listRank(db, { ...input, now, accountId: actor.kind === "member" ? actor.id : undefined }),
  rounds: async ({ db, actor, input, now, platform: { keys } }) => listRounds(db, { ...input, keys, accountId: actor.id, now }),
});
