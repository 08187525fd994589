import type { DrawPhase } from "@laro/contract/core/watching";

/** Where a table stands for whoever looks at it: `still` holds no draws, `waiting` waits for the next one to open, in a `turn` tickets decide. */
export type StageName = "still" | "waiting" | "bets" | "locked" | "flying" | "turn" | "showing" | "standing" | "void";

export interface Stage {
  readonly name: StageName;
  /** When it ends by the clock; absent where only the server knows. */
  readonly untilMs?: number;
}

/** The stage of a table at a moment of the server's clock. What the server said last decides; the clock only closes and opens what it announced. */
export function stageOf(phase: DrawPhase | null, nowMs: number): Stage {
  switch (phase?.state) {
    case undefined:
      return { name: "still" };
    case "scheduled":
      return { name: "waiting" };
    case "open": {
      const untilMs = Date.parse(phase!.closesAt);
      return nowMs < untilMs ? { name: "bets", untilMs } : { name: "locked" };
    }
    case "closed":
      return { name: "locked" };
    case "acting": {
      // Nobody but the server knows when a flight ends, or what comes after a turn.
      if (phase!.turn === null) return { name: "flying" };
      const untilMs = Date.parse(phase!.turn.until);
      return nowMs < untilMs ? { name: "turn", untilMs } : { name: "turn" };
    }
    case "drawn": {
      const untilMs = Date.parse(phase!.shownAt!);
      return nowMs < untilMs ? { name: "showing", untilMs } : { name: "standing" };
    }
    case "settled": {
      const untilMs = Date.parse(phase!.nextAt!);
      return nowMs < untilMs ? { name: "standing", untilMs } : { name: "waiting" };
    }
    case "void":
      return { name: "void" };
  }
}

/** How long before its end a countdown warns. */
export const LAST_MS = 5_000;
