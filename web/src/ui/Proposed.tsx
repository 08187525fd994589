import type { ReactNode } from "react";
import type { Change } from "./ChangeDialog.tsx";
import { DateTime } from "./DateTime.tsx";

interface ProposedProps {
  title: ReactNode;
  changes: readonly Change[];
  proposal: { readonly proposedBy: string; readonly proposedAt: string; readonly reason: string };
  /** What may be done about it. */
  children: ReactNode;
}

/** What one officer wants changed and another decides. */
export function Proposed({ title, changes, proposal: { proposedBy, proposedAt, reason }, children }: ProposedProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-sm border border-primary-text/40 bg-primary/10 px-4 py-3 text-sm">
      <div className="grid min-w-0 gap-0.5">
        <span className="font-semibold">{title}</span>
        {changes.map(({ label, before, after }) => (
          <span key={label}>
            {label}: {before} → {after}
          </span>
        ))}
        <span className="text-xs text-muted">
          {proposedBy} · <DateTime at={proposedAt} /> · {reason}
        </span>
      </div>
      {children}
    </div>
  );
}
