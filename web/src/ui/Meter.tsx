import type { ReactNode } from "react";
import { cx } from "./cx.ts";

const fills = { primary: "bg-primary", win: "bg-win", info: "bg-info", accent: "bg-accent" } as const;

export interface MeterProps {
  label: string;
  value: number;
  max: number;
  /** Stands at the right of the label, for example "₱ 380.00 of ₱ 1,000.00". */
  text?: ReactNode;
  tone?: keyof typeof fills | undefined;
}

export function Meter({ label, value, max, text, tone = "info" }: MeterProps) {
  const percent = max > 0 ? Math.min(100, Math.max(0, (value / max) * 100)) : 0;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
        <span className="font-medium">{label}</span>
        {text && <span className="figures text-muted">{text}</span>}
      </div>
      <div
        role="meter"
        aria-label={label}
        aria-valuenow={Math.round(percent)}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2 overflow-hidden rounded-pill bg-line"
      >
        <div className={cx("h-full rounded-pill transition-[width] duration-200", fills[tone])} style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}
