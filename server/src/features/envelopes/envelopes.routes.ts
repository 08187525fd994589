import { envelopes } from "@laro/contract/envelopes";
import { routes } from "../../platform/routes.ts";
import { claim, listMine, readNext, readResult } from "./envelopes.ts";

export const envelopesRoutes = routes(envelopes, {
  next: async ({ db, input: { language }, now }) => readNext(db, { language, now }),
  claim: async ({ actor, input, now, platform }) => claim(platform, { ...input, language: input.language, accountId: actor.id, now }),
  mine: async ({ db, actor, input }) => listMine(db, { ...input, accountId: actor.id }),
  result: async ({ db, input, now, platform }) => readResult(db, platform.keys, { ...input, now }),
});
