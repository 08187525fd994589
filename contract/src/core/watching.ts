import { z } from "zod";
import { Id, Moment, Uuid } from "./ids.ts";
import { WATCHED_MAX } from "./live.ts";
import { Amount } from "./money.ts";

/** How often a client may say something in a second, and how it is closed when it goes on saying what it may not. */
export const LIVE_REQUESTS_PER_SECOND = 5;
export const LIVE_REQUEST_REFUSED = 4400;

/** What a client says on the socket: which tables it watches from now on, and no others. */
export const LiveRequest = z.strictObject({ watch: z.array(z.string().max(32)).max(WATCHED_MAX) });
export type LiveRequest = z.infer<typeof LiveRequest>;

/** The draw a table is at: a public fact, the same for everybody. */
export const DrawPhase = z.object({
  drawId: Id,
  /** Such as 20261122-0713. */
  number: z.string(),
  /** Which link of the table's chain is its seed. */
  link: z.int(),
  state: z.enum(["scheduled", "open", "closed", "acting", "drawn", "settled", "void"]),
  opensAt: Moment,
  /** A ticket at this moment is late. */
  closesAt: Moment,
  drawsAt: Moment,
  /** When its flight or its turns began, where it has them; while it is `acting` its tickets may be cashed out, or decide. */
  actsAt: Moment.nullable(),
  /** The turn it is at, where it goes in turns: when its tickets may decide, and what everybody sees, in the shape of its game. */
  turn: z.object({ from: Moment, until: Moment, shown: z.record(z.string(), z.unknown()) }).nullable(),
  /** Once it is drawn: when the result has been shown and is paid. */
  shownAt: Moment.nullable(),
  /** When the next draw opens; null before this one is drawn. */
  nextAt: Moment.nullable(),
  /** SHA-256 of the seed, shown before anybody bets; hex, as the seed is. */
  commitment: z.string(),
  seed: z.string().nullable(),
  /** What fell, in the shape of its game. */
  result: z.record(z.string(), z.unknown()).nullable(),
  /** Counts up within a table: after a gap the table is read anew. */
  version: z.int(),
  /** The server's clock when this was said. */
  at: Moment,
});
export type DrawPhase = z.infer<typeof DrawPhase>;

/** What all members together laid on a draw, by spot, as decimal strings. */
export const TableSums = z.object({ drawId: Id, members: z.int(), spots: z.record(z.string(), z.string()) });
export type TableSums = z.infer<typeof TableSums>;

/** Who cashed out of a draw that flies, newest first: a masked name, at how many hundredths of the stake, and what it paid. */
export const TableCashed = z.object({ drawId: Id, list: z.array(z.object({ name: z.string(), cashed: z.int(), win: Amount })).max(20) });
export type TableCashed = z.infer<typeof TableCashed>;

/** What was decided in a turn of a draw by now: how many chose what. */
export const TableChosen = z.object({ drawId: Id, turn: z.int(), acts: z.record(z.string(), z.int()) });
export type TableChosen = z.infer<typeof TableChosen>;

/** What a member wrote in a table's chat, under the name others see. */
export const ChatMessage = z.object({ id: Uuid, name: z.string(), text: z.string(), at: Moment });
export type ChatMessage = z.infer<typeof ChatMessage>;

/** What the server says on the socket of a table that is watched: its facts are public, so they travel themselves. */
export const TableMessage = z.union([
  z.object({ table: z.string(), phase: DrawPhase }),
  z.object({ table: z.string(), sums: TableSums }),
  z.object({ table: z.string(), cashed: TableCashed }),
  z.object({ table: z.string(), chosen: TableChosen }),
  z.object({ table: z.string(), chat: ChatMessage }),
  /** A message an officer took out of the chat. */
  z.object({ table: z.string(), unchat: Uuid }),
]);
export type TableMessage = z.infer<typeof TableMessage>;
/** The same as it is written on the wire. */
export type WrittenTableMessage = z.input<typeof TableMessage>;
