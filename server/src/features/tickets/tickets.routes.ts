import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { tickets } from "@laro/contract/tickets";
import { listTickets } from "../../core/draws/tickets.ts";
import { isAbroadOf } from "../../core/limits/abroad.ts";
import { packs } from "../../core/settings/packs.ts";
import { getMainWalletId } from "../../core/wallet/wallet.ts";
import { routes } from "../../platform/routes.ts";
import { buyTicket } from "./tickets.buy.ts";
import { getTicket, listLeaves } from "./tickets.ts";

export const ticketsRoutes = routes(tickets, {
  buy: async ({ db, ledger, actor, input, now, platform }) => {
    const { id: accountId, standing, session } = actor;
    const { database, clock, log } = platform;
    return buyTicket(
      { db, database, clock, log, ledger, pack: packs[platform.config.pack], now, accountId, standing, isAbroad: isAbroadOf(platform, actor), session },
      input,
    );
  },
  list: async ({ db, actor, input: { limit = PAGE_LIMIT_DEFAULT, ...input } }) =>
    listTickets(db, { walletId: await getMainWalletId(db, actor.id), ...input, limit }),
  get: async ({ db, actor, input }) => getTicket(db, { accountId: actor.id, id: input.ticketId }),
  leaves: async ({ db, input }) => listLeaves(db, input),
});
