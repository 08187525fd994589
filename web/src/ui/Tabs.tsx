import { useEffect, useId, useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { cx } from "./cx.ts";

export interface TabItem<Id extends string> {
  id: Id;
  label: ReactNode;
  badge?: ReactNode;
}

export interface TabsProps<Id extends string> {
  label: string;
  items: readonly TabItem<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** The panel of the chosen tab; leave it out where the tabs only filter what stands below. */
  children?: ReactNode;
  /** Tabs share the whole width. */
  fill?: boolean | undefined;
}

/** Brings a tab that a narrow screen would hide into its list, and scrolls nothing else. */
function centreTab(list: HTMLElement | null, id: string): void {
  const tab = list?.querySelector(`[data-tab="${id}"]`);
  if (!list || !tab) return;
  const [inner, outer] = [tab.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollBy({ left: inner.left + inner.width / 2 - (outer.left + outer.width / 2) });
}

const steps: Partial<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

export function Tabs<Id extends string>({ label, items, value, onChange, children, fill }: TabsProps<Id>) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const hasBadges = items.some(({ badge }) => badge !== undefined);
  useEffect(() => centreTab(list.current, value), [value, hasBadges]);
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = items.findIndex((item) => item.id === value);
    const next = items[(at + step + items.length) % items.length];
    if (!next) return;
    onChange(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className={cx("no-bar flex max-w-full gap-1 overflow-x-auto rounded-pill border border-line bg-field p-1", fill ? "w-full" : "w-fit")}
      >
        {items.map((item) => {
          const isChosen = item.id === value;
          return (
            <button
              key={item.id}
              type="button"
              role="tab"
              data-tab={item.id}
              id={`${base}-${item.id}`}
              aria-selected={isChosen}
              aria-controls={children && isChosen ? `${base}-panel` : undefined}
              tabIndex={isChosen ? 0 : -1}
              onClick={() => onChange(item.id)}
              className={cx(
                "flex h-8 items-center justify-center gap-2 rounded-pill text-sm font-medium whitespace-nowrap transition",
                fill ? "flex-1 px-2.5" : "px-4",
                isChosen ? "bg-text text-ground" : "text-muted hover:text-text",
              )}
            >
              {item.label}
              {item.badge !== undefined && <span className="figures text-xs">{item.badge}</span>}
            </button>
          );
        })}
      </div>
      {children && (
        <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${value}`} tabIndex={0} className="outline-offset-4">
          {children}
        </div>
      )}
    </>
  );
}
