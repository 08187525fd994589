/** sent: the vendor is being asked; unknown: it has not said; held: officers ask it. Then done, or refused and back where it came from. */
export const moveStates = ["sent", "unknown", "held", "done", "refused"] as const;
