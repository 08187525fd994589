import { favourites } from "@laro/contract/favourites";
import type { Game } from "@laro/contract/games";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import { useSpeech } from "../../api/language.ts";
import { putAnswer, useApiQuery, useFault } from "../../api/query.ts";
import { readAgain } from "../../api/readAgain.ts";
import { useIsLoggedIn } from "../../api/session.ts";
import { showToast } from "../../ui/Toast.tsx";

/** All that a member can have stand on one page (CONST-50). */
const PAGE_SIZE = 999;
/** A star acts once in this time (GAME-12). */
const THROTTLE_MS = 1_000;

const actedAt = new Map<string, number>();

/** The numbers of the member's favourites as texts, whatever the server's numbers were (ENTITY-38). */
export function useFavouriteIds({ enabled }: { enabled: boolean }): ReadonlySet<string> {
  const { data } = useApiQuery(favourites.ids, {}, { enabled });
  return new Set((data?.ids ?? []).map(String));
}

/** Fills or empties a star at once, then tells the server; a refusal takes it back (GAME-09, GAME-10). */
export function useToggleFavourite(): (game: Pick<Game, "nodeId" | "vassalage" | "gameType">, isFavourite: boolean) => Promise<void> {
  const client = useQueryClient();
  const fault = useFault();
  const show = (nodeId: string, isKept: boolean): void =>
    putAnswer(client, favourites.ids, {}, (said) => {
      const others = (said?.ids ?? []).filter((id) => id !== nodeId);
      return { ids: isKept ? [nodeId, ...others] : others };
    });
  return async ({ nodeId, vassalage: vendor, gameType }, isFavourite) => {
    const now = performance.now();
    if (now - (actedAt.get(nodeId) ?? -THROTTLE_MS) < THROTTLE_MS) return;
    actedAt.set(nodeId, now);
    show(nodeId, !isFavourite);
    try {
      await call(isFavourite ? favourites.remove : favourites.add, { nodeId, vendor, gameType });
      await readAgain(client, [favourites.list.name]);
    } catch (error) {
      show(nodeId, isFavourite);
      showToast(fault(error).text, "problem");
    }
  };
}

export function useFavouriteGames(gameType: string | undefined) {
  const { language } = useSpeech();
  const input = { clientType: 3, platform: "WEB", language, pageNo: 1, pageSize: PAGE_SIZE, ...(gameType === undefined ? {} : { gameType }) };
  const { data, ...rest } = useApiQuery(favourites.list, input, { enabled: useIsLoggedIn() });
  return { ...rest, games: data?.content ?? [] };
}
