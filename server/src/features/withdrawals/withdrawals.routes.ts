import { withdrawals } from "@laro/contract/withdrawals";
import { checkPaymentPassword } from "../../core/accounts/accounts.ts";
import { packs } from "../../core/settings/packs.ts";
import { routes } from "../../platform/routes.ts";
import { approveWithdrawal, listQueue, rejectWithdrawal } from "./withdrawals.queue.ts";
import { confirmReceipt, getTerms, getWithdrawal, listMyWithdrawals, requestWithdrawal } from "./withdrawals.ts";

export const withdrawalsRoutes = routes(withdrawals, {
  terms: async ({ db, actor, platform }) => getTerms(db, { accountId: actor.id, pack: packs[platform.config.pack] }),
  mine: async ({ db, actor, input }) => listMyWithdrawals(db, actor.id, input),
  get: async ({ db, actor, input }) => getWithdrawal(db, { accountId: actor.id, id: input.id }),
  request: async ({ platform, actor, input: { paymentPassword, ...request }, now }) => {
    const prove = (): Promise<void> => checkPaymentPassword(platform.database, { accountId: actor.id, paymentPassword, now });
    return requestWithdrawal(platform, { accountId: actor.id, request, prove, now });
  },
  confirm: async ({ tx, actor, input, now }) => confirmReceipt(tx, { accountId: actor.id, id: input.id, now }),
  queue: async ({ db, input, now, platform }) => listQueue(db, { ...input, now, timeZone: platform.timeZone }),
  approve: async ({ tx, actor, input, now }) => approveWithdrawal(tx, { ...input, officer: actor, now }),
  reject: async ({ tx, actor, input, now, platform }) => rejectWithdrawal(tx, { ...input, officer: actor, now, timeZone: platform.timeZone }),
});
