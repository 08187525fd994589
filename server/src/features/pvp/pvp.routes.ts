import { pvp } from "@laro/contract/pvp";
import { packs } from "../../core/settings/packs.ts";
import { routes } from "../../platform/routes.ts";
import { countRooms } from "./pvp.rooms.ts";

export const pvpRoutes = routes(pvp, {
  rooms: async ({ db, platform }) => ({ list: [...(await countRooms(db, packs[platform.config.pack]))] }),
});
