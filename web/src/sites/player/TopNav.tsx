import { type ReactNode, useRef } from "react";
import { Anchor } from "../../ui/Anchor.tsx";
import { cx } from "../../ui/cx.ts";
import { type Drop, useDrop } from "../../ui/drop.ts";

export interface TopEntry {
  label: string;
  to: string;
  active?: boolean | undefined;
  /** The game type whose vendors drop below the header. */
  drop?: string | undefined;
}

export interface TopNavProps {
  label: string;
  entries: readonly TopEntry[];
  className?: string | undefined;
  /** What drops below the header; none on narrow screens. */
  panel?: ((drop: Drop) => ReactNode) | undefined;
}

export function TopNav({ label, entries, className, panel }: TopNavProps) {
  const nav = useRef<HTMLElement>(null);
  const drop = useDrop(nav);
  return (
    <nav ref={nav} aria-label={label} className={className}>
      <ul className="no-bar flex min-w-0 items-center gap-0.5 overflow-x-auto mask-r-from-[calc(100%-24px)] pe-6">
        {entries.map((entry) => (
          <li key={entry.to} className="shrink-0">
            <Anchor
              to={entry.to}
              {...(panel && entry.drop ? drop.entry(entry.drop) : {})}
              aria-current={entry.active ? "page" : undefined}
              onClick={drop.close}
              className={cx(
                "flex h-9 items-center rounded-pill px-2.5 text-sm 2xl:px-3 font-medium transition",
                entry.active ? "bg-text/10 text-text" : "text-muted hover:bg-text/8 hover:text-text",
              )}
            >
              {entry.label}
            </Anchor>
          </li>
        ))}
      </ul>
      {drop.open !== undefined && panel && (
        <div
          {...drop.panel}
          className="absolute inset-x-0 top-full hidden max-h-[calc(100dvh-var(--header))] animate-fade overflow-y-auto border-b border-line bg-raised px-6 py-5 shadow-float lg:block"
        >
          {panel(drop)}
        </div>
      )}
    </nav>
  );
}
