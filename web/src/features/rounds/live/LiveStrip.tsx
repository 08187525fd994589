import type { ReactNode } from "react";
import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";

export interface StripItem {
  readonly key: string;
  readonly label: string;
  readonly text: ReactNode;
  readonly paint: string;
}

/** What fell last at this table, newest first. */
export function LiveStrip({ items }: { items: readonly StripItem[] }) {
  const t = useT();
  return (
    <ul
      aria-label={t("rounds.tables.last")}
      title={t("rounds.tables.noMemory")}
      className="flex h-8 shrink-0 items-center gap-1 overflow-hidden mask-r-from-[calc(100%-32px)] pe-8"
    >
      {items.map(({ key, label, text, paint }) => (
        <li key={key} className={cx("figures grid size-7 shrink-0 animate-fade place-items-center rounded-full text-xs font-bold text-white", paint)}>
          <span aria-hidden="true">{text}</span>
          <span className="sr-only">{label}</span>
        </li>
      ))}
    </ul>
  );
}
