import { transfers } from "@laro/contract/transfers";
import { checkPaymentPassword } from "../../core/accounts/accounts.ts";
import { checkNotResting } from "../../core/accounts/rest.ts";
import type { MemberActor } from "../../platform/actor.ts";
import { type Platform, routes } from "../../platform/routes.ts";
import { isAbroadOf } from "../../core/limits/abroad.ts";
import { getDownline, getTransferTerms, getUpline, listMyTransfers, sendToMember } from "./transfers.members.ts";
import { listFunds, moveFunds, recallFunds } from "./transfers.ts";

const proofOf =
  (platform: Platform, { actor, paymentPassword, now }: { actor: MemberActor; paymentPassword: string; now: Date }) =>
  async (): Promise<void> => {
    await checkNotResting({ db: platform.database.db, timeZone: platform.timeZone }, actor, now);
    await checkPaymentPassword(platform.database, { accountId: actor.id, paymentPassword, now });
  };

export const transfersRoutes = routes(transfers, {
  wallets: async ({ actor, platform }) => listFunds(platform, actor.id),
  move: async ({ platform, actor, input, now }) => moveFunds(platform, { accountId: actor.id, now, isAbroad: isAbroadOf(platform, actor) }, input),
  recall: async ({ platform, actor, input }) => recallFunds(platform, actor.id, input),
  terms: async ({ platform, actor, now }) => getTransferTerms(platform, { accountId: actor.id, now }),
  toUpline: async ({ db, platform, actor, input: { paymentPassword, ...input }, now }) =>
    sendToMember(platform, {
      ...input,
      accountId: actor.id,
      findReceiver: () => getUpline(db, actor.id),
      prove: proofOf(platform, { actor, paymentPassword, now }),
      now,
      isAbroad: isAbroadOf(platform, actor),
    }),
  toDownline: async ({ db, platform, actor, input: { paymentPassword, account, ...input }, now }) =>
    sendToMember(platform, {
      ...input,
      accountId: actor.id,
      findReceiver: () => getDownline(db, { accountId: actor.id, account }),
      prove: proofOf(platform, { actor, paymentPassword, now }),
      now,
      isAbroad: isAbroadOf(platform, actor),
    }),
  mine: async ({ db, actor, input }) => listMyTransfers(db, actor.id, input),
});
