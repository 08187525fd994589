import { useId } from "react";
import type { ReactNode } from "react";
import { cx } from "../../ui/cx.ts";

export interface SwitchRowProps {
  label: string;
  text: ReactNode;
  isOn: boolean;
  /** Marks what closes the site while it is on. */
  isGrave?: boolean;
  disabled: boolean;
  onPress: () => void;
}

export function SwitchRowOperator({ label, text, isOn, isGrave = false, disabled, onPress }: SwitchRowProps) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-4 border-b border-line px-4 py-3 last:border-b-0">
      <div className="grid min-w-0">
        <span id={id} className="text-sm font-medium">
          {label}
        </span>
        <span className="text-xs text-muted">{text}</span>
      </div>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-labelledby={id}
        disabled={disabled}
        onClick={onPress}
        className={cx(
          "relative h-6 w-11 shrink-0 rounded-pill border transition disabled:opacity-60",
          isOn ? (isGrave ? "border-accent-fill bg-accent-fill" : "border-win-fill bg-win-fill") : "border-muted bg-field",
        )}
      >
        <span
          aria-hidden="true"
          className={cx("absolute start-0.5 top-0.5 size-4.5 rounded-pill transition", isOn ? "translate-x-5 bg-white rtl:-translate-x-5" : "bg-muted")}
        />
      </button>
    </div>
  );
}
