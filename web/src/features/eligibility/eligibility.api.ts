import { eligibility } from "@laro/contract/eligibility";
import { wallet } from "@laro/contract/wallet";
import { useApiCommand, useApiQuery } from "../../api/query.ts";

export const useMyCases = () => useApiQuery(eligibility.mine, {});
export const useAppeal = () => useApiCommand(eligibility.appeal, { stale: [eligibility.mine, wallet.balance] });
