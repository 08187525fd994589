import { Undo2 } from "lucide-react";
import { Button } from "./Button.tsx";

export interface UnsavedBarProps {
  labels: { bar: string; discard: string; save: string };
  /** What is not saved yet, or why it cannot be. */
  text: string;
  isBlocked?: boolean | undefined;
  onDiscard: () => void;
  onSave: () => void;
}

/** Stays in view for as long as something on the page is not saved. */
export function UnsavedBar({ labels, text, isBlocked = false, onDiscard, onSave }: UnsavedBarProps) {
  return (
    <section
      aria-label={labels.bar}
      className="sticky bottom-4 z-[2] flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-raised px-4 py-3 shadow-float"
    >
      <p role="status" className="text-sm font-semibold">
        {text}
      </p>
      <div className="flex gap-2">
        <Button tone="secondary" size="sm" icon={<Undo2 />} onClick={onDiscard}>
          {labels.discard}
        </Button>
        <Button size="sm" disabled={isBlocked} onClick={onSave}>
          {labels.save}
        </Button>
      </div>
    </section>
  );
}
