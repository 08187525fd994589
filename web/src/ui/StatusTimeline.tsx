import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export type StepState = "done" | "current" | "todo" | "failed";

export interface TimelineStep {
  label: ReactNode;
  state: StepState;
  at?: ReactNode;
  note?: ReactNode;
}

const dots = {
  done: "border-win-fill bg-win-fill text-on-win",
  current: "border-action bg-action/20 text-primary-text",
  todo: "border-line bg-card",
  failed: "border-accent-fill bg-accent-fill text-white",
} as const satisfies Record<StepState, string>;

const marks = {
  done: <Check strokeWidth={3} />,
  current: <span className="size-2 animate-[fade_1s_ease-in-out_infinite_alternate] rounded-pill bg-current" />,
  todo: null,
  failed: <X strokeWidth={3} />,
} as const satisfies Record<StepState, ReactNode>;

export function StatusTimeline({ label, steps }: { label: string; steps: readonly TimelineStep[] }) {
  return (
    <ol aria-label={label} className="grid">
      {steps.map((step, at) => (
        <li key={at} aria-current={step.state === "current" ? "step" : undefined} className="grid grid-cols-[24px_1fr] gap-x-3">
          <span className="grid grid-rows-[24px_1fr] justify-items-center">
            <span aria-hidden="true" className={cx("grid size-6 place-items-center rounded-pill border-2 [&_svg]:size-3.5", dots[step.state])}>
              {marks[step.state]}
            </span>
            {at < steps.length - 1 && <span aria-hidden="true" className={cx("w-0.5", step.state === "done" ? "bg-win-fill" : "bg-line")} />}
          </span>
          <span className={cx("grid pt-0.5", at < steps.length - 1 && "pb-5")}>
            <span className={cx("text-sm", step.state === "todo" ? "text-muted" : "font-semibold text-text")}>{step.label}</span>
            {step.at && <span className="text-xs text-muted">{step.at}</span>}
            {step.note && <span className="mt-1 text-sm text-muted">{step.note}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
