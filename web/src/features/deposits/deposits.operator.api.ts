import { deposits, type DepositState } from "@laro/contract/deposits";
import { useQueryClient } from "@tanstack/react-query";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";
import { readAgain } from "../../api/readAgain.ts";

export type Decision = "approve" | "reject";

const PAGE_ROWS = 50;
const MESSAGES_SHOWN = 10;

export const useQueue = (state: DepositState) => useApiPages(deposits.queue, { state, limit: PAGE_ROWS });

/** The counts, what was credited today and the one that waits longest, whichever state is on the screen. */
export const usePulse = () => useApiQuery(deposits.queue, { state: "submitted", limit: 1 });

export const useApprove = () => useApiCommand(deposits.approve, { stale: [deposits.queue] });
export const useReject = () => useApiCommand(deposits.reject, { stale: [deposits.queue] });
export const useFaultyMessages = () => useApiPages(deposits.messages, { limit: MESSAGES_SHOWN });

/** Reads the queue again: another officer was faster. */
export function useRefreshQueue(): () => void {
  const client = useQueryClient();
  return () => void readAgain(client, [deposits.queue.name]);
}
