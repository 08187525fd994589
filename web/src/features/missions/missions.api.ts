import { campaigns } from "@laro/contract/campaigns";
import { missions } from "@laro/contract/missions";
import { rewards } from "@laro/contract/rewards";
import { useSpeech } from "../../api/language.ts";
import { useApiCommand, useApiQuery } from "../../api/query.ts";

const stale = [missions.summary, campaigns.list, campaigns.get, rewards.summary] as const;

export const useMissions = () => useApiQuery(missions.summary, { language: useSpeech().language });
export const useJoinMission = () => useApiCommand(campaigns.join, { stale });
export const useClaimMission = () => useApiCommand(campaigns.claim, { stale });
