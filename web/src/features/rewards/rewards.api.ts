import { rewards } from "@laro/contract/rewards";
import { useApiQuery } from "../../api/query.ts";

/** What can be taken now, and which programmes are open; trial accounts have neither. */
export const useRewardSummary = ({ enabled = true }: { enabled?: boolean } = {}) => useApiQuery(rewards.summary, {}, { enabled });
