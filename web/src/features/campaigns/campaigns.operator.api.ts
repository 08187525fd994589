import { campaigns, type applicationStates } from "@laro/contract/campaigns";
import { useApiCommand, useApiPages } from "../../api/query.ts";

/** What an officer may do with campaigns. */
export interface CampaignRights {
  readonly officer: string;
  readonly canWrite: boolean;
  readonly canApprove: boolean;
  readonly canStop: boolean;
  readonly canSeeApplications: boolean;
}

export type ApplicationState = (typeof applicationStates)[number];
export const campaignActs = ["submit", "approve", "decline", "pause", "resume", "stop"] as const;
export type CampaignAct = (typeof campaignActs)[number];

const PAGE_ROWS = 50;
const listed = { stale: [campaigns.all] } as const;
const decided = { stale: [campaigns.applications, campaigns.all] } as const;

export const useDesk = () => useApiPages(campaigns.all, { limit: PAGE_ROWS });
export const useSave = () => useApiCommand(campaigns.save, listed);
/** Each act says which version was looked at, though publishing alone asks it. */
export const useAct = (act: CampaignAct) => useApiCommand(campaigns[act] as typeof campaigns.approve, listed);
export const useApplications = (state: ApplicationState) => useApiPages(campaigns.applications, { state, limit: PAGE_ROWS });
export const useTake = () => useApiCommand(campaigns.take, decided);
export const useDecide = () => useApiCommand(campaigns.decide, decided);
export const useLook = () => useApiCommand(campaigns.openPicture);
