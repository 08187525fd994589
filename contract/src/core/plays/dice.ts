import { z } from "zod";

/** What a player chooses in dice: `target` in hundredths (50.00 is 5000) and the side of it the roll must fall on. */
export const DiceChoice = z.object({ target: z.int().min(200).max(9799), side: z.enum(["under", "over"]) });
export type DiceChoice = z.infer<typeof DiceChoice>;

/** A dice roll in hundredths, 0 to 9999, and the multiplier in hundredths it pays (198 is 1.98 times the stake; 0 when lost). */
export const DiceOutcome = z.object({ roll: z.int(), multiplier: z.int() });
export type DiceOutcome = z.infer<typeof DiceOutcome>;
