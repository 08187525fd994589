import { z } from "zod";

// Rounds that wait for their player: what they choose before the stake, what they do step by step, what they see meanwhile, and what came of it.
// A multiplier is in hundredths of the stake (198 is 1.98 times); a card is suit * 13 + rank, suits spades, hearts, diamonds, clubs and ranks ace … king.

const Multiplier = z.int().min(0);
const Card = z.int().min(0).max(51);
const Tile = z.int().min(0).max(24);
/** What a hand or an insurance holds or pays: a decimal string. */
const Sum = z.string();
const CashOut = z.strictObject({ act: z.literal("cashOut") });
const NoChoice = z.strictObject({});

/** How many of the 25 tiles hide a mine. */
export const MinesChoice = z.strictObject({ mines: z.int().min(1).max(24) });
export type MinesChoice = z.infer<typeof MinesChoice>;

/** Turns a tile, 0 to 24 row by row, or takes what was won. */
export const MinesAction = z.discriminatedUnion("act", [z.strictObject({ act: z.literal("pick"), tile: Tile }), CashOut]);
export type MinesAction = z.infer<typeof MinesAction>;

/** `multiplier` is what the round pays if it ends now, `next` what it pays after one more safe tile; `field` holds the mines once it has ended. */
export const MinesView = z.object({
  mines: z.int(),
  picks: z.array(Tile),
  multiplier: Multiplier,
  next: Multiplier.nullable(),
  hit: Tile.nullable(),
  field: z.array(Tile).nullable(),
});
export type MinesView = z.infer<typeof MinesView>;

/** The safe tiles in the order they were turned, the mine that was hit, and where all mines lay. */
export const MinesOutcome = z.object({
  picks: z.array(Tile),
  hit: Tile.nullable(),
  field: z.array(Tile),
  multiplier: Multiplier,
});
export type MinesOutcome = z.infer<typeof MinesOutcome>;

/** Hi-lo begins with the card that falls. */
export const HiLoChoice = NoChoice;
export type HiLoChoice = z.infer<typeof HiLoChoice>;

/** `higher` and `lower` win with the same rank too, except on an ace or a king, where `same` is a guess of its own. */
export const HiLoGuess = z.enum(["higher", "lower", "same"]);
export type HiLoGuess = z.infer<typeof HiLoGuess>;

export const HiLoAction = z.discriminatedUnion("act", [
  z.strictObject({ act: z.literal("guess"), guess: HiLoGuess }),
  z.strictObject({ act: z.literal("skip") }),
  CashOut,
]);
export type HiLoAction = z.infer<typeof HiLoAction>;

/** All cards that fell; `moves[i]` led from card i to card i + 1. The multiplier is 0 before the first guess and once one was wrong. */
export const HiLoView = z.object({
  cards: z.array(Card),
  moves: z.array(z.enum(["higher", "lower", "same", "skip"])),
  multiplier: Multiplier,
  skipsLeft: z.int(),
});
export type HiLoView = z.infer<typeof HiLoView>;

export const HiLoOutcome = z.object({ cards: z.array(Card), multiplier: Multiplier });
export type HiLoOutcome = z.infer<typeof HiLoOutcome>;

/** A coin is guessed toss by toss. */
export const CoinChoice = NoChoice;
export type CoinChoice = z.infer<typeof CoinChoice>;

export const CoinSide = z.enum(["heads", "tails"]);
export type CoinSide = z.infer<typeof CoinSide>;

export const CoinAction = z.discriminatedUnion("act", [z.strictObject({ act: z.literal("toss"), side: CoinSide }), CashOut]);
export type CoinAction = z.infer<typeof CoinAction>;

/** What was guessed and what fell, toss by toss; `next` is null where no toss is left. */
export const CoinView = z.object({ guesses: z.array(CoinSide), fell: z.array(CoinSide), multiplier: Multiplier, next: Multiplier.nullable() });
export type CoinView = z.infer<typeof CoinView>;

export const CoinOutcome = z.object({ fell: z.array(CoinSide), multiplier: Multiplier });
export type CoinOutcome = z.infer<typeof CoinOutcome>;

/** Blackjack is dealt at once. */
export const BlackjackChoice = NoChoice;
export type BlackjackChoice = z.infer<typeof BlackjackChoice>;

export const BlackjackAct = z.enum(["insure", "decline", "hit", "stand", "double", "split"]);
export type BlackjackAct = z.infer<typeof BlackjackAct>;

export const BlackjackAction = z.strictObject({ act: BlackjackAct });
export type BlackjackAction = z.infer<typeof BlackjackAction>;

export const BlackjackResult = z.enum(["blackjack", "won", "push", "lost", "bust"]);
export type BlackjackResult = z.infer<typeof BlackjackResult>;

/** A hand as it lies; `result` and `win` stand once the round has ended. A soft total counts an ace as eleven. */
export const BlackjackHand = z.object({
  cards: z.array(Card),
  total: z.int(),
  soft: z.boolean(),
  stake: Sum,
  doubled: z.boolean(),
  result: BlackjackResult.nullable(),
  win: Sum.nullable(),
});
export type BlackjackHand = z.infer<typeof BlackjackHand>;

/** While the round is open the dealer shows the first card only. `active` is the hand to play, null while insurance is asked and at the end. */
export const BlackjackView = z.object({
  phase: z.enum(["insurance", "hands", "ended"]),
  dealer: z.object({ cards: z.array(Card), total: z.int(), soft: z.boolean() }),
  hands: z.array(BlackjackHand),
  active: z.int().nullable(),
  insurance: z.object({ stake: Sum, win: Sum.nullable() }).nullable(),
});
export type BlackjackView = z.infer<typeof BlackjackView>;

export const BlackjackOutcome = z.object({
  dealer: z.array(Card),
  hands: z.array(z.object({ cards: z.array(Card), stake: Sum, doubled: z.boolean(), result: BlackjackResult, win: Sum })),
  insurance: z.object({ stake: Sum, win: Sum }).nullable(),
});
export type BlackjackOutcome = z.infer<typeof BlackjackOutcome>;

/** Video poker is dealt at once. */
export const PokerChoice = NoChoice;
export type PokerChoice = z.infer<typeof PokerChoice>;

/** Which of the five cards stay: bit i of `held` is card i, so 0 throws all away and 31 keeps all. */
export const PokerAction = z.strictObject({ act: z.literal("draw"), held: z.int().min(0).max(31) });
export type PokerAction = z.infer<typeof PokerAction>;

/** The hands that pay, from the best, and `nothing`. */
export const PokerHand = z.enum([
  "royalFlush",
  "straightFlush",
  "fourOfAKind",
  "fullHouse",
  "flush",
  "straight",
  "threeOfAKind",
  "twoPair",
  "jacksOrBetter",
  "nothing",
]);
export type PokerHand = z.infer<typeof PokerHand>;

/** The five cards as they lie, and what they are worth as they lie. `held` is null until it was said which stay. */
export const PokerView = z.object({ dealt: z.array(Card), held: z.int().nullable(), cards: z.array(Card), hand: PokerHand, multiplier: Multiplier });
export type PokerView = z.infer<typeof PokerView>;

export const PokerOutcome = z.object({
  dealt: z.array(Card),
  cards: z.array(Card),
  hand: PokerHand,
  multiplier: Multiplier,
});
export type PokerOutcome = z.infer<typeof PokerOutcome>;
