import type { InputOf } from "@laro/contract/core/endpoint";
import { wallet } from "@laro/contract/wallet";
import { useApiPages, useApiQuery } from "../../api/query.ts";

export const useBalance = () => useApiQuery(wallet.balance, {});
export const useMovements = (filter: Omit<InputOf<(typeof wallet)["history"]>, "cursor">) => useApiPages(wallet.history, filter);
