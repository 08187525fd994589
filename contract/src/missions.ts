import { z } from "zod";
import { CampaignCard } from "./campaigns.ts";
import { contract, query } from "./core/endpoint.ts";
import { Moment } from "./core/ids.ts";
import { compared } from "./core/text.ts";
import { Board } from "./leaderboards.ts";

const language = compared(8).optional();

export const missions = contract("missions", {
  summary: query({
    for: "member",
    says: "The missions a member can be in or is in, how many run and how many can be claimed, and up to when play is counted.",
    input: z.object({ language }),
    output: z.object({ list: z.array(CampaignCard), running: z.int(), claimable: z.int(), countedUpTo: Moment.nullable() }),
  }),
  leaderboard: query({
    for: "member",
    says: "The board that runs and ends first, with its highest places and the member's own; null where none runs.",
    input: z.object({ language }),
    output: z.object({ board: Board.nullable() }),
  }),
});
