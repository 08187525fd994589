import { dispatches, type DispatchChannel, type DispatchState } from "@laro/contract/dispatches";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

const PAGE_ROWS = 50;

export interface OutboxFilter {
  readonly channel: DispatchChannel | undefined;
  readonly state: DispatchState | undefined;
}

export const useOutbox = ({ channel, state }: OutboxFilter) =>
  useApiPages(dispatches.list, { limit: PAGE_ROWS, ...(channel === undefined ? {} : { channel }), ...(state === undefined ? {} : { state }) });
export const useLetterUse = () => useApiQuery(dispatches.use, {});
export const useLetterAlerts = () => useApiQuery(dispatches.alerts, {});
export const useResend = () => useApiCommand(dispatches.resend, { stale: [dispatches.list] });
