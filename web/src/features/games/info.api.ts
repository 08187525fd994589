import { infoInput } from "@laro/contract/core/firstInputs";
import { games } from "@laro/contract/games";
import { useSpeech } from "../../api/language.ts";
import { useApiCommand, useApiQuery } from "../../api/query.ts";

/** What a game's sheet tells, by its number or a house game's code. */
export function useGameInfo(code: string) {
  const { language } = useSpeech();
  return useApiQuery(games.info, infoInput(code, language));
}

export const useMyPlay = (nodeId: string, options: { enabled: boolean }) => useApiQuery(games.myPlay, { nodeId }, options);
export const useDemo = () => useApiCommand(games.tryDemo);
