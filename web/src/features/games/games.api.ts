import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { type Game, games } from "@laro/contract/games";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../api/call.ts";
import { useApiCommand, useApiQuery } from "../../api/query.ts";

const LOBBY_MAX = 100;
/** The specification's page size and the rest between two pages (CONST-02). */
const PAGE_SIZE = 20;
const PAGE_DELAY_MS = 500;

/** The categories of the top menu in the specification's order (NAV-02), each with its path. */
export const categories = [
  { path: "/elott", gameType: "ELOTT" },
  { path: "/lott", gameType: "LOTT" },
  { path: "/live", gameType: "LIVE" },
  { path: "/sports", gameType: "SPORTS" },
  { path: "/fish", gameType: "FISH" },
  { path: "/rng", gameType: "RNG" },
  { path: "/pvp", gameType: "PVP" },
  { path: "/esports", gameType: "ESPORTS" },
  { path: "/cockfight", gameType: "COCKFIGHT" },
] as const;

/** Every list of games that has a page of its own. */
export const gamePages = [{ path: "/bgs", gameType: "BGS" }, { path: "/hot", gameType: "HOT" }, { path: "/provider", gameType: "ALL" }, ...categories] as const;
export type GamePageType = (typeof gamePages)[number]["gameType"];

/** The page of all games is the list of who provides them (ROUTE-26). */
export const typeNameOf = (gameType: GamePageType): string => (gameType === "ALL" ? "PROVIDER" : gameType);

/** Slots, live tables and fishing open with every class shown (NAV-04). */
const opensWithAll: readonly string[] = ["/rng", "/live", "/fish"];
export const linkOf = (path: string): string => (opensWithAll.includes(path) ? `${path}?gameClassify=ALL` : path);

/** The whole lobby, most popular first: the menus and the rows of home are parts of it. */
export function useLobby() {
  const { data, ...rest } = useApiQuery(games.list, { pageSize: LOBBY_MAX });
  return { ...rest, games: data?.list };
}

/** The categories someone offers a game in; the others have no entry. */
export const openCategories = (lobby: readonly Game[]) => categories.filter(({ gameType }) => lobby.some((game) => game.gameType === gameType));

type Filter = Pick<InputOf<typeof games.list>, "gameType" | "vassalage" | "gameClassify">;

/** A list loaded page after page on its own, with a rest in between, until the last one. */
export function useGamePages(filter: Filter) {
  const pages = useInfiniteQuery({
    queryKey: [games.list.name, filter, "pages"],
    queryFn: ({ signal, pageParam }) => call(games.list, { ...filter, pageNo: pageParam, pageSize: PAGE_SIZE }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ pageNo, totalPages }: OutputOf<typeof games.list>) => (pageNo < totalPages ? pageNo + 1 : undefined),
  });
  const { hasNextPage, isFetching, error, fetchNextPage } = pages;
  useEffect(() => {
    if (!hasNextPage || isFetching || error !== null) return;
    const timer = setTimeout(() => void fetchNextPage(), PAGE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [hasNextPage, isFetching, error, fetchNextPage]);
  return { ...pages, games: (pages.data?.pages ?? []).flatMap((page) => page.list) };
}

export const useRoom = (gameCode: string) => useApiQuery(games.room, { gameCode });
export const useLaunch = () => useApiCommand(games.launch);
