import { useId } from "react";
import type { ComponentPropsWithRef, ReactNode } from "react";

export interface CheckboxProps extends ComponentPropsWithRef<"input"> {
  label: ReactNode;
  error?: ReactNode;
}

export function Checkbox({ label, error, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label className="flex cursor-pointer items-start gap-2.5 text-sm text-text">
        <input
          type="checkbox"
          {...rest}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? id : undefined}
          className="mt-px size-4.5 shrink-0 cursor-pointer accent-(--primary-text) aria-invalid:outline-2 aria-invalid:outline-accent-text"
        />
        <span>{label}</span>
      </label>
      {error && (
        <p id={id} role="alert" className="ps-7 text-xs text-accent-text">
          {error}
        </p>
      )}
    </div>
  );
}
