import { contract, query } from "./core/endpoint.ts";
import { Moment } from "./core/ids.ts";
import { Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { z } from "zod";

/** What a friend brings: the first deposit, and play. */
export const referralSteps = ["deposit", "play"] as const;
export type ReferralStep = (typeof referralSteps)[number];

/** waiting: not reached yet; given; refused by a published condition; over: its days have passed. */
export const referralStates = ["waiting", "given", "refused", "over"] as const;
/** The published conditions: the friend is the inviter, has no account any more, or the month's number is reached. */
export const referralRefusals = ["samePerson", "friendClosed", "monthFull"] as const;

const Step = z.object({ state: z.enum(referralStates), reason: z.enum(referralRefusals).nullable(), amount: Balance });

/** Somebody who registered by the member's code, as others see them: nothing of what they play. */
export const Friend = z.object({ name: z.string(), joinedAt: Moment, deposit: Step, play: Step });
export type Friend = z.infer<typeof Friend>;

/** What the programme gives, and for what. */
export const ReferralTerms = z.object({
  /** A first deposit of so much, and what it brings. */
  depositMinimum: Balance,
  depositReward: Balance,
  /** Valid bets of so much within so many days of registering, and what they bring. */
  playValid: Balance,
  playReward: Balance,
  days: z.int(),
  /** How many rewards one member gets in a calendar month. */
  monthMax: z.int(),
  /** How often a reward is to be staked, and within how many days. */
  wagering: z.int(),
  rewardDays: z.int(),
});
export type ReferralTerms = z.infer<typeof ReferralTerms>;

export const referrals = contract("referrals", {
  mine: query({
    for: "member",
    says: "The terms of inviting friends, and what came of the member's: registered, with a first deposit, rewards given in all and this month, and their sum.",
    input: z.object({}),
    output: z.object({
      terms: ReferralTerms,
      registered: z.int(),
      deposited: z.int(),
      rewarded: z.int(),
      earned: Balance,
      thisMonth: z.int(),
    }),
    errors: ["referrals.closed"],
  }),
  friends: query({
    for: "member",
    says: "The member's friends, newest first, masked, and where each step stands.",
    input: PageInput,
    output: page(Friend),
    errors: ["referrals.closed"],
  }),
});
