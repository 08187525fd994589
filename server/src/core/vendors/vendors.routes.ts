import { vendors } from "@laro/contract/vendors";
import { endWindow, listRows, orderStudios, setHotGame } from "../catalogue/changes.ts";
import { routes } from "../../platform/routes.ts";
import { announceWindow, changeGame, listVendors, setVendorState } from "./vendors.ts";

export const vendorsRoutes = routes(vendors, {
  list: async ({ db, now }) => listVendors(db, now),
  games: async ({ db, input }) => listRows(db, input),
  setState: async ({ tx, input, now }) => {
    await setVendorState(tx, input);
    return listVendors(tx, now);
  },
  order: async ({ tx, input, now }) => {
    await orderStudios(tx, input.vassalages);
    return listVendors(tx, now);
  },
  setHotGame: async ({ tx, input, now }) => {
    await setHotGame(tx, input);
    return listVendors(tx, now);
  },
  setGame: async ({ tx, input, actor, now }) => changeGame(tx, input, { by: actor.id, reason: input.reason, now }),
  window: async ({ tx, input, now }) => {
    await announceWindow(tx, input, now);
    return listVendors(tx, now);
  },
  endWindow: async ({ tx, input, now }) => {
    await endWindow(tx, { id: input.id, now });
    return listVendors(tx, now);
  },
});
