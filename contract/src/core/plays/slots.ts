import { z } from "zod";

/** A slot spin needs no choice: the stake is spread over all lines. */
export const SlotChoice = z.object({});
export type SlotChoice = z.infer<typeof SlotChoice>;

/**
 * `grid[reel][row]` holds symbol indexes; each win names its line (null for one of no line), symbol, count and pay in coins, the equal parts of the stake.
 * On a machine of ways it also says in how many ways it was won.
 */
export const SlotOutcome = z.object({
  stops: z.array(z.int()),
  grid: z.array(z.array(z.int())),
  wins: z.array(z.object({ line: z.int().nullable(), symbol: z.int(), count: z.int(), pays: z.int(), ways: z.int().optional() })),
});
export type SlotOutcome = z.infer<typeof SlotOutcome>;

/** A spin and the free spins it began, in turn; their pays are what they truly pay. */
export const FreeSpinsOutcome = SlotOutcome.extend({ free: z.array(SlotOutcome) });
export type FreeSpinsOutcome = z.infer<typeof FreeSpinsOutcome>;

/** A pearl that lies in a cell (reel × 3 + row), worth so many whole stakes. */
export const Pearl = z.object({ cell: z.int(), worth: z.int() });
export type Pearl = z.infer<typeof Pearl>;

/**
 * A spin and, if enough pearls came, the respins: the pearls that began them, those that each respin brought, and the pot that was reached,
 * in whole stakes (0 for none); null without them.
 */
export const PearlsOutcome = SlotOutcome.extend({
  hold: z.object({ pearls: z.array(Pearl), respins: z.array(z.array(Pearl)), pot: z.int() }).nullable(),
});
export type PearlsOutcome = z.infer<typeof PearlsOutcome>;

/** A spin with a jackpot: `jackpot` is the number drawn after the reels, which takes the pool where it is below the stake in minor units. */
export const JackpotOutcome = SlotOutcome.extend({ jackpot: z.int() });
export type JackpotOutcome = z.infer<typeof JackpotOutcome>;
