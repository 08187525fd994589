import type { OutputOf } from "@laro/contract/core/endpoint";
import { type QueuedWithdrawal, withdrawals, type WithdrawalState } from "@laro/contract/withdrawals";
import { useQueryClient } from "@tanstack/react-query";
import { useOnceCommand } from "../../api/once.ts";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";
import { readAgain } from "../../api/readAgain.ts";

export type Decision = "approve" | "reject";
/** What officers do with a case. */
export type CaseStep = "propose" | "confirm" | "close";

const PAGE_ROWS = 50;

export const useQueue = (state: WithdrawalState) => useApiPages(withdrawals.queue, { state, limit: PAGE_ROWS });

/** The counts, the day's payouts and the one that waits longest, whichever state is on the screen. */
export const usePulse = () => useApiQuery(withdrawals.queue, { state: "pending", limit: 1 });

const decided = { stale: [withdrawals.queue] };

export const useDecide = (decision: Decision) => useApiCommand(withdrawals[decision], decided);
export const useProposeReturn = () => useApiCommand(withdrawals.proposeReturn, decided);
export const useConfirmReturn = () => useApiCommand(withdrawals.confirmReturn, decided);
export const useCloseCase = () => useApiCommand(withdrawals.closeCase, decided);

export const usePayable = (memberId: bigint) => useApiQuery(withdrawals.payable, { memberId });
export const useRequestFor = () => useOnceCommand(withdrawals.requestFor, { stale: [withdrawals.queue, withdrawals.payable] });

/** Reads the queue again: another officer was faster. */
export function useRefreshQueue(): () => void {
  const client = useQueryClient();
  return () => void readAgain(client, [withdrawals.queue.name]);
}

type QueuePage = OutputOf<typeof withdrawals.queue>;

/** Every withdrawal this tab has read so far, for the palette. */
export function useLoadedWithdrawals(): readonly QueuedWithdrawal[] {
  const client = useQueryClient();
  const answers = client.getQueriesData<QueuePage | { pages: QueuePage[] }>({ queryKey: [withdrawals.queue.name] });
  const rows = answers.flatMap(([, answer]) => (answer === undefined ? [] : "pages" in answer ? answer.pages.flatMap((page) => page.list) : answer.list));
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
