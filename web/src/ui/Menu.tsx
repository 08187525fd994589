import { useRef, useState } from "react";
import type { ReactNode } from "react";
import { Anchor } from "./Anchor.tsx";
import { cx } from "./cx.ts";
import { useFold } from "./fold.ts";

export interface MenuEntry {
  label: string;
  icon?: ReactNode;
  to?: string | undefined;
  onSelect?: (() => void) | undefined;
  /** Drawn under a line, as sign out is. */
  apart?: boolean | undefined;
}

export interface MenuProps {
  label: string;
  trigger: ReactNode;
  /** Asked for when it opens: their words cost a page that never opens it nothing. */
  entries: () => readonly MenuEntry[];
  /** Stands above the entries, for example the name and the balance. */
  head?: ReactNode;
  className?: string | undefined;
}

/** A button that discloses a list of links and actions; Escape, leaving it by Tab, or pressing elsewhere folds it. */
export function Menu({ label, trigger, entries, head, className }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useFold(root, isOpen, () => setOpen(false));
  return (
    <div ref={root} className="relative shrink-0">
      <button
        type="button"
        aria-label={label}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className={cx("flex items-center gap-2 rounded-pill", className)}
      >
        {trigger}
      </button>
      {isOpen && (
        <div className="absolute end-0 top-full z-30 mt-2 max-h-[70dvh] w-64 animate-rise overflow-y-auto rounded-md border border-line bg-card p-2 text-text shadow-float">
          {head && <div className="mb-2 border-b border-line px-3 pt-2 pb-3">{head}</div>}
          <ul>
            {entries().map((entry) => (
              <li key={entry.label} className={cx(entry.apart && "mt-2 border-t border-line pt-2")}>
                <MenuRow entry={entry} onDone={() => setOpen(false)} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function MenuRow({ entry: { to, icon, label, onSelect }, onDone }: { entry: MenuEntry; onDone: () => void }) {
  const row = {
    className:
      "flex h-10 w-full items-center gap-3 rounded-sm px-3 text-start text-sm font-medium transition hover:bg-text/8 [&_svg]:size-4.5 [&_svg]:text-muted",
    onClick: () => {
      onDone();
      onSelect?.();
    },
    children: (
      <>
        {icon}
        {label}
      </>
    ),
  };
  return to ? <Anchor to={to} {...row} /> : <button type="button" {...row} />;
}
