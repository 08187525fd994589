import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Skeleton } from "./Loading.tsx";

export interface FiguresProps {
  label: string;
  /** A figure that is undefined is still loading. */
  figures: readonly { readonly label: string; readonly figure: ReactNode }[];
  className?: string | undefined;
}

/** Totals side by side, each under its name. */
export function Figures({ label: title, figures, className }: FiguresProps) {
  return (
    <dl aria-label={title} className={cx("grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-card lg:grid-cols-4", className)}>
      {figures.map(({ label, figure }) => (
        <div key={label} className="grid content-between gap-1 px-4 py-3 outline outline-line">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="text-base font-semibold">{figure ?? <Skeleton className="h-6 w-20" />}</dd>
        </div>
      ))}
    </dl>
  );
}
