import { withdrawals } from "@laro/contract/withdrawals";
import { checkPaymentPassword } from "../../core/accounts/accounts.ts";
import { checkNotResting } from "../../core/accounts/rest.ts";
import { packs } from "../../core/settings/packs.ts";
import { routes } from "../../platform/routes.ts";
import { closeCase, confirmReturn, proposeReturn } from "./withdrawals.cases.ts";
import { getPayable } from "./withdrawals.payable.ts";
import { approveWithdrawal, listQueue, rejectWithdrawal } from "./withdrawals.queue.ts";
import { addProof, answerReceipt, disputeReceipt } from "./withdrawals.receipt.ts";
import { getTerms, requestForExcluded, requestWithdrawal } from "./withdrawals.request.ts";
import { getWithdrawal, listMyWithdrawals } from "./withdrawals.ts";

export const withdrawalsRoutes = routes(withdrawals, {
  terms: async ({ db, actor, now, platform: { config, timeZone } }) => getTerms(db, { accountId: actor.id, pack: packs[config.pack], now, timeZone }),
  mine: async ({ db, actor, input, now }) => listMyWithdrawals(db, { ...input, accountId: actor.id, now }),
  get: async ({ db, actor, input, now }) => getWithdrawal(db, { accountId: actor.id, id: input.id, now }),
  request: async ({ platform, actor, input: { paymentPassword, ...request }, now }) => {
    const prove = async (): Promise<void> => {
      await checkNotResting({ db: platform.database.db, timeZone: platform.timeZone }, actor, now);
      await checkPaymentPassword(platform.database, { accountId: actor.id, paymentPassword, now });
    };
    return requestWithdrawal(platform, { accountId: actor.id, request, prove, now });
  },
  confirm: async ({ platform, actor, input, now }) => answerReceipt(platform, { ...input, accountId: actor.id, now }),
  dispute: async ({ platform, actor, input, now }) => disputeReceipt(platform, { ...input, accountId: actor.id, now }),
  addProof: async ({ platform, actor, input, now }) => addProof(platform, { ...input, accountId: actor.id, now }),
  queue: async ({ db, input, now, platform: { config, timeZone } }) => listQueue(db, { ...input, now, timeZone, pack: packs[config.pack] }),
  approve: async ({ tx, actor, input, now, platform: { config, timeZone } }) =>
    approveWithdrawal(tx, { ...input, officer: actor, now, timeZone, pack: packs[config.pack] }),
  reject: async ({ tx, actor, input, now, platform: { config, timeZone } }) =>
    rejectWithdrawal(tx, { ...input, officer: actor, now, timeZone, pack: packs[config.pack] }),
  payable: async ({ db, input, now, platform: { config, timeZone } }) => getPayable(db, { ...input, pack: packs[config.pack], now, timeZone }),
  requestFor: async ({ tx, actor, input, now, platform: { config, timeZone } }) =>
    requestForExcluded(tx, { ...input, officer: actor, pack: packs[config.pack], now, timeZone }),
  proposeReturn: async ({ tx, actor, input, now, platform: { config, timeZone } }) =>
    proposeReturn(tx, { ...input, officer: actor, now, timeZone, pack: packs[config.pack] }),
  confirmReturn: async ({ tx, actor, input, now, platform: { config, timeZone } }) =>
    confirmReturn(tx, { ...input, officer: actor, now, timeZone, pack: packs[config.pack] }),
  closeCase: async ({ tx, actor, input, now, platform: { config, timeZone } }) =>
    closeCase(tx, { ...input, officer: actor, now, timeZone, pack: packs[config.pack] }),
});
