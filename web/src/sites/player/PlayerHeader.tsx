import { ArrowUpFromLine, Eye, EyeOff, Menu as MenuIcon, PanelLeftClose, PanelLeftOpen, RefreshCw, Search } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Anchor } from "../../ui/Anchor.tsx";
import { Logo } from "../../ui/art/Parol.tsx";
import { Avatar } from "../../ui/Avatar.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { Button, ButtonLink, IconButton } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import type { Drop } from "../../ui/drop.ts";
import { Skeleton } from "../../ui/Loading.tsx";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import { Money } from "../../ui/Money.tsx";
import { type TopEntry, TopNav } from "./TopNav.tsx";

export interface ShellMember {
  name: string;
  avatar?: string | undefined;
  /** Unknown until the server has said it; null where it did not answer, or may not be asked as a password must first be changed. */
  balanceMinor: bigint | null | undefined;
  isBalanceHidden: boolean;
  isRefreshing?: boolean | undefined;
  onToggleBalance: () => void;
  onRefresh: () => void;
  /** How many messages wait; a mark on the avatar says so. */
  unread?: number | undefined;
  /** What a trial is called: it has no balance, and is offered an account. */
  trial?: string | undefined;
  /** An agent's way to the agent center, which is a site of its own. */
  agent?: { readonly label: string; readonly to: string } | undefined;
  menu: () => readonly MenuEntry[];
  /** Stands beside the balance, where there is room: what is no money and can be played. */
  bets?: ReactNode;
  /** Stands below the name in the menu. */
  mark?: ReactNode;
}

export interface PlayerHeaderProps {
  labels: {
    home: string;
    search: string;
    top: string;
    openMenu: string;
    collapse: string;
    expand: string;
    login: string;
    register: string;
    deposit: string;
    withdraw: string;
    account: string;
    showBalance: string;
    hideBalance: string;
    refresh: string;
  };
  top: readonly TopEntry[];
  /** What drops from an entry of the top menu. */
  panel: (drop: Drop) => ReactNode;
  onSearch: () => void;
  homeTo: string;
  depositTo: string;
  withdrawTo: string;
  /** Nobody signed in: the header offers login and register. */
  member?: ShellMember | undefined;
  onLogin: () => void;
  onRegister: () => void;
  /** Theme, messages, language: small buttons before the avatar, on wide screens. */
  tools?: ReactNode;
  isSideOpen: boolean | undefined;
  onSide: () => void;
  onDrawer: () => void;
}

export function PlayerHeader(props: PlayerHeaderProps) {
  const { labels, top, panel, homeTo, member, onLogin, onRegister, tools, isSideOpen, onSide, onDrawer, onSearch } = props;
  const header = useAway();
  return (
    <>
      <header
        ref={header}
        className="sticky top-0 z-20 flex h-(--header) items-center gap-1 border-b border-line bg-raised px-2 transition-transform max-lg:data-away:-translate-y-full sm:gap-3 sm:px-6 lg:gap-4 lg:ps-4"
      >
        <IconButton label={labels.openMenu} onClick={onDrawer} className="-mx-1 lg:hidden">
          <MenuIcon />
        </IconButton>
        {isSideOpen !== undefined && (
          <IconButton label={isSideOpen ? labels.collapse : labels.expand} aria-expanded={isSideOpen} onClick={onSide} className="-me-2 max-lg:hidden">
            {isSideOpen ? <PanelLeftClose /> : <PanelLeftOpen />}
          </IconButton>
        )}
        <Anchor to={homeTo} aria-label={labels.home} className="min-w-9 rounded-sm">
          <Logo />
        </Anchor>
        <TopNav label={labels.top} entries={top} panel={panel} className="hidden min-w-0 flex-1 lg:block" />
        {/* Beside a balance a telephone has no room for it: the games sheet below has it too. */}
        <IconButton label={labels.search} onClick={onSearch} className={cx("ms-auto shrink-0 lg:ms-0", member && "max-sm:hidden")}>
          <Search />
        </IconButton>
        <div className={cx("flex shrink-0 items-center gap-1 sm:gap-3", member && "max-sm:ms-auto")}>
          {member ? (
            <MemberCorner {...props} member={member} />
          ) : (
            <>
              <span className="hidden items-center sm:flex">{tools}</span>
              <Button tone="secondary" className="max-sm:px-3.5" onClick={onLogin}>
                {labels.login}
              </Button>
              <Button className="max-sm:px-3.5" onClick={onRegister}>
                {labels.register}
              </Button>
            </>
          )}
        </div>
      </header>
      <TopNav label={labels.top} entries={top} className="border-b border-line bg-raised px-3 py-1.5 lg:hidden" />
    </>
  );
}

/** So far the page must move before its wish is clear. */
const MOVED_PX = 8;

/** A header that leaves a telephone's screen to the page while one reads on, and is back as soon as one turns back, or the focus is in it. */
function useAway() {
  const header = useRef<HTMLElement>(null);
  useEffect(() => {
    let seen = scrollY;
    const look = (): void => {
      const moved = scrollY - seen;
      if (Math.abs(moved) < MOVED_PX) return;
      seen = scrollY;
      const { current } = header;
      current?.toggleAttribute("data-away", moved > 0 && scrollY > current.offsetHeight && !current.contains(document.activeElement));
    };
    const come = (): void => void header.current?.removeAttribute("data-away");
    const { current } = header;
    addEventListener("scroll", look, { passive: true });
    current?.addEventListener("focusin", come);
    return () => {
      removeEventListener("scroll", look);
      current?.removeEventListener("focusin", come);
    };
  }, []);
  return header;
}

function MemberCorner({ labels, depositTo, withdrawTo, member, onRegister, tools }: PlayerHeaderProps & { member: ShellMember }) {
  const { name, avatar, unread = 0, trial, agent, bets, menu, mark } = member;
  const face = (
    <span className="relative">
      <Avatar name={name} src={avatar} />
      {unread > 0 && <span className="absolute -end-0.5 -top-0.5 size-3 rounded-pill bg-accent ring-2 ring-raised" />}
    </span>
  );
  return (
    <>
      {trial === undefined ? (
        <>
          <BalancePill labels={labels} depositTo={depositTo} member={member} />
          {bets}
          <ButtonLink to={withdrawTo} tone="secondary" className="max-md:hidden">
            {labels.withdraw}
          </ButtonLink>
          <Anchor
            to={withdrawTo}
            aria-label={labels.withdraw}
            className="grid size-10 shrink-0 place-items-center rounded-pill border border-line text-text transition hover:bg-text/8 md:hidden"
          >
            <ArrowUpFromLine className="size-5" />
          </Anchor>
          {agent && (
            <a href={agent.to} className="rounded-sm px-2 text-sm font-semibold text-primary-text max-xl:hidden">
              {agent.label}
            </a>
          )}
        </>
      ) : (
        <>
          <Badge>{trial}</Badge>
          <Button onClick={onRegister}>{labels.register}</Button>
        </>
      )}
      <span className="hidden items-center xl:flex">{tools}</span>
      <Menu
        label={labels.account}
        trigger={face}
        entries={menu}
        head={
          <>
            <b className="block truncate text-sm font-semibold">{name}</b>
            {mark}
          </>
        }
      />
    </>
  );
}

function BalancePill({ labels, depositTo, member }: Pick<PlayerHeaderProps, "labels" | "depositTo"> & { member: ShellMember }) {
  const { balanceMinor, isBalanceHidden, isRefreshing, onToggleBalance, onRefresh } = member;
  return (
    <div className="flex h-10 items-center rounded-pill border border-line bg-card ps-3 max-sm:pe-0.5 sm:ps-3.5 sm:h-11">
      {balanceMinor === undefined && <Skeleton className="me-2 h-4 w-18" />}
      {typeof balanceMinor === "bigint" && <Money minor={balanceMinor} masked={isBalanceHidden} className="me-1 text-sm font-semibold" />}
      <IconButton size="sm" label={isBalanceHidden ? labels.showBalance : labels.hideBalance} aria-pressed={isBalanceHidden} onClick={onToggleBalance}>
        {isBalanceHidden ? <EyeOff /> : <Eye />}
      </IconButton>
      <IconButton size="sm" label={labels.refresh} aria-busy={isRefreshing} disabled={isRefreshing} onClick={onRefresh}>
        <RefreshCw className={cx(isRefreshing && "animate-[turn_0.8s_linear_infinite]")} />
      </IconButton>
      <ButtonLink to={depositTo} className="mx-1 h-9! max-sm:hidden">
        {labels.deposit}
      </ButtonLink>
    </div>
  );
}
