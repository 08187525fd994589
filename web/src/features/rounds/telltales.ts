import { limits } from "@laro/contract/limits";
import { rounds } from "@laro/contract/rounds";
import { wallet } from "@laro/contract/wallet";
import type { QueryClient } from "@tanstack/react-query";
import { holdAnswers } from "../../api/hold.ts";

/** What would tell a round's result before it is shown. */
export const TELLTALES: readonly string[] = [wallet.balance.name, wallet.history.name, rounds.mine.name, rounds.totals.name, limits.mine.name];

/** Keeps answers as they are while a round is on its way; the answer to the returned call is asked for afterwards. */
export const holdTelltales = (client: QueryClient): (() => void) => holdAnswers(client, TELLTALES);
