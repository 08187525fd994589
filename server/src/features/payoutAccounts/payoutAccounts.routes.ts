import { payoutAccounts } from "@laro/contract/payoutAccounts";
import { checkPaymentPassword } from "../../core/accounts/accounts.ts";
import { checkNotResting } from "../../core/accounts/rest.ts";
import { banks } from "../../core/payments/banks.ts";
import { listPayoutAccounts } from "../../core/payments/payoutAccounts.ts";
import { routes } from "../../platform/routes.ts";
import { addPayoutAccount } from "./payoutAccounts.ts";

export const payoutAccountsRoutes = routes(payoutAccounts, {
  mine: async ({ db, actor }) => ({ list: await listPayoutAccounts(db, actor.id), banks: [...banks] }),
  add: async ({ db, begin, actor, input: { paymentPassword, ...input }, now, platform }) => {
    await checkNotResting({ db, timeZone: platform.timeZone }, actor, now);
    await checkPaymentPassword({ db, begin }, { accountId: actor.id, paymentPassword, now });
    return addPayoutAccount({ begin }, { accountId: actor.id, input, now });
  },
});
