import { findPlayerPath } from "@laro/contract/core/paths";
import type { Translator } from "@laro/locales/t";
import { gamePages, typeNameOf } from "../../features/games/games.api.ts";
import { isMemberPage } from "./memberPaths.ts";

/** Pages that say themselves what they are called, once they know it. */
const speaking: readonly string[] = [
  "activate",
  "reset",
  "social",
  "stop",
  "verify",
  "game",
  "post",
  "blog",
  "news",
  "guide",
  "winners",
  "fair",
  "download",
  "preview",
  "vip",
  "redEnvelope",
  "tournament",
];

const categoryOfPage: Readonly<Record<string, string>> = { promotions: "PROMO", favorite: "FAV", recent: "RECENT", provider: "PROVIDER" };

/** The category a page belongs to; what belongs to none is home's (GAME-14). */
export function categoryOf(path: string): string {
  const name = findPlayerPath(path)?.name ?? "home";
  return categoryOfPage[name] ?? gamePages.find(({ gameType }) => gameType === name)?.gameType ?? "HOME";
}

/** What the page of an address is called: undefined for home, which goes by the site's name, null where the page says it itself. */
export function titleOf(t: Translator, path: string, roomName: string | undefined): string | null | undefined {
  const name = findPlayerPath(path)?.name;
  const list = gamePages.find(({ gameType }) => gameType === name || (gameType === "ALL" && name === "provider"));
  if (list !== undefined) return t("games.type", { type: typeNameOf(list.gameType) });
  if (name === undefined) return t("site.notFound");
  if (name === "home" || name === "login") return undefined;
  if (name === "help") return t("site.help");
  if (name === "register") return t("sessions.register");
  if (name === "promotions") return t("games.type", { type: "PROMO" });
  if (name === "room") return roomName ?? t("site.games");
  if (name === "member") {
    const part = path.split("/")[2] ?? "";
    return t(`centre.${isMemberPage(part) ? part : "overview"}`);
  }
  return speaking.includes(name) ? null : t("site.unopened", { page: name });
}
