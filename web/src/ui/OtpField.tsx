import { cx } from "./cx.ts";
import { Field, type FieldWords } from "./Field.tsx";

export interface OtpFieldProps extends FieldWords {
  value: string;
  onChange: (digits: string) => void;
  /** Called once when the last digit is typed. */
  onComplete?: ((digits: string) => void) | undefined;
  length?: number | undefined;
  /** Takes the focus when its dialog opens. */
  autoFocus?: boolean | undefined;
  /** A secret rather than a code that was sent: dots are drawn, and the browser offers nothing. */
  masked?: boolean | undefined;
  name?: string | undefined;
}

/** One real input under six drawn boxes, so pasting and the phone's code suggestion work as everywhere. */
export function OtpField({ label, hint, error, value, onChange, onComplete, length = 6, autoFocus, masked = false, name }: OtpFieldProps) {
  const typed = (text: string) => {
    const digits = text.replace(/\D/g, "").slice(0, length);
    onChange(digits);
    if (digits.length === length && digits !== value) onComplete?.(digits);
  };
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <div className="group relative flex gap-2">
          <input
            {...wiring}
            name={name}
            data-autofocus={autoFocus || undefined}
            inputMode="numeric"
            type={masked ? "password" : "text"}
            autoComplete={masked ? "off" : "one-time-code"}
            value={value}
            onChange={(event) => typed(event.target.value)}
            className="absolute inset-0 z-10 w-full cursor-text bg-transparent text-transparent caret-transparent outline-none"
          />
          {Array.from({ length }, (_, box) => (
            <span
              key={box}
              aria-hidden="true"
              className={cx(
                "figures grid h-14 min-w-0 flex-1 place-items-center rounded-md border bg-field font-display text-xl font-semibold transition",
                error ? "border-accent-text" : box < value.length ? "border-muted" : "border-line",
                box === Math.min(value.length, length - 1) &&
                  "group-focus-within:border-primary-text group-focus-within:outline-1 group-focus-within:outline-primary-text",
              )}
            >
              {masked && value[box] !== undefined ? "•" : value[box]}
            </span>
          ))}
        </div>
      )}
    </Field>
  );
}
