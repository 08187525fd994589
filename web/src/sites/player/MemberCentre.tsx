import {
  ArrowDownToLine,
  ArrowLeft,
  ArrowUpFromLine,
  BadgeCheck,
  ChartColumn,
  Egg,
  FileText,
  Gift,
  HandCoins,
  Inbox,
  LayoutDashboard,
  ReceiptText,
  RotateCcw,
  Send,
  ShieldCheck,
  Spade,
  UsersRound,
  WalletCards,
  X,
} from "lucide-react";
import { type ReactNode, Suspense, useId } from "react";
import { Redirect, useLocation, useParams } from "wouter";
import { type Key, useT } from "../../api/language.ts";
import { useFlags, usePermission } from "../../api/permission.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { cancelledBy, useModal } from "../../ui/Dialog.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { type ShellEntry, SideMenu } from "../../ui/SideMenu.tsx";
import { memberPages, useMemberCounts } from "./MemberPages.tsx";
import { isMemberPage, type MemberPage } from "./memberPaths.ts";
import { isInside } from "./outside.ts";
import { VipMark } from "./VipMark.tsx";

const ROOT = "/member";

/** The pages as the specification names them, in the order of the menu. */
const menu = {
  overview: { label: "centre.overview", icon: <LayoutDashboard /> },
  depositv2: { label: "centre.depositv2", icon: <ArrowDownToLine /> },
  withdraw: { label: "centre.withdraw", icon: <ArrowUpFromLine /> },
  transferFund: { label: "centre.transferFund", icon: <WalletCards /> },
  transferUpline: { label: "centre.transferUpline", icon: <Send /> },
  personalHistoryCopy: { label: "centre.personalHistoryCopy", icon: <Spade /> },
  transactionHistory: { label: "centre.transactionHistory", icon: <ReceiptText /> },
  rewardCenter: { label: "centre.rewardCenter", icon: <HandCoins /> },
  bonusDetails: { label: "centre.bonusDetails", icon: <Gift /> },
  manualRebate: { label: "centre.manualRebate", icon: <RotateCcw /> },
  missionLeaderboard: { label: "centre.missionLeaderboard", icon: <BadgeCheck /> },
  goldenEggs: { label: "centre.goldenEggs", icon: <Egg /> },
  referral: { label: "centre.referral", icon: <UsersRound /> },
  personalProfit: { label: "centre.personalProfit", icon: <ChartColumn /> },
  creditReport: { label: "centre.creditReport", icon: <FileText /> },
  messageV2: { label: "centre.messageV2", icon: <Inbox /> },
  securityCenter: { label: "centre.securityCenter", icon: <ShieldCheck /> },
} as const satisfies Record<MemberPage, { label: Key; icon: ReactNode }>;

const groups: readonly (readonly MemberPage[])[] = [
  ["overview"],
  ["depositv2", "withdraw", "transferFund", "transferUpline"],
  ["personalHistoryCopy", "transactionHistory", "personalProfit", "creditReport"],
  ["rewardCenter", "missionLeaderboard", "goldenEggs", "bonusDetails", "manualRebate", "referral"],
  ["messageV2", "securityCenter"],
];

const pathOf = (page: MemberPage): string => (page === "overview" ? ROOT : `${ROOT}/${page}`);

/** The member's own pages, above whatever page the member came from. */
export function MemberCentre() {
  const { page = "overview" } = useParams<{ page?: string }>();
  return isMemberPage(page) ? <Overlay page={page} /> : <Redirect to={ROOT} replace />;
}

function Overlay({ page }: { page: MemberPage }) {
  const t = useT();
  const titleId = useId();
  const close = useReturn();
  const element = useModal();
  const isOverview = page === "overview";
  const Page = memberPages[page];
  return (
    <dialog
      ref={element}
      aria-labelledby={titleId}
      onCancel={cancelledBy(close)}
      className={cx(
        "fixed m-0 h-dvh max-h-none w-full max-w-none animate-rise overflow-hidden bg-ground text-text open:flex backdrop:animate-fade backdrop:bg-veil",
        "md:m-auto md:h-[calc(100dvh-48px)] md:w-[calc(100vw-48px)] md:max-w-300 md:rounded-md md:border md:border-line md:shadow-float",
      )}
    >
      <aside className="hidden w-60 shrink-0 overflow-y-auto border-e border-line bg-raised lg:block">
        <Menu current={page} shown={groups} />
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="flex h-(--header) shrink-0 items-center gap-2 border-b border-line bg-raised px-3 sm:px-6">
          {!isOverview && (
            <Anchor
              to={ROOT}
              aria-label={t("centre.overview")}
              className="grid size-10 shrink-0 place-items-center rounded-pill text-muted transition hover:bg-text/8 hover:text-text lg:hidden"
            >
              <ArrowLeft aria-hidden="true" className="size-5 rtl:rotate-180" />
            </Anchor>
          )}
          <h1 id={titleId} tabIndex={-1} data-autofocus className="min-w-0 flex-1 truncate px-1 text-lg font-bold outline-none">
            {t(menu[page].label)}
          </h1>
          <VipMark className={cx("h-6 shrink-0", !isOverview && "max-sm:hidden")} />
          <IconButton label={t("centre.close")} onClick={close} className="-me-2">
            <X />
          </IconButton>
        </header>
        <div key={page} className="flex-1 overflow-y-auto overscroll-contain px-4 py-4 sm:px-6 sm:py-6">
          {isOverview && (
            <div className="-mx-3 -mt-4 mb-2 lg:hidden">
              <Menu current={page} shown={groups.slice(1)} />
            </div>
          )}
          <Suspense fallback={<Skeleton className="h-96 w-full" />}>
            <Page />
          </Suspense>
        </div>
      </div>
    </dialog>
  );
}

function Menu({ current, shown }: { current: MemberPage; shown: typeof groups }) {
  const t = useT();
  const { unread, claimable, missions, eggs, canRefer } = useMemberCounts();
  const badges: Partial<Record<MemberPage, ReactNode>> = {
    rewardCenter: claimable > 0 ? <Count count={claimable} says={t("centre.claimable", { count: claimable })} /> : undefined,
    missionLeaderboard: missions > 0 ? <Count count={missions} says={t("missions.claimable", { count: missions })} /> : undefined,
    goldenEggs: eggs > 0 ? <Count count={eggs} says={t("prizeDraws.eggs.waiting", { count: eggs })} /> : undefined,
    messageV2: unread > 0 ? <Count count={unread} says={t("centre.unread", { count: unread })} /> : undefined,
  };
  const isFlagOn = useFlags();
  const { memberTransfers } = usePermission().jurisdiction;
  const offers: Partial<Record<MemberPage, boolean>> = {
    transferUpline: isFlagOn("memberTransfers") && memberTransfers,
    goldenEggs: isFlagOn("eggs"),
    manualRebate: isFlagOn("rebates"),
    referral: canRefer,
  };
  const isOffered = (page: MemberPage): boolean => offers[page] ?? true;
  const entryOf = (page: MemberPage): ShellEntry => ({
    label: t(menu[page].label),
    icon: menu[page].icon,
    to: pathOf(page),
    active: page === current,
    badge: badges[page],
  });
  return <SideMenu label={t("centre.menu")} groups={shown.map((group) => group.filter(isOffered).map(entryOf))} />;
}

const Count = ({ count, says }: { count: number; says: string }) => (
  <>
    <span aria-hidden="true">{count}</span>
    <span className="sr-only">{says}</span>
  </>
);

/** Goes back to the last page outside the member centre, or home when the tab began inside it. */
function useReturn(): () => void {
  const [, navigate] = useLocation();
  return () => {
    // Some browsers do not tell where one has been.
    const history = window.navigation as Navigation | undefined;
    const here = history?.currentEntry?.index ?? 0;
    const outside = history?.entries().findLast(({ index, url }) => index < here && url !== null && !isInside(new URL(url).pathname));
    if (outside === undefined) navigate("/");
    else history!.traverseTo(outside.key);
  };
}
