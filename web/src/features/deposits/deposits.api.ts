import { deposits } from "@laro/contract/deposits";
import { useApiPages, useApiQuery } from "../../api/query.ts";
import { useOnceCommand } from "../../api/once.ts";

/** While a deposit is open it is asked for this often, should the socket be down. */
const POLL_MS = 5_000;

export const useDepositMethods = () => useApiQuery(deposits.methods, {});
export const useDeposits = () => useApiPages(deposits.mine, {});
export const useDeposit = (id: string) => useApiQuery(deposits.get, { id });
export const usePolledDeposit = (id: string) => useApiQuery(deposits.get, { id }, { everyMs: POLL_MS });
export const useCreateDeposit = () => useOnceCommand(deposits.create, { stale: [deposits.mine] });
