import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Id, Moment, Uuid } from "./core/ids.ts";
import { Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { Reason } from "./core/reason.ts";
import { compared } from "./core/text.ts";

/** A time-out or an exclusion: no stakes, deposits or promotions while it lasts; what is won still pays. */
export const Exclusion = z.object({
  id: Uuid,
  /** `timeout` and `self` are the member's own, `family` and `operator` an officer's. */
  kind: z.enum(["timeout", "self", "family", "operator"]),
  /** A code of the pack: "24h", "7d", "30d", "6m", "1y", "5y". */
  period: z.string(),
  from: Moment,
  until: Moment,
  /** Before this nobody can end it. */
  firmUntil: Moment,
});
export type Exclusion = z.infer<typeof Exclusion>;

/** Money in and out of the platform and of the games, in one span. */
export const NetPosition = z.object({ deposited: Balance, withdrawn: Balance, staked: Balance, won: Balance, net: Balance });
export type NetPosition = z.infer<typeof NetPosition>;

/** An exclusion as an officer sees it. */
export const ExclusionCase = Exclusion.extend({
  memberId: Id,
  memberName: z.string(),
  reason: z.string().nullable(),
  madeBy: z.string(),
  endedAt: Moment.nullable(),
});
export type ExclusionCase = z.infer<typeof ExclusionCase>;

export const protection = contract("protection", {
  mine: query({
    for: "member",
    says: "What protects the member now: a break in force, the reality check, and what the pack offers.",
    readsMuch: true,
    input: z.object({}),
    output: z.object({
      exclusion: Exclusion.nullable(),
      timeouts: z.array(z.string()),
      exclusions: z.array(z.string()),
      reality: z.object({
        everyMinutes: z.int(),
        choices: z.array(z.int()),
        /** When the next check falls due; in the past when one waits for an answer. */
        dueAt: Moment,
        /** Since when the member has been playing without a check. */
        since: Moment,
        position: NetPosition,
      }),
    }),
  }),
  positions: query({
    for: "member",
    says: "The member's net position of today, this week, this month and altogether.",
    readsMuch: true,
    input: z.object({}),
    output: z.object({ day: NetPosition, week: NetPosition, month: NetPosition, all: NetPosition }),
  }),
  takeBreak: command({
    for: "member",
    whileClosed: true,
    says: "Starts a time-out at once; it cannot be taken back.",
    rate: { count: 10, windowMs: 60 * 60_000 },
    input: z.object({ period: compared(8) }),
    output: Exclusion,
    errors: ["protection.period_closed"],
  }),
  excludeMyself: command({
    for: "member",
    whileClosed: true,
    says: "Excludes the member at once: every session ends, and logging in is refused until it is over.",
    sealed: true,
    transaction: "own",
    input: z.object({ period: compared(8), password: compared(128) }),
    output: Exclusion,
    errors: ["protection.period_closed", "accounts.old_password_wrong", "accounts.password_locked"],
  }),
  setReality: command({
    for: "member",
    whileClosed: true,
    says: "Chooses how often the reality check comes.",
    input: z.object({ everyMinutes: z.int() }),
    output: z.object({ everyMinutes: z.int(), dueAt: Moment }),
    errors: ["protection.reality_check"],
  }),
  answerReality: command({
    for: "member",
    whileClosed: true,
    says: "The member has seen the reality check and plays on.",
    input: z.object({}),
    output: z.object({ dueAt: Moment }),
  }),
  cases: query({
    for: "operator",
    personal: true,
    says: "Exclusions, newest first, those in force or all.",
    input: PageInput.extend({ inForce: z.enum(["yes", "no"]).optional() }),
    output: page(ExclusionCase),
  }),
  exclude: command({
    for: "operator",
    says: "Excludes a member, on a family's request or the operator's own decision.",
    input: z.object({ memberId: Id, kind: z.enum(["family", "operator"]), period: compared(8), reason: Reason }),
    output: ExclusionCase,
    errors: ["protection.period_closed", "accounts.not_found"],
  }),
  endExclusion: command({
    for: "operator",
    says: "Ends an exclusion that is no longer firm.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: ExclusionCase,
    errors: ["protection.not_found", "protection.still_firm"],
  }),
});
