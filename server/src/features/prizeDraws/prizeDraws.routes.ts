import { prizeDraws } from "@laro/contract/prizeDraws";
import { packs } from "../../core/settings/packs.ts";
import { routes } from "../../platform/routes.ts";
import { decideEggs, listEggVersions, proposeEggs, readEggDesk } from "./prizeDraws.desk.ts";
import { describeEggs } from "./prizeDraws.eggs.ts";
import { describeWheel, drawTicket, listDrawn, listTickets } from "./prizeDraws.ts";

export const prizeDrawsRoutes = routes(prizeDraws, {
  wheel: async () => describeWheel(),
  eggs: async ({ db, input: { version } }) => describeEggs(db, version),
  tickets: async ({ db, actor, input }) => listTickets(db, { ...input, accountId: actor.id }),
  drawn: async ({ db, actor, input }) => listDrawn(db, { ...input, accountId: actor.id }),
  draw: async ({ tx, actor, input: { ticketId, clientSeed }, now, platform: { config, keys, timeZone } }) =>
    drawTicket(tx, { accountId: actor.id, ticketId, clientSeed, pack: packs[config.pack], keys, now, timeZone }),
  eggTable: async ({ db }) => readEggDesk(db),
  eggVersions: async ({ db, input }) => listEggVersions(db, input),
  proposeEggs: async ({ tx, actor: by, input, now, platform: { config } }) => proposeEggs(tx, { ...input, pack: packs[config.pack], by, now }),
  confirmEggs: async ({ tx, actor: by, input, now, platform: { config } }) => ({
    version: await decideEggs(tx, "confirmed", { ...input, pack: packs[config.pack], by, now }),
  }),
  declineEggs: async ({ tx, actor: by, input, now, platform: { config } }) => ({
    version: await decideEggs(tx, "declined", { ...input, pack: packs[config.pack], by, now }),
  }),
});
