import { type ReactNode, Suspense } from "react";
import { useLocation } from "wouter";
import { area } from "../../api/area.ts";
import { useT } from "../../api/language.ts";
import { useFlag, usePermission } from "../../api/permission.ts";
import { useFault } from "../../api/query.ts";
import { useMenu, useRoom } from "../../features/games/games.api.ts";
import { HiddenBalanceProvider } from "../../ui/Money.tsx";
import { useRemembered } from "../../ui/remembered.ts";
import { useTitle } from "../../ui/title.ts";
import { showToast } from "../../ui/Toast.tsx";
import { openDialog } from "./dialogs.ts";
import { barEntries, memberEntries, sideEntries, topEntries } from "./menus.tsx";
import type { ShellMember } from "./PlayerHeader.tsx";
import { useOutsidePath } from "./outside.ts";
import { PlayerShell } from "./PlayerShell.tsx";
import { SideFoot, Tools } from "./SiteParts.tsx";
import type { useMember } from "./session.ts";
import { titleOf } from "./titles.ts";

/** It stands below the fold of every page, and much of it is words. */
const SiteFooter = area("footer", () => import("./SiteFooter.tsx").then((file) => file.SiteFooter));

const ROOM_PATH = /^\/room\/(\w+)/;
/** Pages that are a game: they have the whole width and no footer (ROUTE-35, ROUTE-36). */
const GAME_PATH = /^\/(room|seamless|lotter[ty]|sealottery|vnlottery)(\/|$)/i;

/** The frame with its menus, for whoever looks at it. */
export function PlayerFrame({ member, children }: { member: ReturnType<typeof useMember>; children: ReactNode }) {
  const t = useT();
  const [path] = useLocation();
  const shown = useOutsidePath();
  const menu = useMenu();
  const room = ROOM_PATH.exec(path)?.[1];
  const roomName = useRoom(room ?? "", { enabled: room !== undefined }).data?.displayName;
  const shellMember = useShellMember(member);
  const isGame = GAME_PATH.test(shown);
  useTitle(titleOf(t, path, roomName));
  return (
    <PlayerShell
      labels={useShellLabels()}
      top={topEntries(t, shown, menu)}
      homeTo="/"
      depositTo="/member/depositv2"
      withdrawTo="/member/withdraw"
      member={shellMember}
      onLogin={() => openDialog("login")}
      onRegister={() => openDialog("register")}
      tools={<Tools />}
      side={sideEntries(t, shown, menu, usePermission().customerService.url)}
      sideFoot={<SideFoot />}
      bar={barEntries(t, path)}
      hideSide={isGame}
      footer={
        isGame ? undefined : (
          <Suspense fallback={null}>
            <SiteFooter />
          </Suspense>
        )
      }
    >
      <HiddenBalanceProvider value={shellMember?.isBalanceHidden === true}>{children}</HiddenBalanceProvider>
    </PlayerShell>
  );
}

function useShellMember({ isLoggedIn, me, balance, unread }: ReturnType<typeof useMember>): ShellMember | undefined {
  const t = useT();
  const fault = useFault();
  /** The figure that stays is the one from before, so that the answer did not come must be said. */
  const refresh = async (): Promise<void> => {
    const { error } = await balance.refetch();
    if (error !== null) showToast(fault(error).text, "problem");
  };
  const [isBalanceHidden, setBalanceHidden] = useRemembered("balanceHidden", false);
  if (!isLoggedIn) return undefined;
  return {
    name: me?.nickname ?? t("site.account"),
    avatar: me?.imgUrl,
    balanceMinor: me?.mustChangePassword === true ? null : (balance.data?.balance ?? (balance.isError ? null : undefined)),
    isBalanceHidden,
    isRefreshing: balance.isFetching,
    onToggleBalance: () => setBalanceHidden(!isBalanceHidden),
    onRefresh: () => void refresh(),
    unread,
    trial: me?.isTrial === true ? t("sessions.trial") : undefined,
    menu: memberEntries(t, { isAgent: me?.isAgent === true, isTrial: me?.isTrial === true, unread }),
  };
}

function useShellLabels() {
  const t = useT();
  const isOpen = { byName: useFlag("usernameRegister"), byMobile: useFlag("mobileRegister") };
  const isRegistrationOpen = isOpen.byName || isOpen.byMobile;
  return {
    skip: t("ui.skip"),
    close: t("ui.close"),
    home: t("site.home"),
    top: t("site.topMenu"),
    side: t("site.sideMenu"),
    bar: t("site.bottomMenu"),
    openMenu: t("site.openMenu"),
    collapse: t("site.collapseMenu"),
    expand: t("site.expandMenu"),
    login: t("sessions.logIn"),
    register: t(isRegistrationOpen ? "sessions.register" : "accounts.closedLabel"),
    deposit: t("site.deposit"),
    withdraw: t("site.withdraw"),
    account: t("site.accountMenu"),
    showBalance: t("site.showBalance"),
    hideBalance: t("site.hideBalance"),
    refresh: t("site.refreshBalance"),
  };
}
