import { z } from "zod";
import { CampaignCard } from "./campaigns.ts";
import { Gift, Prize } from "./core/campaignRules.ts";
import { command, contract, query } from "./core/endpoint.ts";
import { Moment } from "./core/ids.ts";
import { Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { compared } from "./core/text.ts";

/** To here a place is told exactly; beyond it only that it is beyond. */
export const PLACE_MAX = 1_000;

const language = compared(8).optional();

/** A place on a board: the name masked, the valid bets, and what it got once the board is over. */
export const BoardPlace = z.object({ place: z.int(), name: z.string(), score: Balance, gift: Gift.nullable(), isMine: z.boolean() });
export type BoardPlace = z.infer<typeof BoardPlace>;

/** A board of valid bets: who joined is listed, masked, the highest first; of equal ones who was there first. */
export const Board = CampaignCard.extend({
  prizes: z.array(Prize),
  top: z.array(BoardPlace),
  /** The member's own; place null beyond `PLACE_MAX`. */
  mine: z.object({ place: z.int().nullable(), score: Balance }).nullable(),
  members: z.int(),
  countedUpTo: Moment.nullable(),
});
export type Board = z.infer<typeof Board>;

export const leaderboards = contract("leaderboards", {
  list: query({
    for: "guest",
    says: "The boards that run, are to come or just ended, each with its highest places.",
    input: z.object({ language }),
    output: z.object({ list: z.array(Board) }),
  }),
  rank: query({
    for: "guest",
    says: "A board place by place.",
    input: PageInput.extend({ code: compared(16) }),
    output: page(BoardPlace),
    errors: ["leaderboards.none"],
  }),
  join: command({
    for: "member",
    says: "Joins a board: from now on the member's valid bets count, and the masked name is listed.",
    rate: { count: 30, windowMs: 60_000 },
    input: z.object({ code: compared(16), language }),
    output: Board,
    errors: [
      "leaderboards.none",
      "campaigns.not_found",
      "campaigns.not_open",
      "campaigns.not_eligible",
      "campaigns.already_in",
      "campaigns.needs_application",
      "rewards.closed",
    ],
  }),
});
