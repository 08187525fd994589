import { z } from "zod";

/** A bet that a game offers. Fractions are exact, in lowest terms: `36/37`. */
export const Odds = z.object({
  choice: z.record(z.string(), z.unknown()),
  /** What can be paid, in stakes with two decimals, and how often; the largest first, nothing last. Empty where what the player does decides, or too much can fall. */
  pays: z.array(z.object({ multiple: z.string(), chance: z.string() })),
  exactReturn: z.string(),
  /** The same as a percentage, rounded down. */
  percent: z.string(),
  /** σ of the win over the stake, with two decimals, rounded down. Of a game of which nobody can list the ways to play, what none of them passes. */
  deviation: z.string(),
  /** In stakes, with two decimals. */
  largestWin: z.string(),
});
export type Odds = z.infer<typeof Odds>;
