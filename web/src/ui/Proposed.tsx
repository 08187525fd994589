import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
import type { Change } from "./ChangeDialog.tsx";
import { DateTime } from "./DateTime.tsx";

type ProposalDecision = "confirm" | "decline";

/** What is being decided, as it stood when the button was pressed: the decision ends the proposal before its answer is said. */
export interface Decided<Proposal> {
  readonly proposal: Proposal;
  readonly changes: readonly Change[];
  readonly decision: ProposalDecision;
}

interface ProposedProps {
  title: ReactNode;
  changes: readonly Change[];
  proposal: { readonly proposedBy: string; readonly proposedAt: string; readonly reason: string };
  /** Who looks, and whether they may decide; nobody confirms their own. */
  rights: { readonly canChange: boolean; readonly officer: string };
  /** What each button says, and what for. */
  words: Readonly<Record<ProposalDecision, { readonly verb: string; readonly label: string }>>;
  onDecide: (decision: ProposalDecision) => void;
}

/** What one officer wants changed and another decides. */
export function Proposed({ title, changes, proposal, rights: { canChange, officer }, words: { confirm, decline }, onDecide }: ProposedProps) {
  const { proposedBy, proposedAt, reason } = proposal;
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
      {canChange && (
        <span className="flex flex-wrap gap-2">
          {proposedBy !== officer && (
            <Button tone="success" size="sm" aria-label={confirm.label} onClick={() => onDecide("confirm")}>
              {confirm.verb}
            </Button>
          )}
          <Button tone="secondary" size="sm" aria-label={decline.label} onClick={() => onDecide("decline")}>
            {decline.verb}
          </Button>
        </span>
      )}
    </div>
  );
}
