import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import { useOnceCommand } from "../../api/once.ts";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

/** While a withdrawal is open it is asked for this often, should the socket be down. */
const POLL_MS = 10_000;

const answered = { stale: [withdrawals.mine, withdrawals.get] };

export const useWithdrawalTerms = () => useApiQuery(withdrawals.terms, {});
export const useWithdrawals = () => useApiPages(withdrawals.mine, {});
export const useWithdrawal = (id: string) => useApiQuery(withdrawals.get, { id });
export const usePolledWithdrawal = (id: string) => useApiQuery(withdrawals.get, { id }, { everyMs: POLL_MS });
export const useRequestWithdrawal = () => useOnceCommand(withdrawals.request, { stale: [withdrawals.mine, withdrawals.terms, wallet.balance, wallet.history] });
export const useConfirmWithdrawal = () => useApiCommand(withdrawals.confirm, answered);
export const useDisputeWithdrawal = () => useApiCommand(withdrawals.dispute, answered);
export const useAddProof = () => useApiCommand(withdrawals.addProof, answered);
