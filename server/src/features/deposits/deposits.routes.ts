import { deposits } from "@laro/contract/deposits";
import { packs } from "../../core/settings/packs.ts";
import { routes } from "../../platform/routes.ts";
import { listMethods } from "./deposits.methods.ts";
import { createDeposit } from "./deposits.order.ts";
import { approveDeposit, listFaultyMessages, listQueue, rejectDeposit } from "./deposits.queue.ts";
import { submitSlip } from "./deposits.slip.ts";
import { getDeposit, listMyDeposits } from "./deposits.ts";

export const depositsRoutes = routes(deposits, {
  methods: async ({ db, actor, now, platform: { config, timeZone } }) => listMethods(db, { accountId: actor.id, now, timeZone, pack: packs[config.pack] }),
  create: async ({ platform, actor, input, now }) => createDeposit(platform, { accountId: actor.id, order: input, now }),
  submitSlip: async ({ platform, actor, input, now }) => submitSlip(platform, { ...input, accountId: actor.id, now }),
  get: async ({ db, actor, input }) => getDeposit(db, { accountId: actor.id, id: input.id }),
  mine: async ({ db, actor, input }) => listMyDeposits(db, actor.id, input),
  queue: async ({ db, input, now, platform }) => listQueue(db, { ...input, now, timeZone: platform.timeZone }),
  messages: async ({ db, input, now }) => listFaultyMessages(db, { ...input, now }),
  approve: async ({ tx, actor, input, now, platform }) => approveDeposit(tx, { ...input, officer: actor, now, timeZone: platform.timeZone }),
  reject: async ({ tx, actor, input, now }) => rejectDeposit(tx, { ...input, officer: actor, now }),
});
