import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { Anchor } from "../../ui/Anchor.tsx";
import { cx } from "../../ui/cx.ts";
import { useFold } from "../../ui/fold.ts";

const CLOSE_DELAY_MS = 160;

export interface TopEntry {
  label: string;
  to: string;
  active?: boolean | undefined;
  /** Drops below the header while the pointer or the focus is on the entry: the vendors of a game type. */
  panel?: ReactNode;
}

export function TopNav({ label, entries, className }: { label: string; entries: readonly TopEntry[]; className?: string | undefined }) {
  const [openTo, setOpenTo] = useState<string>();
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closing.current), []);
  const open = (to: string | undefined) => {
    clearTimeout(closing.current);
    setOpenTo(to);
  };
  const nav = useRef<HTMLElement>(null);
  useFold(nav, openTo !== undefined, () => open(undefined));
  useEffect(() => {
    const stay = () => clearTimeout(closing.current);
    const leave = () => {
      stay();
      closing.current = setTimeout(() => setOpenTo(undefined), CLOSE_DELAY_MS);
    };
    const element = nav.current;
    element?.addEventListener("pointerenter", stay);
    element?.addEventListener("pointerleave", leave);
    return () => {
      element?.removeEventListener("pointerenter", stay);
      element?.removeEventListener("pointerleave", leave);
    };
  }, []);
  const panel = entries.find((entry) => entry.to === openTo)?.panel;
  return (
    <nav ref={nav} aria-label={label} className={className}>
      <ul className="no-bar flex min-w-0 items-center gap-0.5 overflow-x-auto mask-r-from-[calc(100%-24px)] pe-6">
        {entries.map((entry) => (
          <li key={entry.to} className="shrink-0">
            <Anchor
              to={entry.to}
              onPointerEnter={(event) => event.pointerType === "mouse" && open(entry.to)}
              onFocus={() => open(entry.to)}
              aria-current={entry.active ? "page" : undefined}
              onClick={() => open(undefined)}
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
      {panel && <div className="absolute inset-x-0 top-full hidden animate-fade border-b border-line bg-raised px-6 py-5 shadow-float lg:block">{panel}</div>}
    </nav>
  );
}
