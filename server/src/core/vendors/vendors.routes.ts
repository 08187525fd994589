import { vendors } from "@laro/contract/vendors";
import { endWindow, orderStudios, setHotGame } from "../catalogue/changes.ts";
import { listChanges, listRows } from "../catalogue/rows.ts";
import { packs } from "../settings/packs.ts";
import { routes } from "../../platform/routes.ts";
import { announceWindow, changeGame, listVendors, setFooter, setVendorState } from "./vendors.ts";

export const vendorsRoutes = routes(vendors, {
  list: async ({ db, now }) => listVendors(db, now),
  games: async ({ db, input, platform, now }) => listRows(db, input, { pack: packs[platform.config.pack], now }),
  changes: async ({ db, input }) => listChanges(db, input),
  setFooter: async ({ tx, input, now }) => {
    await setFooter(tx, input);
    return listVendors(tx, now);
  },
  setState: async ({ tx, input, actor, now }) => {
    await setVendorState(tx, { ...input, by: actor, now });
    return listVendors(tx, now);
  },
  order: async ({ tx, input, now }) => {
    await orderStudios(tx, input);
    return listVendors(tx, now);
  },
  setHotGame: async ({ tx, input, now }) => {
    await setHotGame(tx, input);
    return listVendors(tx, now);
  },
  setGame: async ({ tx, input, actor, now }) => {
    await changeGame(tx, input, { by: actor.id, reason: input.reason, now });
    return {};
  },
  window: async ({ tx, input, now }) => {
    await announceWindow(tx, input, now);
    return listVendors(tx, now);
  },
  endWindow: async ({ tx, input, now }) => {
    await endWindow(tx, { id: input.id, now });
    return listVendors(tx, now);
  },
});
