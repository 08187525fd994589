import { points, type redeemQueues } from "@laro/contract/points";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

export type RedeemQueue = (typeof redeemQueues)[number];
export type Decision = "approve" | "reject";

/** What an officer may do with points. */
export interface PointsRights {
  readonly officer: string;
  readonly canReadQueue: boolean;
  readonly canDecide: boolean;
  readonly canExport: boolean;
  readonly canWrite: boolean;
  readonly canPropose: boolean;
  readonly canConfirm: boolean;
}

const PAGE_ROWS = 50;
const decided = { stale: [points.queue, points.items, points.ratios] } as const;

export const useQueue = (status: RedeemQueue) => useApiPages(points.queue, { status, limit: PAGE_ROWS });
/** How many stand where, whichever are on the screen. */
export const useCounts = () => useApiQuery(points.queue, { status: "inProcess", limit: 1 });
export const useDecide = (decision: Decision) => useApiCommand(points[decision], decided);
export const useSent = () => useApiCommand(points.sent, decided);
export const useItems = () => useApiPages(points.items, { limit: PAGE_ROWS });
export const useSaveItem = () => useApiCommand(points.saveItem, { stale: [points.items] });
export const useRatios = () => useApiQuery(points.ratios, {});
export const useProposeRatios = () => useApiCommand(points.proposeRatios, { stale: [points.ratios] });
export const useConfirmRatios = () => useApiCommand(points.confirmRatios, { stale: [points.ratios] });
export const useDeclineRatios = () => useApiCommand(points.declineRatios, { stale: [points.ratios] });
