import { PAGE_SIZE } from "@laro/contract/core/firstInputs";

/** Lists up to so many games are loaded to their end. */
const WHOLE_MAX = 200;
/** Of longer ones so many tiles ahead of the window. */
const AHEAD = 100;

/** The places of a list that are in the page, both included. */
export interface View {
  readonly first: number;
  readonly last: number;
}

/** The page a place is on, counted from 1. */
export const pageOf = (place: number): number => Math.floor(place / PAGE_SIZE) + 1;

/** The page to ask for next: what is in view first, then what may be in view soon; undefined where there is none. */
export function nextPage({ total, loaded, view }: { total: number; loaded: ReadonlySet<number>; view: View }): number | undefined {
  const lastPage = pageOf(Math.max(0, total - 1));
  const isMissing = (page: number): boolean => page <= lastPage && !loaded.has(page);
  for (let page = pageOf(view.first); page <= pageOf(view.last); page++) if (isMissing(page)) return page;
  const until = total <= WHOLE_MAX ? lastPage : pageOf(view.last + AHEAD);
  for (let page = total <= WHOLE_MAX ? 1 : pageOf(view.first); page <= until; page++) if (isMissing(page)) return page;
  return undefined;
}
