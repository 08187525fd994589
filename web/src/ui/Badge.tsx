import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export type BadgeTone = "neutral" | "primary" | "win" | "accent" | "info";

const tones = {
  neutral: "bg-text/8 text-muted",
  primary: "bg-primary/16 text-primary-text",
  win: "bg-win/14 text-win-text",
  accent: "bg-accent/14 text-accent-text",
  info: "bg-info/14 text-info-text",
} as const satisfies Record<BadgeTone, string>;

interface BadgeProps {
  readonly tone?: BadgeTone | undefined;
  /** It says more than a word or two, and takes another line where there is no room. */
  readonly long?: boolean;
  readonly children: ReactNode;
}

export function Badge({ tone = "neutral", long = false, children }: BadgeProps) {
  const shape = long ? "min-h-6 rounded-md py-1" : "h-6 rounded-pill whitespace-nowrap";
  return <span className={cx("inline-flex items-center gap-1 px-2.5 text-xs font-semibold", shape, tones[tone])}>{children}</span>;
}
