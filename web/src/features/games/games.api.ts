import { hotInput, rowInput } from "@laro/contract/core/firstInputs";
import { games } from "@laro/contract/games";
import { type Menu, site } from "@laro/contract/site";
import { useSpeech } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { useApiCommand, useApiQuery, useIsUnderWay } from "../../api/query.ts";

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

/** What stands in the menus: the categories someone offers a game in are among them, the others have no entry. */
export function useMenu(): Menu {
  return useApiQuery(site.menu, {}).data ?? NO_MENU;
}

const NO_MENU: Menu = { top: [], side: [], quick: [], home: [], few: false, joins: {}, footer: [] };

export const openCategories = ({ top }: Menu) => categories.filter(({ gameType }) => top.includes(gameType));

/** The first games of one type, best known first, as a row of the home page shows them (CONST-04). */
export function useRow(gameType: GamePageType) {
  const { data, ...rest } = useApiQuery(games.list, rowInput(gameType));
  return { ...rest, games: data?.list };
}

/** The hot games: much played, or picked by the operator. */
export function useHot() {
  const { merchantCode } = usePermission();
  const { language } = useSpeech();
  return useApiQuery(games.hot, hotInput({ merchantCode, language })).data?.list ?? [];
}

export const useRoom = (gameCode: string, options: { enabled?: boolean } = {}) => useApiQuery(games.room, { gameCode }, options);
export const useLaunch = () => useApiCommand(games.launch);
/** Whether a game is about to open, for money or to try. */
export function useIsLaunching(): boolean {
  const [isLaunching, isTrying] = [useIsUnderWay(games.launch), useIsUnderWay(games.tryDemo)];
  return isLaunching || isTrying;
}
