import { raffles } from "@laro/contract/raffles";
import { lookerOf, momentOf } from "../../core/campaigns/campaigns.read.ts";
import { routes } from "../../platform/routes.ts";
import { joinRaffle, listEntries, listRaffles, readResult } from "./raffles.ts";

export const rafflesRoutes = routes(raffles, {
  promotion: async ({ tx, actor, input: { code, language }, now, platform }) =>
    joinRaffle(tx, { looker: lookerOf(platform, { actor, language, now }), moment: momentOf(platform, now), accountId: actor.id }, code),
  list: async ({ db, actor, input: { language }, now, platform }) => ({ list: [...(await listRaffles(db, lookerOf(platform, { actor, language, now })))] }),
  result: async ({ db, actor, input }) => readResult(db, { ...input, accountId: actor.kind === "member" ? actor.id : undefined }),
  entries: async ({ db, input }) => listEntries(db, input),
});
