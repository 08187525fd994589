import { identities } from "@laro/contract/identities";
import { visitOf } from "../../core/sessions/visit.ts";
import { routes } from "../../platform/routes.ts";
import { beginSignIn, enterSigned, linkSigned, listLinked, unlinkSigned } from "./identities.ts";

export const identitiesRoutes = routes(identities, {
  begin: async ({ input, visitor, now, platform }) => beginSignIn(platform, { ...input, visitor, now }),
  enter: async ({ input, ...call }) => enterSigned(call.platform, { ...input, ...visitOf(call) }),
  link: async ({ actor, input, visitor, now, platform }) => {
    await linkSigned(platform, { actor, ...input, visitor, now });
    return {};
  },
  mine: async ({ db, actor }) => listLinked(db, actor.id),
  unlink: async ({ actor, input, now, platform }) => {
    await unlinkSigned(platform, { actor, ...input, now });
    return {};
  },
});
