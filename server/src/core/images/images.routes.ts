import { images } from "@laro/contract/images";
import { routes } from "../../platform/routes.ts";
import { openImage } from "./images.ts";
import { lookAtImage } from "./images.look.ts";

export const imagesRoutes = routes(images, {
  mine: async ({ db, platform, actor, input }) => openImage(db, platform.keys, { id: input.id, accountId: actor.id }),
  view: async ({ actor, input, now, platform }) => lookAtImage(platform, { id: input.id, officer: actor.name, now }),
});
