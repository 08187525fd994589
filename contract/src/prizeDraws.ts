import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Moment, RequestId, Uuid } from "./core/ids.ts";
import { page, PageInput } from "./core/page.ts";

/** Why a ticket was given: a VIP level was reached, or a month began. */
export const ticketCauses = ["level", "month"] as const;

/** A slice of the wheel: what it gives, and how often of all draws. */
export const Slice = z.object({
  points: z.int(),
  /** Of `weights` in all: as many of so many draws. */
  weight: z.int(),
});
export type Slice = z.infer<typeof Slice>;

/** A ticket with its own promised seed. */
export const Ticket = z.object({
  id: Uuid,
  cause: z.enum(ticketCauses),
  /** The level that was reached; 0 for one of a month. */
  level: z.int(),
  at: Moment,
  /** SHA-256 of its server seed, hex: fixed when the ticket was made. */
  serverSeedHash: z.string(),
});
export type Ticket = z.infer<typeof Ticket>;

/** A ticket that was drawn, with all that is needed to compute it again. */
export const Drawn = z.object({
  ...Ticket.shape,
  drawnAt: Moment,
  serverSeed: z.string(),
  clientSeed: z.string(),
  /** The version of the wheel it was drawn on. */
  version: z.int(),
  /** Where the wheel stopped, of its weights, clockwise from the top. */
  stop: z.int(),
  points: z.int(),
});
export type Drawn = z.infer<typeof Drawn>;

export const prizeDraws = contract("prizeDraws", {
  wheel: query({
    for: "guest",
    says: "The slices of the VIP wheel in order, each as wide as its odds.",
    input: z.object({}),
    output: z.object({ version: z.int(), weights: z.int(), slices: z.array(Slice) }),
    sharedForMs: 5_000,
  }),
  tickets: query({
    for: "member",
    says: "The member's tickets that wait, oldest first, and how many they are.",
    input: z.object({}),
    output: z.object({ count: z.int(), list: z.array(Ticket) }),
    errors: ["vip.closed"],
  }),
  drawn: query({
    for: "member",
    says: "The member's draws, newest first, each with its seeds.",
    input: PageInput,
    output: page(Drawn),
    errors: ["vip.closed"],
  }),
  draw: command({
    for: "member",
    says: "Turns the wheel with a ticket: the server draws from the seed it promised and the one given here, and shows both.",
    input: z.object({ requestId: RequestId, ticketId: Uuid, clientSeed: z.string().regex(/^[0-9a-f]{32}$/) }),
    output: Drawn,
    errors: ["vip.closed", "rewards.closed", "prizeDraws.ticket_not_found", "prizeDraws.ticket_used"],
  }),
});
