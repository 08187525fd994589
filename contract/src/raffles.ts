import { z } from "zod";
import { CampaignCard } from "./campaigns.ts";
import { Gift, Prize } from "./core/campaignRules.ts";
import { command, contract, query } from "./core/endpoint.ts";
import { Moment } from "./core/ids.ts";
import { page, PageInput } from "./core/page.ts";
import { compared } from "./core/text.ts";

const language = compared(8).optional();
const Code = compared(16);

/** A raffle: what it gives, when it is drawn, and what was promised before. Hashes and seed are hex. */
export const Raffle = CampaignCard.extend({
  prizes: z.array(Prize),
  drawAt: Moment,
  /** SHA-256 of the seed, fixed at its publication. */
  commitment: z.string(),
  /** SHA-256 of the frozen list; null until the close. */
  listHash: z.string().nullable(),
  entries: z.int(),
  tickets: z.int(),
  drawnAt: Moment.nullable(),
  /** The member's tickets so far; null for who is not in it. */
  mine: z.int().nullable(),
});
export type Raffle = z.infer<typeof Raffle>;

/** A ticket that was drawn, from 0; place null where it was passed over, because its entry had won or could not be rewarded. */
export const DrawnTicket = z.object({
  ticket: z.int(),
  entry: z.int(),
  place: z.int().nullable(),
  name: z.string().nullable(),
  gift: Gift.nullable(),
  isMine: z.boolean(),
});
export type DrawnTicket = z.infer<typeof DrawnTicket>;

export const raffles = contract("raffles", {
  promotion: command({
    for: "member",
    says: "Joins a raffle, the one that is drawn first where none is named, and answers the member's tickets, the prizes, when it is drawn and what was promised.",
    rate: { count: 30, windowMs: 60_000 },
    input: z.object({ code: Code.optional(), language }),
    output: Raffle,
    errors: [
      "raffles.none",
      "campaigns.not_found",
      "campaigns.not_open",
      "campaigns.not_eligible",
      "campaigns.already_in",
      "campaigns.needs_application",
      "rewards.closed",
    ],
  }),
  list: query({
    for: "guest",
    says: "The raffles that run, are to come or were drawn lately.",
    input: z.object({ language }),
    output: z.object({ list: z.array(Raffle) }),
  }),
  result: query({
    for: "guest",
    says: "What a raffle drew, in turn, with the seed it was drawn from; names are masked.",
    input: PageInput.extend({ code: Code }),
    output: page(DrawnTicket).extend({ serverSeed: z.string().nullable(), listHash: z.string().nullable() }),
    errors: ["raffles.none"],
  }),
  entries: query({
    for: "guest",
    says: "The frozen list of a raffle: each entry with its tickets.",
    input: PageInput.extend({ code: Code }),
    output: page(z.object({ entry: z.int(), tickets: z.int() })),
    errors: ["raffles.none"],
  }),
});
