import { payoutAccounts } from "@laro/contract/payoutAccounts";
import { withdrawals } from "@laro/contract/withdrawals";
import { useApiCommand, useApiQuery } from "../../api/query.ts";

export const usePayoutAccounts = () => useApiQuery(payoutAccounts.mine, {});
export const useAddPayoutAccount = () => useApiCommand(payoutAccounts.add, { stale: [payoutAccounts.mine, withdrawals.terms] });
