import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Moment, RequestId, Uuid } from "./core/ids.ts";
import { Balance, Share } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { Reason } from "./core/reason.ts";

/** What tickets are drawn on: the VIP wheel, and golden eggs. */
export const prizeDrawNames = ["wheel", "egg"] as const;
export type PrizeDrawName = (typeof prizeDrawNames)[number];

/** Why a ticket was given: a VIP level was reached, a month began, or a campaign gave it. */
export const ticketCauses = ["level", "month", "campaign"] as const;

/** The prizes of one table of eggs. */
export const EGG_PRIZES_MAX = 12;
export const EGG_PRIZES_MIN = 2;
/** The most points, weight and stock of a prize. */
export const EGG_FIGURE_MAX = 1_000_000;

/** A slice of the wheel: what it gives, and how often of all draws. */
export const Slice = z.object({
  points: z.int(),
  /** Of `weights` in all: as many of so many draws. */
  weight: z.int(),
});
export type Slice = z.infer<typeof Slice>;

/** A prize of the eggs: points or money, the other 0, and how often of all draws. */
export const EggPrize = z.object({
  points: z.int(),
  amount: Balance,
  /** Of `weights` in all: as many of so many draws. */
  weight: z.int(),
  /** How many there are in all, and how many of them are left; null where nobody counts. */
  stock: z.int().nullable(),
  left: z.int().nullable(),
});
export type EggPrize = z.infer<typeof EggPrize>;

/** A ticket with its own promised seed. */
export const Ticket = z.object({
  id: Uuid,
  draw: z.enum(prizeDrawNames),
  cause: z.enum(ticketCauses),
  /** The level that was reached; 0 for any other cause. */
  level: z.int(),
  at: Moment,
  /** The version of the wheel, or of the table of eggs, that it is drawn on. */
  version: z.int(),
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
  /** Where the draw stopped, of all weights, counted from the first slice or prize on. */
  stop: z.int(),
  points: z.int(),
  /** Money that was won; 0.00 where it was points. */
  amount: Balance,
  /** The prize at the stop had run out, so that the published replacement was given. */
  replaced: z.boolean(),
});
export type Drawn = z.infer<typeof Drawn>;

const Version = z.coerce.number().int().min(1).max(1_000_000);

const WantedEgg = z.object({
  points: z.int().min(0).max(EGG_FIGURE_MAX),
  amount: Share,
  weight: z.int().min(1).max(EGG_FIGURE_MAX),
  stock: z.int().min(1).max(EGG_FIGURE_MAX).nullable(),
});
const WantedEggs = z.array(WantedEgg).min(EGG_PRIZES_MIN).max(EGG_PRIZES_MAX);
export type WantedEgg = z.infer<typeof WantedEgg>;

/** What another officer decides: the whole table, and the most that a ticket of it costs on average, rounded up. */
export const EggsProposal = z.object({
  id: Uuid,
  prizes: z.array(EggPrize.omit({ left: true })),
  cost: Balance,
  reason: z.string(),
  proposedBy: z.string(),
  proposedAt: Moment,
});
export type EggsProposal = z.infer<typeof EggsProposal>;

export const prizeDraws = contract("prizeDraws", {
  wheel: query({
    for: "guest",
    says: "The slices of the VIP wheel in order, each as wide as its odds.",
    input: z.object({}),
    output: z.object({ version: z.int(), weights: z.int(), slices: z.array(Slice) }),
    sharedForMs: 5_000,
  }),
  eggs: query({
    for: "guest",
    says: "The prizes of the golden eggs in order, of the table that new tickets are for or of an earlier version; `replacement` is the place of the one given for what has run out.",
    input: z.object({ version: Version.optional() }),
    output: z.object({ version: z.int(), weights: z.int(), prizes: z.array(EggPrize), replacement: z.int() }),
    errors: ["prizeDraws.table_not_found"],
    sharedForMs: 2_000,
  }),
  tickets: query({
    for: "member",
    says: "The member's tickets of a draw that wait, oldest first, and how many they are.",
    input: z.object({ draw: z.enum(prizeDrawNames) }),
    output: z.object({ count: z.int(), list: z.array(Ticket) }),
    errors: ["vip.closed", "prizeDraws.closed"],
  }),
  drawn: query({
    for: "member",
    says: "The member's draws of a kind, newest first, each with its seeds.",
    input: PageInput.extend({ draw: z.enum(prizeDrawNames) }),
    output: page(Drawn),
    errors: ["vip.closed", "prizeDraws.closed"],
  }),
  draw: command({
    for: "member",
    says: "Turns the wheel or cracks an egg with a ticket: the server draws from the seed it promised and the one given here, and shows both.",
    input: z.object({ requestId: RequestId, ticketId: Uuid, clientSeed: z.string().regex(/^[0-9a-f]{32}$/) }),
    output: Drawn,
    errors: ["vip.closed", "prizeDraws.closed", "rewards.closed", "points.closed", "prizeDraws.ticket_not_found", "prizeDraws.ticket_used"],
  }),
  eggTable: query({
    for: "operator",
    personal: false,
    says: "The table of eggs in force with how often each prize was given, the most that a ticket costs on average, and what waits for another officer.",
    input: z.object({}),
    output: z.object({
      version: z.int(),
      /** Null for the table as it was shipped. */
      since: Moment.nullable(),
      prizes: z.array(EggPrize.extend({ given: z.int() })),
      /** Rounded up to the centavo. */
      cost: Balance,
      /** What no table may exceed. */
      costMax: Balance,
      proposal: EggsProposal.nullable(),
    }),
  }),
  eggVersions: query({
    for: "operator",
    personal: false,
    says: "The tables of eggs there were, newest first, with how many tickets were drawn on each and what they gave.",
    input: PageInput,
    output: page(z.object({ version: z.int(), since: Moment.nullable(), drawn: z.int(), points: z.int(), amount: Balance, cost: Balance })),
  }),
  proposeEggs: command({
    for: "operator",
    says: "Proposes another table of eggs; another officer confirms it. Tickets that were given keep theirs.",
    input: z.object({ prizes: WantedEggs, reason: Reason }),
    output: EggsProposal,
    errors: ["prizeDraws.eggs_wrong", "prizeDraws.eggs_too_dear", "prizeDraws.already_proposed"],
  }),
  confirmEggs: command({
    for: "operator",
    says: "Puts a proposed table in force for the tickets that are given from now on; never one's own.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: z.object({ version: z.int() }),
    errors: ["prizeDraws.proposal_not_found", "prizeDraws.not_proposed", "prizeDraws.own_proposal", "prizeDraws.eggs_wrong", "prizeDraws.eggs_too_dear"],
  }),
  declineEggs: command({
    for: "operator",
    says: "Declines a proposed table, or takes one's own back.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: z.object({ version: z.int() }),
    errors: ["prizeDraws.proposal_not_found", "prizeDraws.not_proposed"],
  }),
});
