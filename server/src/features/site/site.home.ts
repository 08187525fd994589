import type { HomeSection } from "@laro/contract/core/homeSections";
import type { Menu } from "@laro/contract/site";

/** With fewer games than this, each is shown once: rows of the same few would look like many. */
const FEW_BELOW = 12;
/** A row of fewer is no row. */
const RAIL_MIN = 4;

/** The rows of games on home, each with the list it shows. */
const rails: Partial<Record<HomeSection, string>> = { hot: "HOT", inhouse: "BGS", rng: "RNG", live: "LIVE", fish: "FISH" };

interface Games {
  /** Of all lists together; one that cannot be started now stands in its place as well. */
  readonly count: number;
  readonly sizeOf: (list: string) => number;
}

/** Home's sections with the rules for few games: below twelve one section shows them all, and a row of fewer than four joins the next. */
export function arrangeHome(home: readonly HomeSection[], { count, sizeOf }: Games): Pick<Menu, "home" | "few" | "joins"> {
  if (count < FEW_BELOW) return { home: home.filter((code) => code === "inhouse" || rails[code] === undefined), few: true, joins: {} };
  const left = home.filter((code) => rails[code] !== undefined && sizeOf(rails[code]) > 0);
  const joins: Record<string, string[]> = {};
  const joined = new Set<HomeSection>();
  let carried: string[] = [];
  for (const [at, code] of left.entries()) {
    const lists = [...carried, rails[code]!];
    const isShort = lists.reduce((sum, list) => sum + sizeOf(list), 0) < RAIL_MIN && at < left.length - 1;
    if (isShort) joined.add(code);
    else if (lists.length > 1) joins[code] = lists;
    carried = isShort ? lists : [];
  }
  return { home: home.filter((code) => !joined.has(code)), few: false, joins };
}
