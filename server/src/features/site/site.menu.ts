import { quickClasses, type Switchable } from "@laro/contract/core/homeSections";
import type { Menu } from "@laro/contract/site";
import { categories, HOUSE, listOpenCategories } from "../../core/catalogue/lanes.ts";
import { hotWhyOf, type Onlooker, standingOfVendor } from "../../core/catalogue/tiles.ts";
import { type Catalogue, type LiveGame, readCatalogue } from "../../core/catalogue/view.ts";
import { brand } from "../../core/settings/packs.ts";
import { getMenuSetting } from "../../core/settings/menu.ts";
import type { Db } from "../../platform/db.ts";
import { arrangeHome } from "./site.home.ts";

/** Bingo is offered where Tagalog is (NAV-06). */
const BINGO = "BG";
const BINGO_LANGUAGE = "TY";

const sideEnds = { before: ["HOME", "FAV", "RECENT", "HOT"], after: ["PROMO", "SOCIALMEDIA", "APP", "SERVICE", "LANGUAGE", "THEME"] } as const;

/** The navigation as codes. A category nobody can play in, closed by the market or switched off is not there; home, in-house games and promotions always are. */
export async function getMenu(db: Db, onlooker: Onlooker): Promise<Menu> {
  const [catalogue, { off, home }] = await Promise.all([readCatalogue(db), getMenuSetting(db)]);
  const isOn = (code: string): boolean => !off.includes(code as Switchable);
  const open = listOpenCategories(catalogue, onlooker).filter((code) => code !== HOUSE && isOn(code));
  const isPlayed = ({ studio }: LiveGame): boolean => standingOfVendor(studio.vendor, onlooker.now).state !== "paused";
  const classes = new Set(catalogue.games.filter(isPlayed).flatMap((game) => game.classes));
  const quick = quickClasses.filter((code) => classes.has(code) && isOn(code) && (code !== BINGO || brand.languages.includes(BINGO_LANGUAGE)));
  const inSide = categories.filter((code) => code !== "SPORTS" && (code === HOUSE || open.includes(code)));
  return {
    top: ["HOME", HOUSE, ...open, "PROMO"],
    side: [...sideEnds.before, ...inSide, ...open.filter((code) => code === "SPORTS"), ...sideEnds.after],
    quick,
    ...arrangeHome(
      home.filter((one) => one.isOn).map(({ section }) => section),
      { count: catalogue.games.length, sizeOf: (list) => sizeOf(catalogue, list) },
    ),
    // The house has one mark, whatever vassalages its lotteries have.
    footer: catalogue.studios.filter(({ code, vendor }) => vendor.inFooter && (vendor.code !== HOUSE || code === HOUSE)).map(({ code }) => code),
  };
}

/** How many games a list of the lobby has. */
function sizeOf({ games, byType, studios }: Catalogue, list: string): number {
  if (list === "HOT") return games.filter((game) => hotWhyOf(game) !== null).length;
  return (list === HOUSE ? studios.find(({ code }) => code === HOUSE)?.games : byType.get(list))?.length ?? 0;
}
