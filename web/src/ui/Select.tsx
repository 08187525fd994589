import { ChevronDown } from "lucide-react";
import type { ComponentPropsWithRef } from "react";
import { cx } from "./cx.ts";
import { Field, type FieldWords, controlClass } from "./Field.tsx";

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean | undefined;
}

export interface SelectProps extends FieldWords, Omit<ComponentPropsWithRef<"select">, "children"> {
  options: readonly SelectOption[];
}

export function Select({ label, hint, error, options, className, ...rest }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} required={rest.required}>
      {(wiring) => (
        <div className="relative flex items-center">
          <select {...rest} {...wiring} className={cx(controlClass, "appearance-none pe-9 [&_option]:bg-card [&_option]:text-text", className)}>
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden="true" className="pointer-events-none absolute end-3 size-4 text-muted" />
        </div>
      )}
    </Field>
  );
}
