import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Day, Moment, Uuid } from "./core/ids.ts";
import { Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";

/** active → released (into the main wallet), forfeited (by the member) or expired. Where one is active the next is waiting → active or forfeited. */
export const bonusStates = ["waiting", "active", "released", "forfeited", "expired"] as const;

/** A bonus that was given: it lies apart until enough own money was staked since it started, and keeps none of that back. */
export const Bonus = z.object({
  id: Uuid,
  /** The short reference people read to each other, such as B-1042. */
  reference: z.string(),
  code: z.string(),
  name: z.string(),
  amount: Balance,
  /** What must be staked, and how much of it is; nothing while it waits. */
  turnoverNeeded: Balance,
  turnoverDone: Balance,
  state: z.enum(bonusStates),
  at: Moment,
  /** Until when it can be staked; null where it has not started. */
  expiresAt: Moment.nullable(),
  /** How many days it has from its start. */
  days: z.int(),
  /** The reference of the one that runs while this one waits. */
  waitsFor: z.string().nullable(),
  closedAt: Moment.nullable(),
});
export type Bonus = z.infer<typeof Bonus>;

/** A bonus that waits or runs, with what is still to be staked until it can be taken. */
export const Reward = Bonus.extend({ left: Balance });
export type Reward = z.infer<typeof Reward>;

/** Rounds of the house's instant games whose stake is given: no money until one is played, and then what it wins. */
export const BonusBet = z.object({
  id: Uuid,
  stake: Balance,
  /** How many are left. */
  left: z.int(),
  expiresAt: Moment,
});
export type BonusBet = z.infer<typeof BonusBet>;

export const bonuses = contract("bonuses", {
  bets: query({
    for: "member",
    says: "The member's bonus bets that can still be played, those that end first before the others, and how many they are.",
    input: z.object({}),
    output: z.object({ count: z.int(), list: z.array(BonusBet) }),
  }),
  mine: query({
    for: "member",
    says: "The member's bonuses, newest first, optionally in one state and between two Manila days, with their sums.",
    input: PageInput.extend({ state: z.enum(bonusStates).optional(), from: Day.optional(), to: Day.optional() }),
    output: page(Bonus).extend({ count: z.int(), amount: Balance, released: Balance }),
  }),
  rewards: query({
    for: "member",
    says: "What waits for the member: the bonuses to take now, how many they are, and those still to be staked, the one that runs before those that start after it.",
    input: z.object({}),
    output: z.object({ count: z.int(), claimable: z.array(Reward), running: z.array(Reward) }),
  }),
  release: command({
    for: "member",
    says: "Moves a bonus that was staked often enough into the main wallet.",
    input: z.object({ id: Uuid }),
    output: Bonus,
    errors: ["bonuses.not_found", "bonuses.not_active", "bonuses.turnover_open", "wallet.closed"],
  }),
  forfeit: command({
    for: "member",
    says: "Gives a bonus up, one that waits too; the next one that waits starts.",
    input: z.object({ id: Uuid }),
    output: Bonus,
    errors: ["bonuses.not_found", "bonuses.not_active", "wallet.closed"],
  }),
});
