import { campaigns, type CampaignTab } from "@laro/contract/campaigns";
import { rewards } from "@laro/contract/rewards";
import { useSpeech } from "../../api/language.ts";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

const stale = [campaigns.list, campaigns.get, campaigns.explain, rewards.summary] as const;
const PAGE = 24;

/** Words come in the page's language. */
export const useCampaigns = (tab: CampaignTab | "mine" | undefined) =>
  useApiPages(campaigns.list, { limit: PAGE, language: useSpeech().language, ...(tab === undefined ? {} : { tab }) });
export const useCampaign = (code: string) => useApiQuery(campaigns.get, { code, language: useSpeech().language });
export const useExplain = (code: string, { enabled }: { enabled: boolean }) => useApiQuery(campaigns.explain, { code }, { enabled });
export const useJoin = () => useApiCommand(campaigns.join, { stale });
export const useApply = () => useApiCommand(campaigns.apply, { stale });
export const useLeave = () => useApiCommand(campaigns.leave, { stale });
export const useClaim = () => useApiCommand(campaigns.claim, { stale });
