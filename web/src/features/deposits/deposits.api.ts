import { bonuses } from "@laro/contract/bonuses";
import { deposits } from "@laro/contract/deposits";
import { rewards } from "@laro/contract/rewards";
import { useOnceCommand } from "../../api/once.ts";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

/** While a deposit is open it is asked for this often, should the socket be down. */
const POLL_MS = 5_000;

export const useDepositMethods = () => useApiQuery(deposits.methods, {});
export const useDeposits = () => useApiPages(deposits.mine, {});
export const useDeposit = (id: string) => useApiQuery(deposits.get, { id });
export const usePolledDeposit = (id: string) => useApiQuery(deposits.get, { id }, { everyMs: POLL_MS });
export const useCreateDeposit = () => useOnceCommand(deposits.create, { stale: [deposits.mine, deposits.methods] });
export const useSubmitSlip = () => useApiCommand(deposits.submitSlip, { stale: [deposits.get, deposits.mine] });

/** What is read again once a deposit is decided, besides the deposit itself. */
export const settledReads = [bonuses.mine.name, bonuses.rewards.name, rewards.summary.name, deposits.methods.name] as const;
