import { winners } from "@laro/contract/winners";
import { useSpeech } from "../../api/language.ts";
import { useApiCommand, useApiQuery } from "../../api/query.ts";

/** CONST-10, CONST-56. */
const BOARD_MAX = 20;
const MINUTE_MS = 60_000;

/** The newest wins of the last day (CALL-36). */
export function useBoard() {
  const { language } = useSpeech();
  return useApiQuery(winners.board, { gameCategory: "ALL", language, limitNum: BOARD_MAX }, { everyMs: MINUTE_MS });
}

export function useWinnersOf(day: string | undefined) {
  const { language } = useSpeech();
  return useApiQuery(winners.byDay, { language, ...(day === undefined ? {} : { day }) });
}

export const useMyHiding = (isAsked: boolean) => useApiQuery(winners.mine, {}, { enabled: isAsked });
export const useHide = () => useApiCommand(winners.hide, { stale: [winners.mine, winners.board, winners.byDay] });
