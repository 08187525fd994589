import { useId } from "react";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { cx } from "./cx.ts";

export interface FieldWords {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
}

interface Wiring {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean;
}

/** The label above, the message below, and the wiring that lets a screen reader hear both. */
export function Field({ label, hint, error, required, children }: FieldWords & { required?: boolean | undefined; children: (wiring: Wiring) => ReactNode }) {
  const id = useId();
  const message = error || hint;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium text-text">
        {label}
        {required && (
          <span aria-hidden="true" className="ms-1 text-accent-text">
            *
          </span>
        )}
      </label>
      {children({ id, "aria-describedby": message ? `${id}-message` : undefined, "aria-invalid": Boolean(error) })}
      {message && (
        <p id={`${id}-message`} role={error ? "alert" : undefined} className={cx("text-xs", error ? "text-accent-text" : "text-muted")}>
          {message}
        </p>
      )}
    </div>
  );
}

export const controlClass =
  "h-11 w-full min-w-0 rounded-sm border border-line bg-field px-3.5 text-base text-text transition sm:text-sm " +
  "hover:border-muted focus:border-primary-text focus:outline-1 focus:outline-offset-0 focus:outline-primary-text disabled:opacity-60 aria-invalid:border-accent-text";

export interface TextFieldProps extends FieldWords, Omit<ComponentPropsWithRef<"input">, "prefix"> {
  prefix?: ReactNode;
  suffix?: ReactNode;
}

export function TextField({ label, hint, error, prefix, suffix, className, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={rest.required}>
      {(wiring) => (
        <div className="relative flex items-center">
          {prefix && <span className="pointer-events-none absolute start-3.5 text-muted">{prefix}</span>}
          <input {...rest} {...wiring} className={cx(controlClass, Boolean(prefix) && "ps-9", Boolean(suffix) && "pe-12", className)} />
          {suffix && <span className="absolute end-1.5">{suffix}</span>}
        </div>
      )}
    </Field>
  );
}

export interface TextAreaProps extends FieldWords, ComponentPropsWithRef<"textarea"> {
  /** Shown at the lower right, for example "24 / 200". */
  counter?: ReactNode;
}

export function TextArea({ label, hint, error, counter, className, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} required={rest.required}>
      {(wiring) => (
        <div className="relative">
          <textarea rows={4} {...rest} {...wiring} className={cx(controlClass, "h-auto py-2.5 pb-7", className)} />
          {counter && <span className="figures pointer-events-none absolute end-3 bottom-2.5 text-xs text-muted">{counter}</span>}
        </div>
      )}
    </Field>
  );
}
