import { useEffect, useEffectEvent, useState } from "react";
import { isMotionReduced } from "../motion.ts";
import type { Play, PlayedRound } from "../rounds.api.ts";

const HURRIED_MS = 120;

export interface Reveal<Result> {
  /** What fell: of the round that is being shown, else of the last that was. */
  readonly result: Result | undefined;
  readonly isAsking: boolean;
  readonly isShowing: boolean;
  readonly isHurried: boolean;
  readonly hurry: () => void;
  /** The round whose result stands, until the next begins. */
  readonly settled: PlayedRound | undefined;
}

/** Shows a round's result for as long as its drawing takes; asked to hurry, or with reduced motion, it stands at once. */
export function useReveal<Result>({ phase, round, finish }: Play, lengthOf: (result: Result, round: PlayedRound) => number): Reveal<Result> {
  const [isHurried, setHurried] = useState(false);
  const [last, setLast] = useState<Result>();
  const isRunning = phase === "asking" || phase === "showing";
  const result = round?.outcome as Result | undefined;
  useEffect(() => {
    if (!isRunning) setHurried(false);
  }, [isRunning]);
  const ended = useEffectEvent(() => {
    setLast(result);
    finish();
  });
  const lengthMs = result === undefined || isMotionReduced() ? 0 : isHurried ? HURRIED_MS : lengthOf(result, round!);
  useEffect(() => {
    if (phase !== "showing") return;
    const timer = setTimeout(() => ended(), lengthMs);
    return () => clearTimeout(timer);
  }, [phase, lengthMs]);
  return {
    result: phase === "showing" ? result : last,
    isAsking: phase === "asking",
    isShowing: phase === "showing",
    isHurried: isRunning && isHurried,
    hurry: () => setHurried(true),
    settled: phase === "ready" || phase === "resting" ? round : undefined,
  };
}
