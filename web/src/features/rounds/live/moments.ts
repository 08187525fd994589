import { isMotionReduced } from "../motion.ts";
import { type Phase, useLeft } from "./live.api.ts";
import type { Stage } from "./stages.ts";

/** How a draw moves on the stage: waited for, running, in its last stretch of `landMs`, or at rest. With reduced motion it is at rest as soon as it is known. */
export type Motion = "rest" | "run" | "land";

export function useMotion({ name, untilMs }: Stage, landMs: number): Motion {
  const leftMs = useLeft(name === "showing" ? untilMs : undefined);
  if (isMotionReduced() || (name !== "locked" && name !== "showing")) return "rest";
  return name === "locked" || leftMs > landMs ? "run" : "land";
}

/** How many of a draw's cards lie by now, evenly over the time it is shown; whoever comes in the middle sees those that were dealt before. */
export function useDealtLive({ name, untilMs }: Stage, phase: Phase | null, cards: number): number {
  const leftMs = useLeft(name === "showing" ? untilMs : undefined);
  if (name === "locked") return 0;
  if (name !== "showing" || phase === null || isMotionReduced()) return cards;
  const lengthMs = Math.max(1, untilMs! - Date.parse(phase.drawsAt));
  return Math.max(0, Math.min(cards, Math.floor((1 - leftMs / lengthMs) * (cards + 1))));
}
