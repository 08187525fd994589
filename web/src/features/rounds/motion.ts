import { useEffect, useState } from "react";

const WHOLE = 1_000;

export const isMotionReduced = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

const easeOut = (part: number): number => 1 - (1 - part) ** 3;

/** Runs from 0 to 1000, easing out, each time `run` names something new; without a run, or with reduced motion, it is at its end. */
export function useProgress(run: string | undefined, durationMs: number): number {
  const [state, setState] = useState({ run, permille: run === undefined ? WHOLE : 0 });
  useEffect(() => {
    if (run === undefined || durationMs === 0 || isMotionReduced()) return setState({ run, permille: WHOLE });
    const startMs = performance.now();
    let frame = requestAnimationFrame(function step(nowMs) {
      const part = Math.min(1, Math.max(0, nowMs - startMs) / durationMs);
      setState({ run, permille: Math.round(easeOut(part) * WHOLE) });
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [run, durationMs]);
  return state.run === run ? state.permille : run === undefined ? WHOLE : 0;
}
