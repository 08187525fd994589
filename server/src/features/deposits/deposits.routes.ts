import { deposits } from "@laro/contract/deposits";
import { isAbroadOf } from "../../core/limits/abroad.ts";
import { packs } from "../../core/settings/packs.ts";
import { routes } from "../../platform/routes.ts";
import { listMethods } from "./deposits.methods.ts";
import { approveDeposit, rejectDeposit } from "./deposits.decisions.ts";
import { createDeposit } from "./deposits.order.ts";
import { listFaultyMessages, listQueue } from "./deposits.queue.ts";
import { submitSlip } from "./deposits.slip.ts";
import { getDeposit, listMyDeposits } from "./deposits.ts";

export const depositsRoutes = routes(deposits, {
  methods: async ({ db, actor, now, platform: { config, timeZone } }) => listMethods(db, { accountId: actor.id, now, timeZone, pack: packs[config.pack] }),
  create: async ({ platform, actor, input, now }) => createDeposit(platform, { accountId: actor.id, order: input, now, isAbroad: isAbroadOf(platform, actor) }),
  submitSlip: async ({ platform, actor, input, now }) => submitSlip(platform, { ...input, accountId: actor.id, now, isAbroad: isAbroadOf(platform, actor) }),
  get: async ({ db, actor, input }) => getDeposit(db, { accountId: actor.id, id: input.id }),
  mine: async ({ db, actor, input }) => listMyDeposits(db, actor.id, input),
  queue: async ({ db, input, now, platform: { config, timeZone } }) => listQueue(db, { ...input, now, timeZone, pack: packs[config.pack] }),
  messages: async ({ db, input, now }) => listFaultyMessages(db, { ...input, now }),
  approve: async ({ tx, actor, input, now, platform: { config, timeZone } }) =>
    approveDeposit(tx, { ...input, officer: actor, now, timeZone, pack: packs[config.pack] }),
  reject: async ({ tx, actor, input, now, platform: { config, timeZone } }) =>
    rejectDeposit(tx, { ...input, officer: actor, now, timeZone, pack: packs[config.pack] }),
});
