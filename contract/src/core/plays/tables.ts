import { z } from "zod";
import { BlackjackAct, BlackjackOutcome } from "./steps.ts";

/** The most spots one round may lie on. */
export const SPOTS_MAX = 200;

const hasBets = (bets: object): boolean => {
  const spots = Object.keys(bets).length;
  return spots > 0 && spots <= SPOTS_MAX;
};

/** What a player lays on a table: an amount of whole units such as "25.00" on each spot, named as the game's engine lists them; together they are the stake. */
export const TableBets = z.strictObject({
  bets: z.record(z.string().max(24), z.string().regex(/^[1-9][0-9]{0,6}\.00$/)).refine(hasBets),
});
export type TableBets = z.infer<typeof TableBets>;

/** Where the ball came to rest: 0 to 36. */
export const RouletteResult = z.object({ pocket: z.int() });
export type RouletteResult = z.infer<typeof RouletteResult>;

/** The cards of both hands in the order they were dealt, two or three each: 0 to 51, suit × 13 + rank (rank 0 is the ace; spades, hearts, diamonds, clubs). */
export const BaccaratResult = z.object({ player: z.array(z.int()), banker: z.array(z.int()) });
export type BaccaratResult = z.infer<typeof BaccaratResult>;

/** The two cards, numbered as in baccarat. */
export const DragonTigerResult = z.object({ dragon: z.int(), tiger: z.int() });
export type DragonTigerResult = z.infer<typeof DragonTigerResult>;

/** The multiple a crash draw reached, in hundredths: 231 is 2.31 times the stake. Below 100 it ended before anybody could cash out. */
export const CrashResult = z.object({ point: z.int() });
export type CrashResult = z.infer<typeof CrashResult>;

/** The spot of a crash ticket that names no multiple of its own, in hundredths: there every flight ends. */
export const FLIGHT_END = 1_000_000;

/** A ticket's part in it: where it was cashed out, in hundredths; absent where it was lost. The point is there once the draw is over. */
export const CrashOutcome = CrashResult.partial().extend({ cashed: z.int().optional() });
export type CrashOutcome = z.infer<typeof CrashOutcome>;

/** Three dice in the order they were thrown, 1 to 6. */
export const SicBoResult = z.object({ dice: z.array(z.int()) });
export type SicBoResult = z.infer<typeof SicBoResult>;

const Card = z.int().min(0).max(51);

/** What everybody sees of a live blackjack hand: the two cards of all players, the dealer's open one, and the cards that were taken so far, in the first hand and in a second. */
export const LiveBlackjackShown = z.object({
  turn: z.int(),
  asks: z.enum(["deal", "insurance", "hands"]),
  hand: z.array(Card),
  up: Card,
  cards: z.array(Card),
  second: z.array(Card),
});
export type LiveBlackjackShown = z.infer<typeof LiveBlackjackShown>;

/** What a player decides in a turn, for the first hand (0) or the one that was split from it (1). */
export const LiveBlackjackAction = z.strictObject({ turn: z.int().min(1).max(99), hand: z.int().min(0).max(1), act: BlackjackAct });
export type LiveBlackjackAction = z.infer<typeof LiveBlackjackAction>;

/** All cards of a live blackjack draw: those of the players, all of the dealer's, and as many further ones in each hand as anybody could have taken. */
export const LiveBlackjackResult = z.object({ hand: z.array(Card), dealer: z.array(Card), cards: z.array(Card), second: z.array(Card) });
export type LiveBlackjackResult = z.infer<typeof LiveBlackjackResult>;

/** The same with what one ticket came to. */
export const LiveBlackjackOutcome = LiveBlackjackResult.extend({ hands: BlackjackOutcome.shape.hands, insurance: BlackjackOutcome.shape.insurance });
export type LiveBlackjackOutcome = z.infer<typeof LiveBlackjackOutcome>;
