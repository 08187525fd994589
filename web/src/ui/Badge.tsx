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

export function Badge({ tone = "neutral", children }: { tone?: BadgeTone | undefined; children: ReactNode }) {
  return <span className={cx("inline-flex h-6 items-center gap-1 rounded-pill px-2.5 text-xs font-semibold whitespace-nowrap", tones[tone])}>{children}</span>;
}
