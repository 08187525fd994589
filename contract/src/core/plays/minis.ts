import { z } from "zod";

/** Limbo: the multiplier the player aims at, in hundredths (200 is 2.00 times the stake). */
export const LimboChoice = z.strictObject({ target: z.int().min(101).max(1_000_000) });
export type LimboChoice = z.infer<typeof LimboChoice>;

/** The point the rocket reached and the multiplier it pays, both in hundredths; the multiplier is the target when won, 0 when lost. */
export const LimboOutcome = z.object({ point: z.int(), multiplier: z.int() });
export type LimboOutcome = z.infer<typeof LimboOutcome>;

export const plinkoRows = [8, 12, 16] as const;
const Rows = z.union([z.literal(8), z.literal(12), z.literal(16)]);
export const miniRisks = ["low", "mid", "high"] as const;
export type MiniRisk = (typeof miniRisks)[number];

/** Plinko: over how many rows of pins the ball falls, and how unevenly its slots pay. */
export const PlinkoChoice = z.strictObject({ rows: Rows, risk: z.enum(miniRisks) });
export type PlinkoChoice = z.infer<typeof PlinkoChoice>;

/** `path` says at each row whether the ball went left (0) or right (1); `slot` is how often it went right; `multiplier` in hundredths. */
export const PlinkoOutcome = z.object({ path: z.array(z.int()), slot: z.int(), multiplier: z.int() });
export type PlinkoOutcome = z.infer<typeof PlinkoOutcome>;

export const wheelSizes = [10, 30, 50] as const;
const Size = z.union([z.literal(10), z.literal(30), z.literal(50)]);

/** Wheel: how many segments it has, and how unevenly they pay. */
export const WheelChoice = z.strictObject({ segments: Size, risk: z.enum(miniRisks) });
export type WheelChoice = z.infer<typeof WheelChoice>;

/** The segment that stopped under the pointer, counted from 0 in the wheel's order, and what it pays in hundredths. */
export const WheelOutcome = z.object({ segment: z.int(), multiplier: z.int() });
export type WheelOutcome = z.infer<typeof WheelOutcome>;

export const KENO_NUMBERS = 40;
export const KENO_PICKS_MAX = 10;

/** Keno: one to ten different numbers of 1 to 40. */
export const KenoChoice = z.strictObject({
  picks: z
    .array(z.int().min(1).max(KENO_NUMBERS))
    .min(1)
    .max(KENO_PICKS_MAX)
    .refine((picks) => new Set(picks).size === picks.length),
});
export type KenoChoice = z.infer<typeof KenoChoice>;

/** The ten numbers in the order they were drawn, how many of them were picked, and what that pays in hundredths. */
export const KenoOutcome = z.object({ drawn: z.array(z.int()), hits: z.int(), multiplier: z.int() });
export type KenoOutcome = z.infer<typeof KenoOutcome>;

export const scratchPrices = ["20.00", "50.00", "100.00"] as const;

/** Scratch: what the ticket costs, a decimal string; it must be the stake. */
export const ScratchChoice = z.strictObject({ price: z.enum(scratchPrices) });
export type ScratchChoice = z.infer<typeof ScratchChoice>;

/** `ticket` is its number of 1,000,000, which decides; `multiplier` its prize in hundredths of the price; the prize lies under `field` (0 to 8, row by row), null where there is none. */
export const ScratchOutcome = z.object({ ticket: z.int(), multiplier: z.int(), field: z.int().nullable() });
export type ScratchOutcome = z.infer<typeof ScratchOutcome>;

export const BINGO_CARDS_MAX = 48;

/** Parol Bingo: how many cards are bought, at 10.00 each; their price must be the stake. */
export const BingoChoice = z.strictObject({ cards: z.int().min(1).max(BINGO_CARDS_MAX) });
export type BingoChoice = z.infer<typeof BingoChoice>;

/**
 * `balls` are the 48 in the order they were drawn, of 75; the first 40 decide. Each card has its 25 `cells` row by row (0 is the free centre),
 * how many `lines` of its twelve the first 40 balls completed, and what that pays in hundredths of the card's price.
 */
export const BingoOutcome = z.object({
  balls: z.array(z.int()),
  cards: z.array(z.object({ cells: z.array(z.int()), lines: z.int(), multiplier: z.int() })),
});
export type BingoOutcome = z.infer<typeof BingoOutcome>;
