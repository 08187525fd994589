import { z } from "zod";
import { gameCategories } from "./gameCategories.ts";
import { Balance } from "./money.ts";

/** The whole language of campaigns: what starts one, what it asks of a member, and what it gives. "And" only; no expressions, no scripts. */

export const CONDITIONS_MAX = 8;
export const PRIZES_MAX = 20;
/** The winners of one board or raffle. */
export const WINNERS_MAX = 200;
export const TICKETS_EACH_MAX = 1_000;

const Category = z.enum(gameCategories);
/** None means all of them. */
const Categories = z.array(Category).max(gameCategories.length);

/** What a member does for it: registers while it runs, which brings it by itself; applies, bets validly, comes by, deposits; is placed on a board, or drawn in a raffle. */
export const Trigger = z.discriminatedUnion("on", [
  z.object({ on: z.literal("registered") }),
  z.object({ on: z.literal("applied") }),
  z.object({ on: z.literal("played"), target: Balance, categories: Categories }),
  z.object({ on: z.literal("visited"), days: z.int().min(1).max(31) }),
  z.object({ on: z.literal("deposited") }),
  z.object({ on: z.literal("ranked"), categories: Categories }),
  /** One ticket for each `target` of valid bets, at most `most`. */
  z.object({ on: z.literal("drawn"), target: Balance, most: z.int().min(1).max(TICKETS_EACH_MAX), categories: Categories }),
]);
export type Trigger = z.infer<typeof Trigger>;
export type TriggerName = Trigger["on"];
export const triggerNames = ["registered", "applied", "played", "visited", "deposited", "ranked", "drawn"] as const satisfies readonly TriggerName[];

/** What holds of a member before they take part; `amount` of the deposit itself. */
export const Condition = z.discriminatedUnion("is", [
  z.object({ is: z.literal("level"), from: z.int().min(0).max(20), to: z.int().min(0).max(20) }),
  z.object({ is: z.literal("verified") }),
  z.object({ is: z.literal("accountAge"), days: z.int().min(1).max(3_650), atLeast: z.boolean() }),
  z.object({ is: z.literal("amount"), minimum: Balance }),
]);
export type Condition = z.infer<typeof Condition>;

/** What is given. A bonus is staked so many times within so many days; tickets are those of a raffle, by its code. */
export const Gift = z.discriminatedUnion("gives", [
  z.object({ gives: z.literal("cash"), amount: Balance }),
  z.object({ gives: z.literal("points"), points: z.int().min(1).max(1_000_000) }),
  z.object({ gives: z.literal("bonus"), amount: Balance, wagering: z.int().min(1).max(10), days: z.int().min(1).max(90) }),
  z.object({
    gives: z.literal("ticket"),
    raffle: z.string().regex(/^[A-Z0-9]{2,16}$/),
    count: z.int().min(1).max(TICKETS_EACH_MAX),
  }),
]);
export type Gift = z.infer<typeof Gift>;

/** So many places in a row get the same. */
export const Prize = z.object({ count: z.int().min(1).max(WINNERS_MAX), gift: Gift });
export type Prize = z.infer<typeof Prize>;

/** How often a member can do it all again. */
export const periods = ["once", "day", "week", "month"] as const;
export type Period = (typeof periods)[number];

export const Rule = z.object({
  trigger: Trigger,
  conditions: z.array(Condition).max(CONDITIONS_MAX),
  /** What one member gets; of boards and raffles the prizes, by place. */
  gift: Gift.nullable(),
  prizes: z.array(Prize).max(PRIZES_MAX),
  period: z.enum(periods),
  /** Whether an officer looks at an application first, and whether a rejected member may apply once more. */
  reviewed: z.boolean(),
  again: z.boolean(),
  /** How long what was reached can be claimed. */
  claimDays: z.int().min(1).max(90),
  /** How often one member gets it in all. */
  memberCount: z.int().min(1).max(1_000),
  /** The most of a Manila day; null for no more than the budget. */
  dayMax: Balance.nullable(),
});
export type Rule = z.infer<typeof Rule>;

/** What is known of a member when a rule is held against them. */
export interface Facts {
  readonly level: number;
  readonly verified: boolean;
  readonly accountAgeDays: number;
  /** The deposit looked at, in minor units; undefined where there is none yet. */
  readonly amountMinor?: bigint;
}

/** A condition, what was found, and whether it holds; null where that shows only later. */
export interface Checked {
  readonly condition: Condition;
  readonly found: string;
  readonly holds: boolean | null;
}

/** Holds a rule's conditions against what is known of a member. Pure: joining, paying and explaining say the same. */
export const decide = ({ conditions }: Pick<Rule, "conditions">, facts: Facts): readonly Checked[] => conditions.map((condition) => check(condition, facts));

function check(condition: Condition, { level, verified, accountAgeDays, amountMinor }: Facts): Checked {
  switch (condition.is) {
    case "level":
      return { condition, found: String(level), holds: level >= condition.from && level <= condition.to };
    case "verified":
      return { condition, found: String(verified), holds: verified };
    case "accountAge":
      return { condition, found: String(accountAgeDays), holds: condition.atLeast ? accountAgeDays >= condition.days : accountAgeDays <= condition.days };
    case "amount":
      return {
        condition,
        found: amountMinor === undefined ? "" : String(amountMinor),
        holds: amountMinor === undefined ? null : amountMinor >= condition.minimum,
      };
  }
}

/** What a point costs the house, in minor units. */
const POINT_MINOR = 1n;

/** The most a gift can cost, in minor units; tickets cost nothing of their own: the raffle's prizes do. */
export function costOf(gift: Gift): bigint {
  switch (gift.gives) {
    case "cash":
    case "bonus":
      return gift.amount;
    case "points":
      return BigInt(gift.points) * POINT_MINOR;
    case "ticket":
      return 0n;
  }
}

/** What all prizes come to. */
export const costOfPrizes = (prizes: readonly Prize[]): bigint => prizes.reduce((sum, { count, gift }) => sum + BigInt(count) * costOf(gift), 0n);

/** The gift of each place, the first first. */
export const giftsByPlace = (prizes: readonly Prize[]): readonly Gift[] => prizes.flatMap(({ count, gift }) => Array.from({ length: count }, () => gift));
