import { useEffect, useState } from "react";
import { useClock } from "./clock.ts";
import { cx } from "./cx.ts";

const MANILA_OFFSET_MINUTES = 480;

const shapes = {
  full: { day: "2-digit", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" },
  exact: { day: "2-digit", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit" },
  date: { day: "2-digit", month: "short", year: "numeric" },
  time: { hour: "2-digit", minute: "2-digit", second: "2-digit" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Writes a moment as Manila reads it, in the page's language. */
export function formatManila(at: Date | string | number, shape: keyof typeof shapes = "full"): string {
  const language = document.documentElement.lang || "en";
  return new Intl.DateTimeFormat(language, { ...shapes[shape], hourCycle: "h23", timeZone: "Asia/Manila" }).format(new Date(at));
}

const calendar = { month: { month: "long", year: "numeric" }, day: { day: "2-digit", month: "short", year: "numeric" } } as const satisfies Record<
  string,
  Intl.DateTimeFormatOptions
>;

/** Writes a calendar month (yyyy-mm) or day (yyyy-mm-dd) in words, in the page's language. */
export function formatCalendar(date: string): string {
  const language = document.documentElement.lang || "en";
  return new Intl.DateTimeFormat(language, { ...calendar[date.length === "yyyy-mm".length ? "month" : "day"], timeZone: "UTC" }).format(Date.parse(date));
}

export interface DateTimeProps {
  at: Date | string | number;
  shape?: keyof typeof shapes | undefined;
  className?: string | undefined;
}

export function DateTime({ at, shape, className }: DateTimeProps) {
  return (
    <time dateTime={new Date(at).toISOString()} className={cx("figures", className)}>
      {formatManila(at, shape)}
    </time>
  );
}

/** The present moment, read again every second. */
export function useNow(): number {
  const readClock = useClock();
  const [now, setNow] = useState(readClock);
  useEffect(() => {
    const timer = setInterval(() => setNow(readClock()), 1_000);
    return () => clearInterval(timer);
  }, [readClock]);
  return now;
}

export interface ClockProps {
  /** Minutes east of Greenwich; 480 is GMT+8. */
  offsetMinutes?: number | undefined;
  className?: string | undefined;
}

export function Clock({ offsetMinutes = MANILA_OFFSET_MINUTES, className }: ClockProps) {
  const local = new Date(useNow() + offsetMinutes * 60_000);
  return (
    <time dateTime={local.toISOString().slice(11, 19)} className={cx("figures", className)}>
      {gmtLabel(offsetMinutes)} · {local.toISOString().slice(11, 19)}
    </time>
  );
}

/** "GMT+8", or "GMT+5:30" where the offset is no whole hour. */
export function gmtLabel(offsetMinutes: number): string {
  const distance = Math.abs(offsetMinutes);
  const rest = distance % 60;
  return `GMT${offsetMinutes < 0 ? "-" : "+"}${Math.floor(distance / 60)}${rest ? `:${String(rest).padStart(2, "0")}` : ""}`;
}
