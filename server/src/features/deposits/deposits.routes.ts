import { deposits } from "@laro/contract/deposits";
import { packs } from "../../core/settings/packs.ts";
import { routes } from "../../platform/routes.ts";
import { createDeposit, getDeposit, listMethods, listMyDeposits } from "./deposits.ts";

export const depositsRoutes = routes(deposits, {
  methods: async ({ platform }) => ({ list: listMethods(packs[platform.config.pack]) }),
  create: async ({ platform, actor, input, now }) => createDeposit(platform, { accountId: actor.id, order: input, now }),
  get: async ({ db, actor, input }) => getDeposit(db, { accountId: actor.id, id: input.id }),
  mine: async ({ db, actor, input }) => listMyDeposits(db, actor.id, input),
});
