import { useEffect, useRef } from "react";
import { cx } from "./cx.ts";
import { useNow } from "./DateTime.tsx";

export interface CountdownProps {
  /** Milliseconds since the epoch. */
  until: number;
  onEnd?: (() => void) | undefined;
  className?: string | undefined;
}

export function Countdown({ until, onEnd, className }: CountdownProps) {
  const left = Math.max(0, Math.ceil((until - useNow()) / 1_000));
  const ended = useRef(false);
  useEffect(() => {
    if (left > 0) ended.current = false;
    else if (!ended.current) {
      ended.current = true;
      onEnd?.();
    }
  }, [left, onEnd]);
  return (
    <span role="timer" className={cx("figures", className)}>
      {formatSeconds(left)}
    </span>
  );
}

/** 65 becomes "1:05" and 3,700 becomes "1:01:40". */
export function formatSeconds(seconds: number): string {
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  const rest = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
