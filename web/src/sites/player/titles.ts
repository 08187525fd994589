import type { Translator } from "@laro/locales/t";
import { gamePages, typeNameOf } from "../../features/games/games.api.ts";
import { isMemberPage } from "./memberPaths.ts";
import { HOME_PATHS } from "./scrolling.ts";
import { ownLists } from "./ownLists.ts";
import { findUnopened } from "./unopened.ts";

/** What the page of an address is called; home alone goes by the site's name. */
export function titleOf(t: Translator, path: string, roomName: string | undefined): string | undefined {
  const [, route = "", part = ""] = path.split("/");
  if (/^help/i.test(route)) return t("site.help");
  if (/^register$/i.test(route)) return t("sessions.register");
  if (HOME_PATHS.test(path)) return undefined;
  if (route === "member") return t(`centre.${isMemberPage(part) ? part : "overview"}`);
  if (route === "room") return roomName ?? t("site.games");
  if (route === "promotions") return t("site.promotions");
  const written = /^(?:blog|news|download)$/i.test(route) ? route : route === "guide" ? part : "";
  if (written !== "") return t("content.page", { page: written.toLowerCase() });
  const list = gamePages.find((page) => page.path === `/${route}`);
  if (list !== undefined) return t("games.type", { type: typeNameOf(list.gameType) });
  const own = ownLists.find((one) => one.path === `/${route}`);
  if (own !== undefined) return t("site.unopened", { page: own.page });
  if (route === "seamless") return t("site.unopened", { page: "seamless" });
  const unopened = findUnopened(path);
  return unopened === undefined ? t("site.notFound") : t("site.unopened", { page: unopened.page });
}
