import { campaigns } from "@laro/contract/campaigns";
import { leaderboards } from "@laro/contract/leaderboards";
import { missions } from "@laro/contract/missions";
import { useSpeech } from "../../api/language.ts";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

export const useBoards = () => useApiQuery(leaderboards.list, { language: useSpeech().language });
export const useRank = (code: string, { enabled }: { enabled: boolean }) => useApiPages(leaderboards.rank, { code, limit: 50 }, { enabled });
export const useJoinBoard = () =>
  useApiCommand(leaderboards.join, { stale: [leaderboards.list, leaderboards.rank, missions.leaderboard, campaigns.list, campaigns.get] });
