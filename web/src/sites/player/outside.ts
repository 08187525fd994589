import { navigate, useLocationProperty } from "wouter/use-browser-location";

const CENTRE = "/member";
export const isInside = (path: string): boolean => path === CENTRE || path.startsWith(`${CENTRE}/`);

let seen = { pathname: "/", search: "" };

/** Where the site is; while the member centre is open, the page it lies over, which is home when the tab began inside it. */
function readOutside(): typeof seen {
  const { pathname, search } = location;
  if (!isInside(pathname)) seen = { pathname, search };
  return seen;
}

const readPath = (): string => readOutside().pathname;
const readSearch = (): string => readOutside().search;

export const useOutsidePath = (): string => useLocationProperty(readPath);

/** Where the page below the member centre takes its address from: it stays as it was (LAYOUT-37). */
export const outside = {
  hook: (): [string, typeof navigate] => [useLocationProperty(readPath), navigate],
  searchHook: (): string => useLocationProperty(readSearch),
} as const;
