import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Day, Moment, Uuid } from "./core/ids.ts";
import { Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";

/** active → released (into the main wallet), forfeited (by the member) or expired. */
export const bonusStates = ["active", "released", "forfeited", "expired"] as const;

/** A bonus that was given: locked until it is staked often enough. */
export const Bonus = z.object({
  id: Uuid,
  /** The short reference people read to each other, such as B-1042. */
  reference: z.string(),
  code: z.string(),
  name: z.string(),
  amount: Balance,
  /** What must be staked, and how much of it is. */
  turnoverNeeded: Balance,
  turnoverDone: Balance,
  state: z.enum(bonusStates),
  at: Moment,
  expiresAt: Moment,
  closedAt: Moment.nullable(),
});
export type Bonus = z.infer<typeof Bonus>;

/** An active bonus, with what is to be staked until it can be taken, the turnover that stands before it included. */
export const Reward = Bonus.extend({ left: Balance });
export type Reward = z.infer<typeof Reward>;

export const bonuses = contract("bonuses", {
  mine: query({
    for: "member",
    says: "The member's bonuses, newest first, optionally in one state and between two Manila days, with their sums.",
    input: PageInput.extend({ state: z.enum(bonusStates).optional(), from: Day.optional(), to: Day.optional() }),
    output: page(Bonus).extend({ count: z.int(), amount: Balance, released: Balance }),
  }),
  rewards: query({
    for: "member",
    says: "What waits for the member: the bonuses to take now, how many they are, and those still to be staked.",
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
    says: "Gives a bonus up, and with it what was still to be staked for it.",
    input: z.object({ id: Uuid }),
    output: Bonus,
    errors: ["bonuses.not_found", "bonuses.not_active", "wallet.closed"],
  }),
});
