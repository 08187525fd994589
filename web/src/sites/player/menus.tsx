import type { Menu } from "@laro/contract/site";
import type { Translator } from "@laro/locales/t";
import { ChartColumn, ClipboardList, Dices, Gift, HandCoins, Home, LogOut, Mail, ReceiptText, ShieldCheck, User, UsersRound, Wallet } from "lucide-react";
import { linkOf, openCategories } from "../../features/games/games.api.ts";
import type { MenuEntry } from "../../ui/Menu.tsx";
import type { ShellEntry } from "../../ui/SideMenu.tsx";
import { openDialog } from "./dialogs.ts";
import { isHome } from "./scrolling.ts";
import type { TopEntry } from "./TopNav.tsx";

/** Whether the page of `path` belongs to an entry that leads `here`. */
export const isAt = (path: string, here: string): boolean => (here === "/" ? isHome(path) : path === here || path.startsWith(`${here}/`));

/** In-house games, then each category someone offers (NAV-02, NAV-03). */
export const gamePlaces = (menu: Menu) => [{ path: "/bgs", gameType: "BGS" } as const, ...openCategories(menu)];

/** Home, in-house games, each category someone offers, promotions (NAV-01 to NAV-03). */
export function topEntries(t: Translator, path: string, menu: Menu): TopEntry[] {
  const games = gamePlaces(menu).map((one) => ({ label: t("games.type", { type: one.gameType }), to: linkOf(one.path), drop: one.gameType }));
  const entries: TopEntry[] = [
    { label: t("games.type", { type: "HOME" }), to: "/" },
    ...games,
    { label: t("games.type", { type: "PROMO" }), to: "/promotions" },
  ];
  return entries.map((entry) => ({ ...entry, active: isAt(path, entry.to.split("?")[0] ?? "") }));
}

/** The bar of narrow screens; the third entry is the raised one, and Games opens its sheet over the page. */
export function barEntries(t: Translator, path: string, onGames: () => void): ShellEntry[] {
  const isDeposit = isAt(path, "/member/depositv2");
  return [
    { label: t("games.type", { type: "HOME" }), to: "/", icon: <Home />, active: isAt(path, "/") },
    { label: t("site.games"), onSelect: onGames, icon: <Dices />, hasPopup: true },
    { label: t("site.deposit"), to: "/member/depositv2", icon: <Wallet />, active: isDeposit },
    { label: t("games.type", { type: "PROMO" }), to: "/promotions", icon: <Gift />, active: isAt(path, "/promotions") },
    { label: t("site.account"), to: "/member", icon: <User />, active: isAt(path, "/member") && !isDeposit },
  ];
}

/** What a member reaches from the avatar (LAYOUT-30); the agent center is a site of its own, so it loads as a page. */
export function memberEntries(
  t: Translator,
  { isAgent, isTrial, hasPoints, unread }: { isAgent: boolean; isTrial: boolean; hasPoints: boolean; unread: number },
): MenuEntry[] {
  const signOut: MenuEntry = { label: t("sessions.signOut"), onSelect: () => openDialog("signOut"), icon: <LogOut />, apart: true };
  if (isTrial) return [signOut];
  return [
    { label: t("site.bettingRecord"), to: "/member/personalHistoryCopy", icon: <ClipboardList /> },
    { label: t("site.accountRecord"), to: "/member/transactionHistory", icon: <ReceiptText /> },
    { label: t("centre.personalProfit"), to: "/member/personalProfit", icon: <ChartColumn /> },
    { label: t("centre.rewardCenter"), to: "/member/rewardCenter", icon: <HandCoins /> },
    ...(hasPoints ? [{ label: t("site.points"), to: "/pointMall", icon: <Gift /> }] : []),
    { label: t("site.messages", { count: unread }), to: "/member/messageV2", icon: <Mail /> },
    { label: t("site.accountSecurity"), to: "/member/securityCenter", icon: <ShieldCheck /> },
    ...(isAgent ? [{ label: t("site.agentCenter"), onSelect: () => location.assign("/agentHome"), icon: <UsersRound /> }] : []),
    signOut,
  ];
}
