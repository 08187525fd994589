import type { ReactNode } from "react";

/** A named figure of what is about to be played. */
export function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className="grid h-12 min-w-0 content-center rounded-md bg-black/25 px-3 sm:h-14">
      <dt className="truncate text-xs text-muted">{label}</dt>
      <dd className="figures truncate font-display text-base font-semibold">{children}</dd>
    </dl>
  );
}
