import { z } from "zod";
import { Moment, Uuid } from "./ids.ts";
import { Balance } from "./money.ts";

/** 0 to 51: suit × 13 + rank; suits spades, hearts, diamonds, clubs; rank 0 is the ace, 12 the king. */
const Card = z.int().min(0).max(51);
const cards = (least: number, most: number) => z.array(Card).min(least).max(most);
/** 16 bytes of a browser, as hex, and the SHA-256 of them. */
const Bytes = z.string().regex(/^[0-9a-f]{32}$/);
const Hash = z.string().regex(/^[0-9a-f]{64}$/);

/** What may be done in a hand of Tongits. */
export const TongitsAct = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("draw") }),
  /** Takes the top discard for a new meld with these of the own hand. */
  z.strictObject({ kind: z.literal("take"), cards: cards(2, 12) }),
  z.strictObject({ kind: z.literal("meld"), cards: cards(3, 13) }),
  /** Adds to a meld that lies open, whoever laid it. */
  z.strictObject({ kind: z.literal("sapaw"), meld: z.int().min(0).max(20), cards: cards(1, 10) }),
  z.strictObject({ kind: z.literal("discard"), card: Card }),
  z.strictObject({ kind: z.literal("fight") }),
  z.strictObject({ kind: z.literal("fold") }),
  z.strictObject({ kind: z.literal("challenge") }),
]);
export type TongitsAct = z.infer<typeof TongitsAct>;

/** What may be done in a hand of Pusoy Dos. */
export const PusoyAct = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("play"), cards: cards(1, 5) }),
  z.strictObject({ kind: z.literal("pass") }),
]);
export type PusoyAct = z.infer<typeof PusoyAct>;

export const RoomAct = z.union([TongitsAct, PusoyAct]);
export type RoomAct = z.infer<typeof RoomAct>;

const RoomId = z.string().regex(/^[A-Z0-9-]{1,20}$/);

/** What a client says on the socket of the card rooms. */
export const RoomRequest = z.discriminatedUnion("say", [
  z.strictObject({ say: z.literal("join"), room: RoomId }),
  /** Asks for a place; in a practice room `computers` fills the others at once, and `table` names one by the link of a friend. */
  z.strictObject({ say: z.literal("seat"), room: RoomId, computers: z.boolean().optional(), table: Uuid.optional(), own: z.boolean().optional() }),
  z.strictObject({ say: z.literal("ready"), hash: Hash }),
  z.strictObject({ say: z.literal("open"), bytes: Bytes }),
  z.strictObject({ say: z.literal("act"), hand: Uuid, seq: z.int().min(0).max(10_000), act: RoomAct }),
  z.strictObject({ say: z.literal("leave") }),
]);
export type RoomRequest = z.infer<typeof RoomRequest>;

/** A meld that lies open: who laid it, and its cards in order. */
export const Meld = z.object({ owner: z.int(), cards: z.array(z.int()) });

/** A hand of Tongits as one seat sees it. */
export const TongitsView = z.object({
  game: z.literal("TONGITS"),
  /** The own cards; those of all once it is over. */
  hand: z.array(z.int()),
  held: z.array(z.int()),
  hands: z.array(z.array(z.int())).nullable(),
  melds: z.array(Meld),
  stock: z.int(),
  discards: z.array(z.int()),
  phase: z.enum(["begin", "play", "answer", "over"]),
  turn: z.int(),
  hitter: z.int(),
  /** Who fights, and what each answered: nothing yet, folded, challenges, or may not because they are burned. */
  fight: z.object({ by: z.int(), answers: z.array(z.enum(["waits", "folds", "challenges", "burned", "fights"])) }).nullable(),
  canFight: z.boolean(),
  canAnswer: z.boolean(),
});
export type TongitsView = z.infer<typeof TongitsView>;

/** A hand of Pusoy Dos as one seat sees it. */
export const PusoyView = z.object({
  game: z.literal("PUSOY_DOS"),
  hand: z.array(z.int()),
  held: z.array(z.int()),
  hands: z.array(z.array(z.int())).nullable(),
  /** What is to be beaten, and who played it; null where one leads. */
  top: z.object({ by: z.int(), cards: z.array(z.int()) }).nullable(),
  passed: z.array(z.boolean()),
  turn: z.int(),
  phase: z.enum(["play", "over"]),
  /** The first play holds the three of clubs. */
  isFirst: z.boolean(),
});
export type PusoyView = z.infer<typeof PusoyView>;

export const HandView = z.union([TongitsView, PusoyView]);
export type HandView = z.infer<typeof HandView>;

/** How a hand ended, in units: below zero is paid, above zero is won before rake. */
export const HandEnd = z.object({
  kind: z.enum(["tongits", "fight", "stock", "out", "void"]),
  winner: z.int().nullable(),
  units: z.array(z.int()),
  /** Tongits: the sum of the cards left. Pusoy dos: how many. */
  counts: z.array(z.int()),
  /** Who paid more for having shown nothing. */
  burned: z.array(z.boolean()),
});
export type HandEnd = z.infer<typeof HandEnd>;

const Seat = z.object({
  /** A masked name; null where nobody sits. */
  name: z.string().nullable(),
  avatar: z.int(),
  isComputer: z.boolean(),
  isReady: z.boolean(),
  /** Nobody answers for it: it plays by the clock. */
  isAway: z.boolean(),
  bankMs: z.int(),
});

/** What anybody needs to deal the hand again. */
const Reveal = z.object({
  seed: z.string(),
  seedHash: z.string(),
  bytes: z.array(z.string().nullable()),
  hashes: z.array(z.string().nullable()),
  nonce: z.int(),
  hitter: z.int(),
});
export type Reveal = z.infer<typeof Reveal>;

/** The whole table for one seat. */
export const TableView = z.object({
  room: z.string(),
  table: Uuid,
  /** Whose view it is. */
  seat: z.int(),
  /** Another window of the same member plays. */
  isWatching: z.boolean(),
  /** Only who has its link comes to it. */
  isPrivate: z.boolean(),
  state: z.enum(["waits", "ready", "open", "plays"]),
  seats: z.array(Seat),
  /** SHA-256 of the seed of the hand that comes or is played. */
  seedHash: z.string(),
  handId: Uuid.nullable(),
  seq: z.int(),
  hand: HandView.nullable(),
  last: z.object({ seat: z.int(), act: RoomAct, auto: z.boolean() }).nullable(),
  /** When what is waited for is over, without the bank. */
  endsAt: Moment.nullable(),
  end: HandEnd.nullable(),
  /** What each seat won or lost after rake, signed; null in practice. */
  paid: z.array(Balance).nullable(),
  rake: Balance.nullable(),
  reveal: Reveal.nullable(),
  at: Moment,
});
export type TableView = z.infer<typeof TableView>;

/** What the server says on the socket of the card rooms. */
export const RoomMessage = z.union([
  z.object({ view: TableView }),
  /** Nobody sits here by this account. */
  z.object({ free: z.object({ room: z.string() }) }),
  z.object({ refused: z.object({ code: z.string(), text: z.string() }) }),
  /** A place was lost, and why. */
  z.object({ stood: z.object({ code: z.string(), text: z.string() }) }),
]);
export type RoomMessage = z.infer<typeof RoomMessage>;
export type WrittenRoomMessage = z.input<typeof RoomMessage>;
