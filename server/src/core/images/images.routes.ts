import { images } from "@laro/contract/images";
import { routes } from "../../platform/routes.ts";
import { openImage } from "./images.ts";

export const imagesRoutes = routes(images, {
  mine: async ({ db, platform, actor, input }) => openImage(db, platform.keys, { id: input.id, accountId: actor.id }),
  view: async ({ tx, platform, input }) => openImage(tx, platform.keys, { id: input.id }),
});
