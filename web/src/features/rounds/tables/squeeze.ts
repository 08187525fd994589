import { useState } from "react";
import { isMotionReduced } from "../motion.ts";

const KEPT = "squeeze";
const sides = ["player", "banker"] as const;
export type Side = (typeof sides)[number];

/** The sides whose cards somebody opens by hand: those they laid chips on. */
export const squeezedSides = (bets: Readonly<Record<string, unknown>>): readonly Side[] => sides.filter((side) => bets[side] !== undefined);

export interface Squeeze {
  readonly isOn: boolean;
  readonly toggle: () => void;
}

/** Whether the cards of one's own side are opened by hand, as this browser was told last; never offered where motion is reduced. */
export function useSqueeze(): Squeeze | undefined {
  const [isOn, setOn] = useState(() => localStorage.getItem(KEPT) === "on");
  const toggle = (): void => {
    localStorage.setItem(KEPT, isOn ? "off" : "on");
    setOn(!isOn);
  };
  return isMotionReduced() ? undefined : { isOn, toggle };
}
