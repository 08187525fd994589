import { refuse } from "@laro/contract/core/errors";
import type { OutputOf } from "@laro/contract/core/endpoint";
import type { games, VendorCard } from "@laro/contract/games";
import { isLaneOpen, laneOf, listLanes } from "../../core/catalogue/lanes.ts";
import { type Onlooker, standingOfVendor } from "../../core/catalogue/tiles.ts";
import { type LiveGame, type LiveStudio, readCatalogue } from "../../core/catalogue/view.ts";
import type { Db } from "../../platform/db.ts";

/** The classes of some games, `ALL` first. */
const classesOf = (found: readonly LiveGame[]): string[] => ["ALL", ...[...new Set(found.flatMap(({ classes }) => classes))].toSorted()];

function cardOf(studio: LiveStudio, gameType: string, { now }: Onlooker): VendorCard {
  const found = laneOf(studio, gameType);
  const { state, until } = standingOfVendor(studio.vendor, now);
  return {
    vassalage: studio.code,
    vendorCode: studio.vendor.code,
    name: studio.name,
    nodeId: String(studio.nodeId),
    gameType,
    isGame: "VASSALAGE",
    games: found.length,
    state,
    until: until?.toISOString() ?? null,
    simulated: studio.vendor.simulated,
    gameClassify: classesOf(found),
    lettering: studio.lettering,
  };
}

/** The lanes of the lobby: each category with its vendors' cards, without those the market closes. */
export async function listVendors(db: Db, onlooker: Onlooker): Promise<OutputOf<(typeof games)["vendors"]>> {
  const catalogue = await readCatalogue(db);
  const lanes = listLanes(catalogue)
    .filter(({ gameType }) => isLaneOpen(gameType, onlooker))
    .map(({ gameType, studios }) => ({ gameType, cards: studios.map((studio) => cardOf(studio, gameType, onlooker)), studios }));
  const hot = catalogue.studios.flatMap(({ code, games: own, hotGameId }) => {
    const game = own.find(({ id }) => id === hotGameId);
    return game === undefined ? [] : [[code, String(game.nodeId)] as const];
  });
  return {
    data: {
      lanes: lanes.map(({ gameType, cards, studios }) => ({
        title: gameType,
        cards: Object.fromEntries(cards.map((card) => [card.vassalage, card])),
        gameClassify: classesOf(studios.flatMap((studio) => laneOf(studio, gameType))),
      })),
    },
    list: lanes.map(({ gameType, cards }) => ({ gameCategory: gameType, list: cards })),
    sorting: catalogue.studios.map(({ code }) => code),
    hotGames: Object.fromEntries(hot),
  };
}

/** What one vendor brings. Refuses with `vendors.not_found` what is not shown. */
export async function listVendorTypes(db: Db, vassalage: string): Promise<OutputOf<(typeof games)["vendorTypes"]>> {
  const { byStudio } = await readCatalogue(db);
  const studio = byStudio.get(vassalage) ?? refuse("vendors.not_found", { field: "vassalage" });
  const byType = [...Map.groupBy(studio.games, ({ gameType }) => gameType)];
  return { vassalage, name: studio.name, list: byType.map(([gameType, found]) => ({ gameType, games: found.length, gameClassify: classesOf(found) })) };
}
