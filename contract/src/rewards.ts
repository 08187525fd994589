import { contract, query } from "./core/endpoint.ts";
import { Balance } from "./core/money.ts";
import { z } from "zod";

export const rewards = contract("rewards", {
  summary: query({
    for: "member",
    says: "How many rewards the member can take now, and which programmes are open to them.",
    input: z.object({}),
    output: z.object({
      /** Bonuses that were staked often enough, tickets that wait, what of campaigns can be claimed, and open rebates as one. */
      availablePromoCount: z.int(),
      /** What rebates come to that can be claimed; 0.00 while there are none. */
      rebate: Balance,
      /** How many missions can be claimed. */
      missionCount: z.int(),
      /** How many tickets for golden eggs wait; none while they are off. */
      eggCount: z.int(),
      /** By the programme's name. */
      availablePromo: z.object({ REFERRAL: z.object({ enabled: z.boolean() }) }),
    }),
  }),
});
