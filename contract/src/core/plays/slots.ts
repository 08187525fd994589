import { z } from "zod";

/** A slot spin needs no choice: the stake is spread over all lines. */
export const SlotChoice = z.object({});
export type SlotChoice = z.infer<typeof SlotChoice>;

/** `grid[reel][row]` holds symbol indexes; each win names its line (null for scatter), symbol, count and pay in line stakes. */
export const SlotOutcome = z.object({
  stops: z.array(z.int()),
  grid: z.array(z.array(z.int())),
  wins: z.array(z.object({ line: z.int().nullable(), symbol: z.int(), count: z.int(), pays: z.int() })),
});
export type SlotOutcome = z.infer<typeof SlotOutcome>;

/** A spin with a jackpot: `jackpot` is the number drawn after the reels, which takes the pool where it is below the stake in minor units. */
export const JackpotOutcome = SlotOutcome.extend({ jackpot: z.int() });
export type JackpotOutcome = z.infer<typeof JackpotOutcome>;
