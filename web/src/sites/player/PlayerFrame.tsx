import { findPlayerPath } from "@laro/contract/core/paths";
import { type ReactNode, Suspense, useRef } from "react";
import { useLocation, useSearch } from "wouter";
import { area, NoFailure } from "../../api/area.ts";
import { useT } from "../../api/language.ts";
import { useFlag, usePermission } from "../../api/permission.ts";
import { useFault } from "../../api/query.ts";
import { useMenu, useRoom } from "../../features/games/games.api.ts";
import type { Drop } from "../../ui/drop.ts";
import { useMedia } from "../../ui/media.ts";
import { HiddenBalanceProvider } from "../../ui/Money.tsx";
import { useRemembered } from "../../ui/remembered.ts";
import { useTitle } from "../../ui/title.ts";
import { showToast } from "../../ui/Toast.tsx";
import { FailureOver } from "../failures.tsx";
import { openDialog } from "./dialogs.ts";
import { barEntries, gamePlaces, memberEntries, topEntries } from "./menus.tsx";
import type { ShellMember } from "./PlayerHeader.tsx";
import { useOutsidePath } from "./outside.ts";
import { PlayerShell } from "./PlayerShell.tsx";
import { Tools } from "./SiteParts.tsx";
import { useMember, useMemberFigures } from "./session.ts";
import { categoryOf, titleOf } from "./titles.ts";
import { BetMark } from "./BetMark.tsx";
import { VipMark } from "./VipMark.tsx";

/** It stands below the fold of every page, and much of it is words. */
const SiteFooter = area("frame", () => import("./SiteFooter.tsx").then((file) => file.SiteFooter), NoFailure);

/** Nobody waits for the question, and most operators have none. */
const Analytics = area("frame", () => import("./Analytics.tsx").then((file) => file.Analytics), NoFailure);

const ROOM_PATH = /^\/room\/(\w+)\/?$/;
const VendorMenu = area("menus", () => import("../../features/games/VendorMenu.player.tsx").then((file) => file.VendorMenu));
const GamesSheet = area("menus", () => import("./GamesSheet.tsx").then((file) => file.GamesSheet), FailureOver);

/** The frame with its menus, for whoever looks at it. */
export function PlayerFrame({ children }: { children: ReactNode }) {
  const t = useT();
  const [path] = useLocation();
  const shown = useOutsidePath();
  const menu = useMenu();
  const { analyticsId } = usePermission();
  const room = ROOM_PATH.exec(path)?.[1];
  const roomName = useRoom(room ?? "", { enabled: room !== undefined }).data?.displayName;
  const shellMember = useShellMember();
  const page = findPlayerPath(shown);
  const isOpen = shellMember !== undefined || page?.login !== true;
  // Pages that are a game have the whole width and no footer (ROUTE-35, ROUTE-36).
  const isGame = page?.game === true && isOpen;
  const sheet = useSheet();
  useTitle(titleOf(t, path, roomName));
  return (
    <PlayerShell
      labels={useShellLabels()}
      top={topEntries(t, shown, menu)}
      onSearch={() => openDialog("search")}
      homeTo="/"
      category={categoryOf(shown)}
      depositTo="/member/depositv2"
      withdrawTo="/member/withdraw"
      member={shellMember}
      onLogin={() => openDialog("login")}
      onRegister={() => openDialog("register")}
      tools={<Tools />}
      panel={showVendors}
      bar={barEntries(t, path, sheet.open)}
      hideSide={isGame}
      footer={
        isGame ? undefined : (
          <Suspense fallback={null}>
            <SiteFooter />
            {analyticsId !== null && <Analytics />}
          </Suspense>
        )
      }
    >
      <HiddenBalanceProvider value={shellMember?.isBalanceHidden === true}>{children}</HiddenBalanceProvider>
      {sheet.isOpen && (
        <Suspense fallback={null}>
          <GamesSheet onClose={sheet.close} />
        </Suspense>
      )}
    </PlayerShell>
  );
}

/** What drops from an entry of the top menu. */
function Vendors({ drop }: { drop: Drop }) {
  const place = gamePlaces(useMenu()).find(({ gameType }) => gameType === drop.open);
  return (
    <Suspense fallback={null}>
      {place && <VendorMenu key={place.gameType} gameType={place.gameType} path={place.path} autoFocus={drop.byKey} onPick={drop.close} />}
    </Suspense>
  );
}

const showVendors = (drop: Drop) => <Vendors drop={drop} />;

const SHEET = "?sheet=games";

/** The sheet of games is an entry of the history, so that back closes it; opened by its address it has none to go back to. */
function useSheet() {
  const isOpen = useSearch() === SHEET.slice(1);
  const [path, navigate] = useLocation();
  const isPushed = useRef(false);
  return {
    isOpen,
    open: () => {
      isPushed.current = true;
      navigate(path + SHEET);
    },
    close: () => {
      if (isPushed.current) history.back();
      else navigate(path, { replace: true });
      isPushed.current = false;
    },
  };
}

function useShellMember(): ShellMember | undefined {
  const t = useT();
  const member = useMember();
  const { isLoggedIn, me } = member;
  const { balance, unread } = useMemberFigures(member);
  const fault = useFault();
  /** The figure that stays is the one from before, so that the answer did not come must be said. */
  const refresh = async (): Promise<void> => {
    const { error } = await balance.refetch();
    if (error !== null) showToast(fault(error).text, "problem");
  };
  const hasPoints = useFlag("pointsSystem");
  const isWide = useMedia("(min-width: 80rem)");
  const [isBalanceHidden, setBalanceHidden] = useRemembered("balanceHidden", false);
  if (!isLoggedIn) return undefined;
  const hasBets = me?.isTrial === false && !me.mustChangePassword;
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
    agent: me?.isAgent === true ? { label: t("site.agentCenter"), to: "/agentHome" } : undefined,
    bets: hasBets && isWide && <BetMark isShort className="inline-flex items-center gap-1.5 text-sm font-semibold whitespace-nowrap text-primary-text" />,
    mark: me?.isTrial === false && (
      <>
        <VipMark className="mt-2 block h-6" />
        {hasBets && <BetMark className="mt-2 inline-flex items-center gap-1.5 text-sm font-semibold text-primary-text" />}
      </>
    ),
    menu: () => memberEntries(t, { isAgent: me?.isAgent === true, isTrial: me?.isTrial === true, hasPoints, unread }),
  };
}

function useShellLabels() {
  const t = useT();
  const isOpen = { byName: useFlag("usernameRegister"), byMobile: useFlag("mobileRegister") };
  const isRegistrationOpen = isOpen.byName || isOpen.byMobile;
  return {
    skip: t("ui.skip"),
    close: t("ui.close"),
    home: t("games.type", { type: "HOME" }),
    search: t("site.search"),
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
