import { rebates } from "@laro/contract/rebates";
import { rewards } from "@laro/contract/rewards";
import { wallet } from "@laro/contract/wallet";
import { useOnceCommand } from "../../api/once.ts";
import { useApiPages, useApiQuery } from "../../api/query.ts";

const stale = [rebates.mine, rebates.history, rewards.summary, wallet.balance, wallet.history] as const;
const PAGE = 10;

export const useMyRebates = () => useApiQuery(rebates.mine, {});
export const useRebateHistory = () => useApiPages(rebates.history, { limit: PAGE });
export const useClaimRebates = () => useOnceCommand(rebates.claim, { stale });

/** Hundredths of a percent as they are read: 30 is "0.30%". */
export const percentOf = (bps: number): string => `${(bps / 100).toFixed(2)}%`;
