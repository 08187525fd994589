import { parseAmount } from "@laro/contract/core/money";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { games } from "@laro/contract/games";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../api/call.ts";
import { useSpeech } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import type { Narrowing } from "./narrowing.ts";

/** The specification's page size and the rest between two pages (GAME-17, CONST-08). */
const PAGE_SIZE = 20;
const PAGE_DELAY_MS = 500;
const WEB_CLIENT = 3;

export type ListInput = InputOf<typeof games.list>;

export interface Filter extends Pick<ListInput, "gameType" | "vassalage" | "gameClassify" | "isNew"> {
  readonly narrowing: Narrowing;
}

/** How choices are said to the server. */
function sentOf({ vendors, feature, volatility, returnFrom, minimumBet, lines, demo }: Narrowing): Partial<ListInput> {
  const leastBet = parseAmount(minimumBet?.[0] ?? "");
  return {
    ...(vendors && { vendors: vendors.join(",") }),
    ...(feature && { feature: feature.join(",") }),
    ...(volatility && { volatility: volatility.join(",") }),
    ...(returnFrom && { returnFrom: Number(returnFrom[0]) }),
    ...(leastBet === undefined ? {} : { minimumBet: leastBet }),
    ...(lines && { lines: Number(lines[0]) }),
    ...(demo && { demo: "1" }),
  };
}

/** A list loaded page after page on its own, with a rest in between, until the last one; the first brings the counts of all choices. */
export function useGamePages({ narrowing, ...filter }: Filter) {
  const { language } = useSpeech();
  const { merchantCode: merchant } = usePermission();
  const always = { clientType: WEB_CLIENT, platform: "WEB", merchant, vassalage: "", gameClassify: "ALL", isNew: "", ...filter, language };
  const pages = useInfiniteQuery({
    queryKey: [games.list.name, always, narrowing, "pages"],
    queryFn: ({ signal, pageParam: pageNo }) =>
      call(games.list, { ...always, ...sentOf(narrowing), pageNo, pageSize: PAGE_SIZE, ...(pageNo === 1 && { withFacets: "1" }) }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ pageNo, totalPages }: OutputOf<typeof games.list>) => (pageNo < totalPages ? pageNo + 1 : undefined),
    placeholderData: keepPreviousData,
  });
  const { hasNextPage, isFetching, error, fetchNextPage } = pages;
  useEffect(() => {
    if (!hasNextPage || isFetching || error !== null) return;
    const timer = setTimeout(() => void fetchNextPage(), PAGE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [hasNextPage, isFetching, error, fetchNextPage]);
  const [first] = pages.data?.pages ?? [];
  return { ...pages, facets: first?.facets, total: first?.total ?? 0, games: (pages.data?.pages ?? []).flatMap((page) => page.list) };
}
