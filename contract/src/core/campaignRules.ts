import { z } from "zod";
import { BONUS_BETS_EACH_MAX } from "./bonusBets.ts";
import { gameCategories } from "./gameCategories.ts";
import { Balance } from "./money.ts";

/** The whole language of campaigns: what starts one, what it asks of a member, and what it gives. "And" only; no expressions, no scripts. */

export const CONDITIONS_MAX = 8;
export const PRIZES_MAX = 20;
/** The winners of one board or raffle. */
export const WINNERS_MAX = 200;
export const TICKETS_EACH_MAX = 1_000;
/** The red envelopes of one rain. */
export const ENVELOPES_MAX = 20_000;
/** The tickets for golden eggs that one gift holds. */
export const EGGS_EACH_MAX = 10;

/** The games a tournament can be played in. */
export const seatGames = ["DICE", "LIMBO"] as const;
export type SeatGame = (typeof seatGames)[number];
/** The seat everybody gets in a tournament: so many chips, which are no money, and so many rounds of one game. */
export const SeatTerms = z.object({ gameCode: z.enum(seatGames), chips: z.int().min(100).max(1_000_000), rounds: z.int().min(1).max(1_000) });
export type SeatTerms = z.infer<typeof SeatTerms>;

const Category = z.enum(gameCategories);
/** None means all of them. */
const Categories = z.array(Category).max(gameCategories.length);

/** What a member does for it: registers while it runs, which brings it by itself; applies, bets validly, comes by, deposits; is placed on a board, or drawn in a raffle; opens a red envelope of a rain. */
export const Trigger = z.discriminatedUnion("on", [
  z.object({ on: z.literal("registered") }),
  z.object({ on: z.literal("applied") }),
  z.object({ on: z.literal("played"), target: Balance, categories: Categories }),
  z.object({ on: z.literal("visited"), days: z.int().min(1).max(31) }),
  z.object({ on: z.literal("deposited") }),
  /** By valid bets or, with a seat, by the chips that are left of it: a tournament. */
  z.object({ on: z.literal("ranked"), categories: Categories, seat: SeatTerms.optional() }),
  /** One ticket for each `target` of valid bets, at most `most`. */
  z.object({ on: z.literal("drawn"), target: Balance, most: z.int().min(1).max(TICKETS_EACH_MAX), categories: Categories }),
  /** The budget in so many envelopes of at least `minimum` and at most `maximum`, one for each who comes while it lasts. */
  z.object({ on: z.literal("rain"), slips: z.int().min(1).max(ENVELOPES_MAX), minimum: Balance, maximum: Balance }),
]);
export type Trigger = z.infer<typeof Trigger>;
export type TriggerName = Trigger["on"];
export const triggerNames = ["registered", "applied", "played", "visited", "deposited", "ranked", "drawn", "rain"] as const satisfies readonly TriggerName[];

/** What holds of a member before they take part; `amount` of the deposit itself. */
export const Condition = z.discriminatedUnion("is", [
  z.object({ is: z.literal("level"), from: z.int().min(0).max(20), to: z.int().min(0).max(20) }),
  z.object({ is: z.literal("verified") }),
  z.object({ is: z.literal("accountAge"), days: z.int().min(1).max(3_650), atLeast: z.boolean() }),
  z.object({ is: z.literal("amount"), minimum: Balance }),
]);
export type Condition = z.infer<typeof Condition>;

/**
 * What is given. A bonus is staked so many times within so many days; tickets are those of a raffle, by its code; each egg is a ticket for one; bonus bets are rounds of the
 * house's instant games whose stake is given; what they win is the member's.
 */
export const Gift = z.discriminatedUnion("gives", [
  z.object({ gives: z.literal("cash"), amount: Balance }),
  z.object({ gives: z.literal("points"), points: z.int().min(1).max(1_000_000) }),
  z.object({ gives: z.literal("bonus"), amount: Balance, wagering: z.int().min(1).max(10), days: z.int().min(1).max(90) }),
  z.object({
    gives: z.literal("ticket"),
    raffle: z.string().regex(/^[A-Z0-9]{2,16}$/),
    count: z.int().min(1).max(TICKETS_EACH_MAX),
  }),
  z.object({ gives: z.literal("egg"), count: z.int().min(1).max(EGGS_EACH_MAX) }),
  z.object({
    gives: z.literal("bonusBet"),
    count: z.int().min(1).max(BONUS_BETS_EACH_MAX),
    stake: Balance,
    days: z.int().min(1).max(90),
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
  /** What one member gets; of boards and raffles the prizes, by place; a rain's are its envelopes. */
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

/** The seat a rule gives, where it is a tournament's. */
export const seatOf = ({ trigger }: Pick<Rule, "trigger">): SeatTerms | undefined => (trigger.on === "ranked" ? trigger.seat : undefined);

/** What a point costs the house, in minor units. */
export const POINT_MINOR = 1n;

/** The most that a ticket for an egg may cost on average, in minor units: one per cent of the ₱1,000 of valid bets that a ticket is usually given for. No table of eggs exceeds it. */
export const EGG_COST_MAX_MINOR = 10_00n;

/** The most a gift can cost, in minor units; tickets of a raffle cost nothing of their own: its prizes do. One for an egg costs the most that it may on average, and bonus bets their stakes, which return more than any game does. */
export function costOf(gift: Gift): bigint {
  switch (gift.gives) {
    case "cash":
    case "bonus":
      return gift.amount;
    case "points":
      return BigInt(gift.points) * POINT_MINOR;
    case "ticket":
      return 0n;
    case "egg":
      return BigInt(gift.count) * EGG_COST_MAX_MINOR;
    case "bonusBet":
      return BigInt(gift.count) * gift.stake;
  }
}

/** What all prizes come to. */
export const costOfPrizes = (prizes: readonly Prize[]): bigint => prizes.reduce((sum, { count, gift }) => sum + BigInt(count) * costOf(gift), 0n);

/** The gift of each place, the first first. */
export const giftsByPlace = (prizes: readonly Prize[]): readonly Gift[] => prizes.flatMap(({ count, gift }) => Array.from({ length: count }, () => gift));
