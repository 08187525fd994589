import { z } from "zod";

/** A game of a book needs no choice: one of its outcomes is drawn. */
export const CascadeChoice = z.strictObject({});
export type CascadeChoice = z.infer<typeof CascadeChoice>;

/** `row` is the outcome's number, 0 to 1,048,575, from which the game's engine expands all that fell; `multiplier` is what it pays, in hundredths of the stake. */
export const CascadeOutcome = z.object({ row: z.int(), multiplier: z.int() });
export type CascadeOutcome = z.infer<typeof CascadeOutcome>;
