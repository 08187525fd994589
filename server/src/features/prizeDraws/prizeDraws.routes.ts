import { prizeDraws } from "@laro/contract/prizeDraws";
import { packs } from "../../core/settings/packs.ts";
import { routes } from "../../platform/routes.ts";
import { describeWheel, drawTicket, listDrawn, listTickets } from "./prizeDraws.ts";

export const prizeDrawsRoutes = routes(prizeDraws, {
  wheel: async () => describeWheel(),
  tickets: async ({ db, actor }) => listTickets(db, actor.id),
  drawn: async ({ db, actor, input }) => listDrawn(db, { ...input, accountId: actor.id }),
  draw: async ({ tx, actor, input: { ticketId, clientSeed }, now, platform: { config } }) =>
    drawTicket(tx, { accountId: actor.id, ticketId, clientSeed, pack: packs[config.pack], now }),
});
