import { Chip } from "./AmountField.tsx";
import { type DayPreset, type DaySpan, presetsFor, spanOf } from "./days.ts";
import { TextField } from "./Field.tsx";

export interface DaySpanFieldProps {
  labels: Record<DayPreset | "days" | "from" | "to", string>;
  span: DaySpan;
  /** Nothing after this day can be chosen. */
  today: string;
  onChange: (span: DaySpan) => void;
}

/** From which day to which: presets as one press each, and two dates for anything else. */
export function DaySpanField({ labels, span, today, onChange }: DaySpanFieldProps) {
  const { from, to } = span;
  const isChosen = (preset: DaySpan) => preset.from === from && preset.to === to;
  return (
    <div className="flex w-full flex-wrap items-end gap-3 sm:w-auto">
      <div className="min-w-0 flex-1 sm:w-40 sm:flex-none">
        <TextField
          type="date"
          label={labels.from}
          value={from}
          max={to}
          onChange={(event) => event.target.value && onChange({ from: event.target.value, to })}
        />
      </div>
      <div className="min-w-0 flex-1 sm:w-40 sm:flex-none">
        <TextField
          type="date"
          label={labels.to}
          value={to}
          min={from}
          max={today}
          onChange={(event) => event.target.value && onChange({ from, to: event.target.value })}
        />
      </div>
      <div role="group" aria-label={labels.days} className="flex w-full flex-wrap gap-2 sm:w-auto sm:pb-1">
        {presetsFor({ today, to }).map((preset) => {
          const days = spanOf(preset, { today, to });
          return (
            <Chip key={preset} selected={isChosen(days)} onPress={() => onChange(days)}>
              {labels[preset]}
            </Chip>
          );
        })}
      </div>
    </div>
  );
}
