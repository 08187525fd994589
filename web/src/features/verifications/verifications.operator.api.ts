import { verifications, type VerificationState } from "@laro/contract/verifications";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

const PAGE_ROWS = 50;

const stale = [verifications.queue, verifications.case];

export const useQueue = (state: VerificationState) => useApiPages(verifications.queue, { state, limit: PAGE_ROWS });
export const useCase = (id: string) => useApiQuery(verifications.case, { id });
export const useClaim = () => useApiCommand(verifications.claim, { stale });
export const useLook = () => useApiCommand(verifications.open);
export const useReadDocument = () => useApiCommand(verifications.readDocument, { stale });
export const useSettleMatch = () => useApiCommand(verifications.settleMatch, { stale });
export const useApprove = () => useApiCommand(verifications.approve, { stale });
export const useAskAgain = () => useApiCommand(verifications.askAgain, { stale });
export const useRefuse = () => useApiCommand(verifications.refuse, { stale });
export const useReopen = () => useApiCommand(verifications.reopen, { stale });
