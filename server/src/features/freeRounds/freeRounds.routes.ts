import { freeRounds } from "@laro/contract/freeRounds";
import { cancelFreeRounds } from "../../core/vendors/freeRounds.ts";
import { packs } from "../../core/settings/packs.ts";
import { routes } from "../../platform/routes.ts";
import { confirmGrant, declineGrant, grant, listProposals } from "./freeRounds.grant.ts";
import { getFreeRounds, listFreeRounds, listGames, listOwn } from "./freeRounds.ts";

export const freeRoundsRoutes = routes(freeRounds, {
  mine: async ({ db, actor, input, now }) => listOwn(db, { ...input, accountId: actor.id, now }),
  list: async ({ db, input }) => listFreeRounds(db, input),
  proposals: async ({ db, input }) => listProposals(db, input),
  games: async ({ db, input, platform: { config } }) => listGames(db, input, packs[config.pack].freeRounds),
  grant: async ({ tx, input, actor: by, now, platform: { config, timeZone } }) => grant(tx, { ...input, by, now, timeZone, pack: packs[config.pack] }),
  confirm: async ({ tx, input, actor: by, now, platform: { config, timeZone } }) =>
    confirmGrant(tx, { ...input, by, now }, { timeZone, pack: packs[config.pack] }),
  decline: async ({ tx, input, actor: by, now }) => declineGrant(tx, { ...input, by, now }),
  cancel: async ({ tx, input: { id, reason }, actor: by, now }) => {
    await cancelFreeRounds(tx, { id, reason, by, now });
    return getFreeRounds(tx, id);
  },
});
