import type { ReactNode } from "react";
import { Anchor } from "./Anchor.tsx";
import { cx } from "./cx.ts";
import type { Drop } from "./drop.ts";

/** One place to go, or one thing to do, in any menu of a shell. */
export interface ShellEntry {
  label: string;
  icon?: ReactNode;
  to?: string | undefined;
  onSelect?: (() => void) | undefined;
  active?: boolean | undefined;
  badge?: ReactNode;
  /** What drops beside it, by its name. */
  drop?: string | undefined;
  /** It opens something over the page. */
  hasPopup?: true | undefined;
}

export interface SideMenuProps {
  label: string;
  /** A line stands between two groups. */
  groups: readonly (readonly ShellEntry[])[];
  /** Icons only, 72 px wide. */
  collapsed?: boolean | undefined;
  /** Stands below the entries. */
  foot?: ReactNode;
  /** Which panel is open beside an entry that has one. */
  drop?: Drop | undefined;
}

export function SideMenu({ label, groups, collapsed = false, foot, drop }: SideMenuProps) {
  return (
    <nav aria-label={label} className="flex min-h-full flex-col px-3 py-4">
      {groups.map((group, at) => (
        <ul key={at} className={cx("grid grid-cols-1 gap-0.5", at > 0 && "mt-3 border-t border-line pt-3")}>
          {group.map((entry) => (
            <li key={entry.label}>
              <SideRow entry={entry} collapsed={collapsed} menu={drop} />
            </li>
          ))}
        </ul>
      ))}
      {foot && !collapsed && <div className="mt-auto pt-6">{foot}</div>}
    </nav>
  );
}

function SideRow({
  entry: { label, icon, to, onSelect, active, badge, drop },
  collapsed,
  menu,
}: {
  entry: ShellEntry;
  collapsed: boolean;
  menu: Drop | undefined;
}) {
  const className = cx(
    "relative flex min-h-10 w-full items-center gap-3 rounded-md px-3.5 py-1 text-start text-sm leading-tight font-medium transition [&_svg]:size-5 [&_svg]:shrink-0",
    active ? "bg-primary/14 text-text [&_svg]:text-primary-text" : "text-muted hover:bg-text/6 hover:text-text",
    collapsed && "justify-center px-0",
  );
  const inner = (
    <>
      {icon}
      <span className={collapsed ? "sr-only" : "min-w-0 flex-1 [overflow-wrap:anywhere]"}>{label}</span>
      {badge !== undefined && (
        <span className={cx("figures rounded-pill bg-accent-fill px-1.5 text-xs font-semibold text-white", collapsed && "absolute end-1 top-0.5")}>
          {badge}
        </span>
      )}
    </>
  );
  const shared = { className, title: collapsed ? label : undefined, onClick: onSelect, ...(drop && menu?.entry(drop)) };
  return to ? (
    <Anchor to={to} aria-current={active ? "page" : undefined} {...shared}>
      {inner}
    </Anchor>
  ) : (
    <button type="button" {...shared}>
      {inner}
    </button>
  );
}
