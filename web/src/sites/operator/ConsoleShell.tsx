import { Menu as MenuIcon, PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { Anchor } from "../../ui/Anchor.tsx";
import { Logo } from "../../ui/art/Parol.tsx";
import { Avatar } from "../../ui/Avatar.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { Clock } from "../../ui/DateTime.tsx";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import { useRemembered } from "../../ui/remembered.ts";
import { Drawer } from "../../ui/Drawer.tsx";
import { type ShellEntry, SideMenu } from "../../ui/SideMenu.tsx";
import { SkipLink } from "../../ui/SkipLink.tsx";

export interface ConsoleShellProps {
  labels: { home: string; console: string; side: string; openMenu: string; collapse: string; expand: string; close: string; account: string; skip: string };
  homeTo: string;
  side: readonly (readonly ShellEntry[])[];
  /** The search that opens the palette. */
  search?: ReactNode;
  tools?: ReactNode;
  operator: { name: string; role: string; menu: readonly MenuEntry[] };
  children: ReactNode;
}

export function ConsoleShell({ labels, homeTo, side, search, tools, operator, children }: ConsoleShellProps) {
  const [isSideOpen, setSideOpen] = useRemembered("consoleMenu", true);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const head = (
    <>
      <b className="block truncate text-sm font-semibold">{operator.name}</b>
      <span className="text-xs text-muted">{operator.role}</span>
    </>
  );
  return (
    <>
      <SkipLink label={labels.skip} />
      <header className="sticky top-0 z-20 flex h-(--header) items-center gap-3 border-b border-line bg-raised px-3 sm:px-6 lg:ps-4">
        <IconButton label={labels.openMenu} onClick={() => setDrawerOpen(true)} className="lg:hidden">
          <MenuIcon />
        </IconButton>
        <IconButton
          label={isSideOpen ? labels.collapse : labels.expand}
          aria-expanded={isSideOpen}
          onClick={() => setSideOpen(!isSideOpen)}
          className="max-lg:hidden"
        >
          {isSideOpen ? <PanelLeftClose /> : <PanelLeftOpen />}
        </IconButton>
        <Anchor to={homeTo} aria-label={labels.home} className="flex min-w-9 items-center gap-3 rounded-sm">
          <Logo />
          <span className="hidden rounded-pill border border-line px-2.5 py-0.5 text-xs font-semibold text-muted sm:block">{labels.console}</span>
        </Anchor>
        <div className="mx-auto hidden w-full max-w-105 min-w-0 lg:block">{search}</div>
        <div className="ms-auto flex shrink-0 items-center gap-2 lg:ms-0">
          <Clock className="text-xs text-muted sm:text-sm" />
          {tools}
          <Menu label={labels.account} trigger={<Avatar name={operator.name} />} entries={() => operator.menu} head={head} />
        </div>
      </header>
      <div className="flex">
        <aside
          className={cx(
            "no-bar sticky top-(--header) hidden h-[calc(100dvh-var(--header))] shrink-0 overflow-y-auto border-e border-line bg-raised transition-[width] duration-200 lg:block",
            isSideOpen ? "w-(--side)" : "w-18",
          )}
        >
          <SideMenu label={labels.side} groups={side} collapsed={!isSideOpen} />
        </aside>
        <main id="main" tabIndex={-1} className="mx-auto w-full max-w-400 min-w-0 flex-1 px-4 py-5 outline-none sm:px-6">
          {children}
        </main>
      </div>
      {isDrawerOpen && (
        <Drawer label={labels.side} closeLabel={labels.close} onClose={() => setDrawerOpen(false)}>
          <SideMenu label={labels.side} groups={side} />
        </Drawer>
      )}
    </>
  );
}
