import { payoutAccounts } from "@laro/contract/payoutAccounts";
import { checkPaymentPassword } from "../../core/accounts/accounts.ts";
import { banks } from "../../core/payments/banks.ts";
import { routes } from "../../platform/routes.ts";
import { addPayoutAccount, listMyPayoutAccounts } from "./payoutAccounts.ts";

export const payoutAccountsRoutes = routes(payoutAccounts, {
  mine: async ({ db, actor }) => ({ list: await listMyPayoutAccounts(db, actor.id), banks: [...banks] }),
  add: async ({ db, begin, actor, input: { paymentPassword, ...input }, now }) => {
    await checkPaymentPassword({ db, begin }, { accountId: actor.id, paymentPassword, now });
    return addPayoutAccount({ begin }, { accountId: actor.id, input, now });
  },
});
