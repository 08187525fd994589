import { jackpots } from "@laro/contract/jackpots";
import { useSpeech } from "../../api/language.ts";
import { useApiQuery } from "../../api/query.ts";

/** Pools are counted so often. */
export const COUNTED_EVERY_MS = 10_000;

/** The jackpots there are, as of the newest count. */
export function useJackpots() {
  const { language } = useSpeech();
  return useApiQuery(jackpots.list, { language }, { everyMs: COUNTED_EVERY_MS });
}

/** The jackpots that were taken, newest first. */
export function useTaken() {
  const { language } = useSpeech();
  return useApiQuery(jackpots.winners, { language });
}
