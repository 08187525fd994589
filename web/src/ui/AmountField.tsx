import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Field, type FieldWords } from "./Field.tsx";
import { groupThousands, useCurrencySymbol } from "./Money.tsx";

const TYPED_AMOUNT = /^\d{0,13}(\.\d{0,2})?$/;

export interface AmountFieldProps extends FieldWords {
  /** A decimal string such as "250.00"; empty when nothing is typed. */
  value: string;
  onChange: (value: string) => void;
  /** Decimal strings offered as one press each. */
  chips?: readonly string[] | undefined;
  /** Stands beside the label, usually the balance or the "all" button. */
  aside?: ReactNode;
  name?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
}

const NO_CHIPS: readonly string[] = [];

export function AmountField({ label, hint, error, value, onChange, chips = NO_CHIPS, aside, name, required, disabled }: AmountFieldProps) {
  const symbol = useCurrencySymbol();
  const typed = (text: string) => {
    const clean = text.replace(/[,\s]/g, "");
    if (TYPED_AMOUNT.test(clean)) onChange(clean.replace(/^0+(?=\d)/, ""));
  };
  return (
    <div className="relative grid gap-3">
      {aside && <div className="absolute end-0 top-0 text-xs text-muted">{aside}</div>}
      <Field label={label} hint={hint} error={error} required={required}>
        {(wiring) => (
          <div className="relative flex items-center">
            <span aria-hidden="true" className="absolute start-4 font-display text-xl font-semibold text-muted">
              {symbol}
            </span>
            <input
              {...wiring}
              name={name}
              required={required}
              disabled={disabled}
              inputMode="decimal"
              autoComplete="off"
              placeholder="0.00"
              style={{ paddingInlineStart: `calc(1.75rem + ${symbol.length} * 0.8em)` }}
              value={value}
              onChange={(event) => typed(event.target.value)}
              className="figures h-14 w-full min-w-0 rounded-md border border-line bg-field pe-4 font-display text-xl font-semibold transition hover:border-muted focus:border-primary-text focus:outline-1 focus:outline-offset-0 focus:outline-primary-text aria-invalid:border-accent-text"
            />
          </div>
        )}
      </Field>
      {chips.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {chips.map((chip) => (
            <Chip key={chip} selected={chip === value} disabled={disabled} onPress={() => onChange(chip)}>
              <bdi dir="ltr">
                {symbol} {groupThousands(chip).replace(/\.00$/, "")}
              </bdi>
            </Chip>
          ))}
        </div>
      )}
    </div>
  );
}

export interface ChipProps {
  selected: boolean;
  disabled?: boolean | undefined;
  onPress: () => void;
  children: ReactNode;
}

export function Chip({ selected, disabled, onPress, children }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={selected}
      disabled={disabled}
      onClick={onPress}
      className={cx(
        "figures h-9 rounded-pill border px-4 text-sm font-medium transition disabled:opacity-50",
        selected ? "border-text bg-text text-ground" : "border-line bg-card text-text hover:border-muted",
      )}
    >
      {children}
    </button>
  );
}
