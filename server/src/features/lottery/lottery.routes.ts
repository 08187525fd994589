import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { lottery } from "@laro/contract/lottery";
import { listTickets } from "../../core/draws/tickets.ts";
import { packs } from "../../core/settings/packs.ts";
import { getMainWalletId } from "../../core/wallet/wallet.ts";
import { routes } from "../../platform/routes.ts";
import { getLottery } from "./lottery.games.ts";
import { listDesk, listWorst } from "./lottery.desk.ts";
import { listDraws, listMenus, listOpened, openLobby } from "./lottery.ts";

export const lotteryRoutes = routes(lottery, {
  lobby: async ({ db, input, now, platform }) => openLobby(db, input, { pack: packs[platform.config.pack], now }),
  menus: async ({ db, now, platform }) => listMenus(db, { pack: packs[platform.config.pack], now }),
  recent: async ({ db, actor, input: { gameCode, cursor, limit = PAGE_LIMIT_DEFAULT } }) => {
    const gameId = gameCode === undefined ? undefined : getLottery(gameCode).game.gameId;
    return listTickets(db, { walletId: await getMainWalletId(db, actor.id), gameId, cursor, limit });
  },
  opened: async ({ db, input, now }) => listOpened(db, input, now),
  desk: async ({ db, input }) => listDesk(db, input),
  worst: async ({ db, input }) => listWorst(db, input.drawId),
  draws: async ({ db, input, now }) => listDraws(db, { gameCode: input.gameCode, now }),
});
