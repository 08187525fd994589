import { LogOut, Menu as MenuIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Anchor } from "../../ui/Anchor.tsx";
import { Logo } from "../../ui/art/Parol.tsx";
import { Avatar } from "../../ui/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { Clock } from "../../ui/DateTime.tsx";
import { Drawer } from "../../ui/Drawer.tsx";
import { type ShellEntry, SideMenu } from "../../ui/SideMenu.tsx";
import { SkipLink } from "../../ui/SkipLink.tsx";

export interface AgentShellProps {
  labels: Record<"home" | "nav" | "bar" | "menu" | "close" | "profile" | "signOut" | "skip", string>;
  homeTo: string;
  profileTo: string;
  groups: readonly (readonly ShellEntry[])[];
  /** What a phone has at its foot, beside the whole menu. */
  bar: readonly ShellEntry[];
  /** The name falls back to the account where no nickname is set. */
  agent: { account: string; nickname?: string | undefined; imgUrl: string };
  offsetMinutes?: number | undefined;
  tools?: ReactNode;
  /** Stands below the menu of a phone. */
  foot?: ReactNode;
  onSignOut: () => void;
  children: ReactNode;
}

export function AgentShell({ labels, homeTo, profileTo, groups, bar, agent, offsetMinutes, tools, foot, onSignOut, children }: AgentShellProps) {
  const [isOpen, setOpen] = useState(false);
  const name = agent.nickname || agent.account;
  return (
    <>
      <SkipLink label={labels.skip} />
      <header className="sticky top-0 z-20 flex h-(--header) items-center gap-2 border-b border-line bg-raised px-3 sm:gap-4 sm:px-6 lg:ps-4">
        <Anchor to={homeTo} aria-label={labels.home} className="flex min-w-9 items-center gap-3 rounded-sm">
          <Logo />
          <span className="hidden rounded-pill border border-line px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap text-muted lg:block">
            {labels.home}
          </span>
        </Anchor>
        <div className="ms-auto flex min-w-0 items-center gap-1.5 sm:gap-4">
          <Clock offsetMinutes={offsetMinutes} className="text-xs text-muted sm:text-sm" />
          {tools}
          <Anchor to={profileTo} aria-label={`${labels.profile}: ${name}`} className="flex min-w-0 shrink-0 items-center gap-2 rounded-pill">
            <Avatar name="" src={agent.imgUrl} size={32} />
            <span className="hidden max-w-40 truncate text-sm font-medium sm:block">{name}</span>
          </Anchor>
          <Button tone="secondary" size="sm" icon={<LogOut />} onClick={onSignOut} className="shrink-0">
            <span className="max-sm:sr-only">{labels.signOut}</span>
          </Button>
        </div>
      </header>
      <div className="flex">
        <aside className="no-bar sticky top-(--header) hidden h-[calc(100dvh-var(--header))] w-(--side) shrink-0 overflow-y-auto border-e border-line bg-raised lg:block">
          <SideMenu label={labels.nav} groups={groups} />
        </aside>
        <main id="main" tabIndex={-1} className="mx-auto w-full max-w-400 min-w-0 flex-1 px-4 pt-5 pb-24 outline-none sm:px-6 lg:pb-8">
          {children}
        </main>
      </div>
      <nav aria-label={labels.bar} className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] lg:hidden">
        <ul className="mx-auto grid h-16 max-w-140 auto-cols-fr grid-flow-col">
          {bar.map((entry) => (
            <li key={entry.label} className="grid min-w-0">
              <BarEntry entry={entry} />
            </li>
          ))}
          <li className="grid min-w-0">
            <BarEntry entry={{ label: labels.menu, icon: <MenuIcon />, onSelect: () => setOpen(true), hasPopup: true }} />
          </li>
        </ul>
      </nav>
      {isOpen && (
        <Drawer label={labels.nav} closeLabel={labels.close} onClose={() => setOpen(false)}>
          <SideMenu label={labels.nav} groups={groups} foot={foot} />
        </Drawer>
      )}
    </>
  );
}

function BarEntry({ entry: { label, icon, to, onSelect, active, badge, hasPopup } }: { entry: ShellEntry }) {
  const className = cx(
    "flex min-w-0 flex-col items-center justify-center gap-1 px-1 text-xs transition -outline-offset-2 [&_svg]:size-5.5",
    active ? "font-medium text-primary-text" : "text-muted hover:text-text",
  );
  const inner = (
    <>
      <span className="relative">
        {icon}
        {badge !== undefined && (
          <span className="figures absolute -end-3 -top-1.5 rounded-pill bg-accent-fill px-1.5 text-xs leading-4.5 font-semibold text-white">{badge}</span>
        )}
      </span>
      <span className="max-w-full truncate">{label}</span>
    </>
  );
  return to === undefined ? (
    <button type="button" aria-haspopup={hasPopup && "dialog"} onClick={onSelect} className={className}>
      {inner}
    </button>
  ) : (
    <Anchor to={to} aria-current={active ? "page" : undefined} className={className}>
      {inner}
    </Anchor>
  );
}
