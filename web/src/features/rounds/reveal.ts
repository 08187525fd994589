import { useEffect, useEffectEvent, useState } from "react";
import { isMotionReduced } from "./motion.ts";
import type { Play } from "./rounds.api.ts";

export interface Reveal {
  /** A result is on its way over the screen. */
  readonly isMoving: boolean;
  /** Shows the result at once. */
  readonly hurry: () => void;
}

/**
 * Gives a result `durationMs` to be shown, then says that it was; hurried or with reduced motion it is there at once. Without a duration it is the player
 * who uncovers it, in their own time.
 */
export function useReveal({ phase, round, finish }: Play, durationMs: number | undefined): Reveal {
  const [hurried, setHurried] = useState<string>();
  const isHurried = round !== undefined && hurried === round.id;
  const arrived = useEffectEvent(finish);
  useEffect(() => {
    if (phase !== "showing" || (durationMs === undefined && !isHurried)) return;
    const timer = setTimeout(() => arrived(), isHurried || isMotionReduced() ? 0 : durationMs);
    return () => clearTimeout(timer);
  }, [phase, isHurried, durationMs]);
  return { isMoving: phase === "showing" && !isHurried, hurry: () => setHurried(round?.id) };
}
