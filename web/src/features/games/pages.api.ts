import { parseAmount } from "@laro/contract/core/money";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { listInput, PAGE_SIZE } from "@laro/contract/core/firstInputs";
import { type Game, games } from "@laro/contract/games";
import { keepPreviousData, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "../../api/call.ts";
import { cameAt, findFirst } from "../../api/first.ts";
import { useSpeech } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import type { Narrowing } from "./narrowing.ts";
import { nextPage, pageOf, type View } from "./paging.ts";

/** The rest between two pages (CONST-08). */
const PAGE_DELAY_MS = 500;

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

const FROM_TOP: View = { first: 0, last: 0 };
type Answer = OutputOf<typeof games.list>;

/**
 * A list in pages of 20, one after another with a rest in between: the first tells how many games there are and the counts of all choices, those in view
 * come next. A place whose page has not come holds nothing yet.
 */
export function useGamePages({ narrowing, ...filter }: Filter) {
  const { language } = useSpeech();
  const client = useQueryClient();
  const { merchantCode: merchant } = usePermission();
  const inputOf = (pageNo: number): ListInput => ({ ...listInput(filter, { merchant, language, pageNo }), ...sentOf(narrowing) });
  const keyOf = (pageNo: number) => [games.list.name, filter, language, narrowing, pageNo];
  const pageQuery = (pageNo: number) => ({
    queryKey: keyOf(pageNo),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Answer> => call(games.list, inputOf(pageNo), signal),
  });
  const first = useQuery({
    ...pageQuery(1),
    initialData: () => findFirst(games.list, inputOf(1)),
    initialDataUpdatedAt: cameAt,
    placeholderData: keepPreviousData,
  });
  const list = JSON.stringify(keyOf(0));
  const total = first.data?.total ?? 0;
  const [asked, setAsked] = useState<{ list: string; pages: readonly number[] }>({ list: "", pages: [] });
  const [view, setView] = useState(FROM_TOP);
  // Whoever comes back finds what was there at once.
  const kept = (): number[] => Array.from({ length: pageOf(total) }, (_, at) => at + 2).filter((page) => client.getQueryData(keyOf(page)) !== undefined);
  const wanted = first.isPlaceholderData ? [] : asked.list === list ? asked.pages : kept();
  const others = useQueries({ queries: wanted.map(pageQuery) });
  const next = nextPage({ total, loaded: new Set([1, ...wanted]), view });
  const isResting = !first.isFetching && !first.isPlaceholderData && others.every(({ isFetching }) => !isFetching);
  const error = first.error ?? others.find((one) => one.error !== null)?.error ?? null;
  const canGoOn = next !== undefined && isResting && error === null;
  const pages = wanted.join();
  useEffect(() => {
    if (!canGoOn) return;
    const timer = setTimeout(() => setAsked({ list, pages: [...(pages === "" ? [] : pages.split(",").map(Number)), next] }), PAGE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [canGoOn, next, list, pages]);
  const onView = (from: number, to: number) => setView((known) => (known.first === from && known.last === to ? known : { first: from, last: to }));
  return { ...first, error, total, onView, facets: first.data?.facets, games: inPlaces(first.data, wanted, others) };
}

/** Every game at its place in the list. */
function inPlaces(first: Answer | undefined, wanted: readonly number[], others: readonly { data: Answer | undefined }[]): readonly (Game | undefined)[] {
  if (first === undefined) return [];
  const places = Array.from<Game | undefined>({ length: first.total });
  const put = (pageNo: number, list: readonly Game[]) => list.forEach((game, at) => (places[(pageNo - 1) * PAGE_SIZE + at] = game));
  put(1, first.list);
  for (const [at, { data }] of others.entries()) put(wanted[at]!, data?.list ?? []);
  return places;
}
