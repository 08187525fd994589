import type { Menu } from "@laro/contract/site";
import { categories, HOUSE, listOpenCategories } from "../../core/catalogue/lanes.ts";
import { type Onlooker, standingOfVendor } from "../../core/catalogue/tiles.ts";
import { type LiveGame, readCatalogue } from "../../core/catalogue/view.ts";
import { brand } from "../../core/settings/packs.ts";
import { findSetting } from "../../core/settings/settings.ts";
import type { Db } from "../../platform/db.ts";

/** What operators set of the navigation: the categories they switched off, and the order of the home page. */
interface MenuSetting {
  readonly off?: readonly string[];
  readonly home?: readonly string[];
}

/** The classes of the quick menu: jackpot, table games, arcade, bingo (NAV-05). */
const quickMenu = ["JP", "TG", "AC", "BG"] as const;
/** Bingo is offered where Tagalog is (NAV-06). */
const BINGO = "BG";
const BINGO_LANGUAGE = "TY";

const homeSections = [
  "lead",
  "banners",
  "continue",
  "quick",
  "marquee",
  "winners",
  "hot",
  "inhouse",
  "rng",
  "live",
  "providers",
  "fish",
  "matches",
  "videos",
  "fair",
  "limits",
  "app",
] as const;

const sideEnds = { before: ["HOME", "FAV", "RECENT", "HOT"], after: ["PROMO", "SOCIALMEDIA", "APP", "SERVICE", "LANGUAGE", "THEME"] } as const;

/** The navigation as codes. A category nobody can play in, closed by the market or switched off is not there; home, in-house games and promotions always are. */
export async function getMenu(db: Db, onlooker: Onlooker): Promise<Menu> {
  const [catalogue, { off = [], home = homeSections } = {}] = await Promise.all([readCatalogue(db), findSetting<MenuSetting>(db, "menu")]);
  const open = listOpenCategories(catalogue, onlooker).filter((code) => code !== HOUSE && !off.includes(code));
  const isPlayed = ({ studio }: LiveGame): boolean => standingOfVendor(studio.vendor, onlooker.now).state !== "paused";
  const classes = new Set(catalogue.games.filter(isPlayed).flatMap((game) => game.classes));
  const quick = quickMenu.filter((code) => classes.has(code) && !off.includes(code) && (code !== BINGO || brand.languages.includes(BINGO_LANGUAGE)));
  const inSide = categories.filter((code) => code !== "SPORTS" && (code === HOUSE || open.includes(code)));
  return {
    top: ["HOME", HOUSE, ...open, "PROMO"],
    side: [...sideEnds.before, ...inSide, ...open.filter((code) => code === "SPORTS"), ...sideEnds.after],
    quick,
    home: [...home],
    footer: catalogue.studios.filter(({ vendor }) => vendor.inFooter).map(({ code }) => code),
  };
}
