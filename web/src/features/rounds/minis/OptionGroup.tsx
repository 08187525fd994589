import { useId } from "react";
import { cx } from "../../../ui/cx.ts";

export interface OptionGroupProps<Value extends string | number> {
  label: string;
  options: readonly { readonly value: Value; readonly text: string }[];
  value: Value;
  locked: boolean;
  onChoose: (value: Value) => void;
}

/** A few choices side by side, one of which is in force. */
export function OptionGroup<Value extends string | number>({ label, options, value, locked, onChoose }: OptionGroupProps<Value>) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="grid min-w-0 gap-1 rounded-md bg-black/25 p-1.5 pt-1">
      <span id={id} className="truncate px-1.5 text-xs text-muted">
        {label}
      </span>
      <div className="flex gap-1">
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            aria-pressed={option.value === value}
            aria-disabled={locked}
            onClick={locked ? undefined : () => onChoose(option.value)}
            className={cx(
              "figures h-11 min-w-0 flex-1 truncate rounded-sm px-0.5 text-xs font-semibold sm:text-sm transition",
              option.value === value ? "bg-white text-[#1a1203]" : "bg-card hover:bg-white/20",
            )}
          >
            {option.text}
          </button>
        ))}
      </div>
    </div>
  );
}
