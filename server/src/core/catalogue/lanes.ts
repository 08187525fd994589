import { menuCategories } from "@laro/contract/core/homeSections";
import { type Onlooker, standingOfVendor } from "./tiles.ts";
import type { Catalogue, LiveGame, LiveStudio } from "./view.ts";

/** The house's studio, whose own lane is `BGS` whatever its games are. */
export const HOUSE = "BGS";

/** The categories of the lobby in the order of the top navigation (NAV-02), the house's first. */
export const categories = [HOUSE, ...menuCategories] as const;

/** What the house holds draws of: lotteries stand in the lanes of lotteries too, where there is nobody else's. */
const lotteryTypes: readonly string[] = ["LOTT", "ELOTT"];

/** A studio's games of a category; the house's other games stand in its own lane alone (ENTITY-58). */
export const laneOf = ({ code, games }: LiveStudio, gameType: string): readonly LiveGame[] => {
  if (code === HOUSE && gameType === HOUSE) return games;
  return code === HOUSE && !lotteryTypes.includes(gameType) ? [] : games.filter((game) => game.gameType === gameType);
};

/** The categories that have games, each with its studios in the operator's order. */
export const listLanes = ({ studios }: Catalogue): readonly { readonly gameType: string; readonly studios: readonly LiveStudio[] }[] =>
  categories
    .map((gameType) => ({ gameType, studios: studios.filter((studio) => laneOf(studio, gameType).length > 0) }))
    .filter((lane) => lane.studios.length > 0);

/** Whether the market allows a category at all. */
export const isLaneOpen = (gameType: string, { pack }: Pick<Onlooker, "pack">): boolean => !pack.closedGameTypes.includes(gameType);

/** The categories someone can play in: allowed here, with a vendor that takes play or will again, or a game of the house. */
export function listOpenCategories({ byType, studios }: Catalogue, onlooker: Onlooker): readonly string[] {
  const isPlayed = ({ studio }: LiveGame): boolean => standingOfVendor(studio.vendor, onlooker.now).state !== "paused";
  return categories.filter((gameType) => {
    const found = gameType === HOUSE ? (studios.find(({ code }) => code === HOUSE)?.games ?? []) : (byType.get(gameType) ?? []);
    return isLaneOpen(gameType, onlooker) && found.some(isPlayed);
  });
}
