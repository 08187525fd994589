import { type ReactNode, Suspense, useState } from "react";
import { area } from "../../api/area.ts";
import { useRemembered } from "../../ui/remembered.ts";
import type { ShellEntry } from "../../ui/SideMenu.tsx";
import { useMedia } from "../../ui/media.ts";
import { SkipLink } from "../../ui/SkipLink.tsx";
import { cx } from "../../ui/cx.ts";
import { FailureOver } from "../failures.tsx";
import { BottomBar } from "./BottomBar.tsx";
import { PlayerHeader, type PlayerHeaderProps } from "./PlayerHeader.tsx";

/** It stands beside the page, which waits for nothing of it. */
const Side = area("side", () => import("./Side.tsx").then((file) => file.Side));
/** Narrow screens alone have one, and wait for nothing of it until it is opened. */
const Drawer = area("side", () => import("../../ui/Drawer.tsx").then((file) => file.Drawer), FailureOver);

export interface PlayerShellProps extends Omit<PlayerHeaderProps, "labels" | "isSideOpen" | "onSide" | "onDrawer"> {
  labels: PlayerHeaderProps["labels"] & { skip: string; side: string; bar: string; close: string };
  /** Home, Games, Deposit, Promotions, Account: the third is the raised one. */
  bar: readonly ShellEntry[];
  /** Game pages have no side menu. */
  hideSide?: boolean | undefined;
  footer?: ReactNode;
  /** What kind of games the page is of. */
  category: string;
  children: ReactNode;
}

export function PlayerShell({ labels, bar, hideSide = false, footer, category, children, ...header }: PlayerShellProps) {
  const [isSideOpen, setSideOpen] = useRemembered("sideMenu", true);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const isWide = useMedia("(min-width: 64rem)");
  return (
    <>
      <SkipLink label={labels.skip} />
      <PlayerHeader
        {...header}
        labels={labels}
        isSideOpen={hideSide ? undefined : isSideOpen}
        onSide={() => setSideOpen(!isSideOpen)}
        onDrawer={() => setDrawerOpen(true)}
      />
      <div className="flex">
        {!hideSide && (
          <aside
            className={cx(
              "no-bar sticky top-(--header) z-10 hidden h-[calc(100dvh-var(--header))] shrink-0 overflow-y-auto border-e border-line bg-raised transition-[width] duration-200 lg:block",
              isSideOpen ? "w-(--side)" : "w-18",
            )}
          >
            <Suspense fallback={null}>{isWide && <Side isFolded={!isSideOpen} />}</Suspense>
          </aside>
        )}
        <div className="flex min-h-[calc(100dvh-var(--header))] min-w-0 flex-1 flex-col">
          <main id="main" tabIndex={-1} data-category={category} className="mx-auto w-full max-w-360 flex-1 px-4 py-4 outline-none sm:px-6 lg:py-6">
            {children}
          </main>
          {footer}
          <div aria-hidden="true" className="h-[calc(72px+env(safe-area-inset-bottom))] lg:hidden" />
        </div>
      </div>
      <BottomBar label={labels.bar} entries={bar} />
      {isDrawerOpen && (
        <Suspense fallback={null}>
          <Drawer label={labels.side} closeLabel={labels.close} onClose={() => setDrawerOpen(false)}>
            <Side inDrawer />
          </Drawer>
        </Suspense>
      )}
    </>
  );
}
