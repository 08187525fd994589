import type { ReactNode } from "react";
import { EmptyBanca, SleepingParol, TornBunting } from "./art/scenes.tsx";
import { Button } from "./Button.tsx";

const drawings = { parol: SleepingParol, banca: EmptyBanca } as const;

export interface EmptyStateProps {
  drawing?: keyof typeof drawings | undefined;
  text: ReactNode;
  /** One Button or ButtonLink. */
  action?: ReactNode;
}

export function EmptyState({ drawing = "parol", text, action }: EmptyStateProps) {
  const Drawing = drawings[drawing];
  return (
    <div className="grid justify-items-center gap-4 px-6 py-10 text-center">
      <Drawing className="w-44" />
      <p className="max-w-80 text-sm text-muted">{text}</p>
      {action}
    </div>
  );
}

export interface RefusedStateProps {
  /** What the code means, in the reader's language. */
  text: ReactNode;
  requestId?: string | undefined;
  requestIdLabel: string;
  retryLabel: string;
  onRetry?: (() => void) | undefined;
}

export function RefusedState({ text, requestId, requestIdLabel, retryLabel, onRetry }: RefusedStateProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-4 px-6 py-10 text-center">
      <TornBunting className="w-44" />
      <p className="max-w-80 text-sm text-text">{text}</p>
      {onRetry && (
        <Button tone="secondary" onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
      {requestId && (
        <p className="text-xs text-muted">
          {requestIdLabel} <code className="select-all">{requestId}</code>
        </p>
      )}
    </div>
  );
}
