import { recents } from "@laro/contract/recents";
import { useSpeech } from "../../api/language.ts";
import { useApiQuery } from "../../api/query.ts";
import { useIsLoggedIn } from "../../api/session.ts";

/** CONST-09. */
const PAGE_SIZE = 20;

/** What the member started last, newest first. */
export function useRecentGames(gameType: string | undefined) {
  const { language } = useSpeech();
  const input = { page: 1, pageSize: PAGE_SIZE, gameType: gameType ?? "ALL", language, clientType: 3 };
  const { data, ...rest } = useApiQuery(recents.list, input, { enabled: useIsLoggedIn() });
  return { ...rest, games: data?.list ?? [] };
}
