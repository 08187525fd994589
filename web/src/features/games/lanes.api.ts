import { lanesInput } from "@laro/contract/core/firstInputs";
import { games } from "@laro/contract/games";
import { useSpeech } from "../../api/language.ts";
import { useApiQuery } from "../../api/query.ts";

/** The vendors by category, kept for the tab (CALL-27). */
export function useLanes({ enabled = true }: { enabled?: boolean } = {}) {
  const { language } = useSpeech();
  const { data, ...rest } = useApiQuery(games.vendors, lanesInput(language), { enabled, isKept: true });
  return { ...rest, lanes: data?.data.lanes };
}
