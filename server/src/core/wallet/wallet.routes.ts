import { wallet } from "@laro/contract/wallet";
import { routes } from "../../platform/routes.ts";
import { brand } from "../settings/packs.ts";
import { listMovements } from "./history.ts";
import { setFrozen } from "./freeze.ts";
import { listJournal } from "./lines.ts";
import { getBalances, getWalletId } from "./wallet.ts";

export const walletRoutes = routes(wallet, {
  balance: async ({ db, actor }) => {
    const { main, bonus, locked } = await getBalances(db, actor.id);
    return { balance: main, bonus, locked, currencySymbol: brand.currencySymbol };
  },
  history: async ({ db, actor, input, platform }) =>
    listMovements(db, { ...input, walletId: await getWalletId(db, { accountId: actor.id, kind: "main" }), timeZone: platform.timeZone }),
  lines: async ({ db, input }) => listJournal(db, input),
  setFrozen: async ({ tx, input, actor, now }) => setFrozen(tx, { ...input, officerId: actor.id, now }),
});
