import { boardInput } from "@laro/contract/core/firstInputs";
import { winners } from "@laro/contract/winners";
import { useSpeech } from "../../api/language.ts";
import { useApiCommand, useApiQuery } from "../../api/query.ts";

const MINUTE_MS = 60_000;

/** The newest wins of the last day (CALL-36). */
export function useBoard() {
  const { language } = useSpeech();
  return useApiQuery(winners.board, boardInput(language), { everyMs: MINUTE_MS });
}

export function useWinnersOf(day: string | undefined) {
  const { language } = useSpeech();
  return useApiQuery(winners.byDay, { language, ...(day === undefined ? {} : { day }) });
}

export const useMyHiding = (isAsked: boolean) => useApiQuery(winners.mine, {}, { enabled: isAsked });
export const useHide = () => useApiCommand(winners.hide, { stale: [winners.mine, winners.board, winners.byDay] });
