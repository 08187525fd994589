import type { Menu } from "@laro/contract/site";
import type { Translator } from "@laro/locales/t";
import {
  Bird,
  CircleDot,
  ClipboardList,
  Dices,
  Fish,
  Flame,
  Gamepad2,
  Gift,
  Headset,
  Home,
  Joystick,
  LogOut,
  Mail,
  ReceiptText,
  ShieldCheck,
  Spade,
  Ticket,
  Trophy,
  User,
  UsersRound,
  Video,
  Wallet,
} from "lucide-react";
import type { ReactNode } from "react";
import { type GamePageType, linkOf, openCategories } from "../../features/games/games.api.ts";
import type { MenuEntry } from "../../ui/Menu.tsx";
import type { ShellEntry } from "../../ui/SideMenu.tsx";
import { openDialog } from "./dialogs.ts";
import { HOME_PATHS } from "./scrolling.ts";
import type { TopEntry } from "./TopNav.tsx";

const icons = {
  BGS: <Dices />,
  HOT: <Flame />,
  ELOTT: <CircleDot />,
  LOTT: <Ticket />,
  LIVE: <Video />,
  SPORTS: <Trophy />,
  FISH: <Fish />,
  RNG: <Joystick />,
  PVP: <Spade />,
  ESPORTS: <Gamepad2 />,
  COCKFIGHT: <Bird />,
} as const satisfies Record<Exclude<GamePageType, "ALL">, ReactNode>;

interface Place {
  label: string;
  path: string;
  to: string;
  icon: ReactNode;
}

const place = (label: string, path: string, icon: ReactNode): Place => ({ label, path, to: linkOf(path), icon });
const isAt = (path: string, here: string): boolean => (here === "/" ? HOME_PATHS.test(path) : path === here || path.startsWith(`${here}/`));
const entryOf = ({ path: here, ...entry }: Place, path: string): ShellEntry => ({ ...entry, active: isAt(path, here) });

const gamePlace = (t: Translator, path: string, type: keyof typeof icons): Place => place(t("games.type", { type }), path, icons[type]);
const home = (t: Translator): Place => place(t("site.home"), "/", <Home />);
const promotions = (t: Translator): Place => place(t("site.promotions"), "/promotions", <Gift />);
const gamePlaces = (t: Translator, menu: Menu): Place[] => [
  gamePlace(t, "/bgs", "BGS"),
  ...openCategories(menu).map(({ path, gameType }) => gamePlace(t, path, gameType)),
];

/** Home, in-house games, each category someone offers, promotions (NAV-01 to NAV-03). */
export function topEntries(t: Translator, path: string, menu: Menu): TopEntry[] {
  return [home(t), ...gamePlaces(t, menu), promotions(t)].map(({ label, to, path: here }) => ({ label, to, active: isAt(path, here) }));
}

export function sideEntries(t: Translator, path: string, menu: Menu, serviceTo: string): ShellEntry[][] {
  const service = place(t("site.customerService"), serviceTo, <Headset />);
  return [[home(t), gamePlace(t, "/hot", "HOT")], gamePlaces(t, menu), [promotions(t), service]].map((group) => group.map((one) => entryOf(one, path)));
}

/** The bar of narrow screens; the third entry is the raised one. */
export function barEntries(t: Translator, path: string): ShellEntry[] {
  const deposit = place(t("site.deposit"), "/member/depositv2", <Wallet />);
  const games = place(t("site.games"), "/bgs", <Dices />);
  const account = place(t("site.account"), "/member", <User />);
  return [home(t), games, deposit, promotions(t), account].map((one) => ({
    ...entryOf(one, path),
    active: one === account ? isAt(path, "/member") && path !== deposit.path : isAt(path, one.path),
  }));
}

/** What a member reaches from the avatar; the agent center is a site of its own, so it loads as a page. */
export function memberEntries(t: Translator, { isAgent, isTrial, unread }: { isAgent: boolean; isTrial: boolean; unread: number }): MenuEntry[] {
  const signOut: MenuEntry = { label: t("sessions.signOut"), onSelect: () => openDialog("signOut"), icon: <LogOut />, apart: true };
  if (isTrial) return [signOut];
  return [
    { label: t("site.bettingRecord"), to: "/member/personalHistoryCopy", icon: <ClipboardList /> },
    { label: t("site.accountRecord"), to: "/member/transactionHistory", icon: <ReceiptText /> },
    { label: t("site.messages", { count: unread }), to: "/member/messageV2", icon: <Mail /> },
    { label: t("site.accountSecurity"), to: "/member/securityCenter", icon: <ShieldCheck /> },
    ...(isAgent ? [{ label: t("site.agentCenter"), onSelect: () => location.assign("/agentHome"), icon: <UsersRound /> }] : []),
    signOut,
  ];
}
