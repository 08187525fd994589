import { MoveRight, TriangleAlert } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "./Button.tsx";
import { Dialog, type Leaving } from "./Dialog.tsx";
import { REASON_MIN, ReasonField } from "./ReasonField.tsx";

export interface Change {
  label: string;
  before: ReactNode;
  after: ReactNode;
}

export interface ChangeDialogProps {
  title: ReactNode;
  /** What stands now and what will stand then. */
  changes: readonly Change[];
  /** Said plainly where the change hurts. */
  warning?: ReactNode;
  labels: { before: string; after: string; reason: string; reasonHint: string; confirm: string; cancel: string; wanting: string; leaving: Leaving };
  tone?: "primary" | "danger" | "success" | undefined;
  /** Wider where there is much to read. */
  size?: "md" | "lg" | undefined;
  /** What is wrong with the reason. */
  error?: ReactNode;
  /** What was refused for another cause. */
  fault?: ReactNode;
  busy: boolean;
  /** Something else than the reason is still wanting: it is said beside the button. */
  isBlocked?: boolean | undefined;
  /** What else must be said, above the reason. */
  children?: ReactNode;
  onConfirm: (reason: string) => void;
  onCancel: () => void;
}

/** No change by staff without seeing its effect and saying why. */
export function ChangeDialog({
  title,
  changes,
  warning,
  labels,
  tone,
  size = "md",
  error,
  fault,
  busy,
  isBlocked,
  children,
  onConfirm,
  onCancel,
}: ChangeDialogProps) {
  const wantingId = useId();
  const [reason, setReason] = useState("");
  const isReady = reason.trim().length >= REASON_MIN && isBlocked !== true;
  const footer = (
    <>
      {isBlocked === true && (
        <p id={wantingId} className="me-auto self-center text-sm text-muted max-sm:basis-full!">
          {labels.wanting}
        </p>
      )}
      <Button tone="secondary" onClick={onCancel} disabled={busy}>
        {labels.cancel}
      </Button>
      <Button type="submit" form="change" tone={tone} busy={busy} disabled={!isReady} aria-describedby={isBlocked === true ? wantingId : undefined}>
        {labels.confirm}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} size={size} onClose={busy ? undefined : onCancel} closeLabel={labels.cancel} leaving={labels.leaving} footer={footer}>
      <form
        id="change"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !busy) onConfirm(reason.trim());
        }}
      >
        {warning && (
          <p className="flex gap-3 rounded-sm bg-accent/14 px-4 py-3 text-sm text-text">
            <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-accent-text" />
            {warning}
          </p>
        )}
        {changes.length > 0 && <ChangeList changes={changes} labels={labels} />}
        {children}
        <ReasonField
          label={labels.reason}
          hint={labels.reasonHint}
          error={error}
          value={reason}
          onChange={setReason}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
          }}
          data-autofocus
        />
        {fault}
      </form>
    </Dialog>
  );
}

function ChangeList({ changes, labels }: Pick<ChangeDialogProps, "changes" | "labels">) {
  return (
    <dl className="grid gap-3 rounded-sm border border-line bg-card px-4 py-3">
      {changes.map(({ label, before, after }) => (
        <div key={label} className="grid gap-1 sm:grid-cols-[1fr_auto] sm:items-center">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="flex flex-wrap items-center gap-2 text-sm">
            <span className="sr-only">{labels.before}: </span>
            <span className="text-muted">{before}</span>
            <MoveRight aria-hidden="true" className="size-4 shrink-0 text-muted rtl:-scale-x-100" />
            <span className="sr-only">{labels.after}: </span>
            <span className="font-semibold">{after}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
