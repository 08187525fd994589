import { transfers } from "@laro/contract/transfers";
import { wallet } from "@laro/contract/wallet";
import { useOnceCommand } from "../../api/once.ts";
import { useApiPages, useApiQuery } from "../../api/query.ts";

const moved = [transfers.wallets, wallet.balance, wallet.history];
const passed = [...moved, transfers.mine, transfers.terms];

/** Kept for half a minute, or until something was moved. */
export const useFunds = () => useApiQuery(transfers.wallets, {});
export const useBalance = () => useApiQuery(wallet.balance, {});
export const useMove = () => useOnceCommand(transfers.move, { stale: moved });
export const useRecall = () => useOnceCommand(transfers.recall, { stale: moved });

export const useTransferTerms = () => useApiQuery(transfers.terms, {});
export const useTransfers = () => useApiPages(transfers.mine, {});
export const useToUpline = () => useOnceCommand(transfers.toUpline, { stale: passed });
export const useToDownline = () => useOnceCommand(transfers.toDownline, { stale: passed });
