import { LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { Anchor } from "../../ui/Anchor.tsx";
import { Logo } from "../../ui/art/Parol.tsx";
import { Avatar } from "../../ui/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { Clock } from "../../ui/DateTime.tsx";
import type { ShellEntry } from "../../ui/SideMenu.tsx";
import { SkipLink } from "../../ui/SkipLink.tsx";

export interface AgentShellProps {
  labels: { home: string; nav: string; signOut: string; skip: string };
  homeTo: string;
  entries: readonly ShellEntry[];
  /** The name falls back to the account where no nickname is set. */
  agent: { account: string; nickname?: string | undefined };
  offsetMinutes?: number | undefined;
  tools?: ReactNode;
  onSignOut: () => void;
  children: ReactNode;
}

export function AgentShell({ labels, homeTo, entries, agent, offsetMinutes, tools, onSignOut, children }: AgentShellProps) {
  const name = agent.nickname || agent.account;
  return (
    <>
      <SkipLink label={labels.skip} />
      <header className="sticky top-0 z-20 border-b border-line bg-raised">
        <div className="mx-auto flex h-(--header) max-w-400 items-center gap-3 px-4 sm:px-6">
          <Anchor to={homeTo} aria-label={labels.home} className="min-w-9 rounded-sm">
            <Logo />
          </Anchor>
          <div className="ms-auto flex min-w-0 items-center gap-2 sm:gap-4">
            <Clock offsetMinutes={offsetMinutes} className="text-xs text-muted sm:text-sm" />
            {tools}
            <span className="flex min-w-0 items-center gap-2">
              <Avatar name={name} size={32} />
              <span className="hidden max-w-40 truncate text-sm font-medium sm:block">{name}</span>
            </span>
            <Button tone="secondary" size="sm" icon={<LogOut />} onClick={onSignOut}>
              <span className="max-sm:sr-only">{labels.signOut}</span>
            </Button>
          </div>
        </div>
        <nav aria-label={labels.nav} className="mx-auto max-w-400 px-2 sm:px-4">
          <ul className="no-bar flex overflow-x-auto">
            {entries.map(({ label, icon, to, active }) => (
              <li key={label} className="shrink-0">
                <Anchor
                  to={to ?? homeTo}
                  aria-current={active ? "page" : undefined}
                  className={cx(
                    "flex h-11 items-center gap-2 border-b-2 px-3 text-sm font-medium transition -outline-offset-2 [&_svg]:size-4.5",
                    active ? "border-action text-text [&_svg]:text-primary-text" : "border-transparent text-muted hover:text-text",
                  )}
                >
                  {icon}
                  {label}
                </Anchor>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-400 px-4 py-5 outline-none sm:px-6">
        {children}
      </main>
    </>
  );
}
