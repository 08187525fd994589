import { z } from "zod";
import { contractKinds, contractPeriods } from "./core/contractKinds.ts";
import { contract, download, query } from "./core/endpoint.ts";
import { Day, Id, Moment, Uuid } from "./core/ids.ts";
import { Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { Month } from "./reports.ts";

/** nothing: what came out is not above zero. held: it waits for an officer. */
export const payStates = ["computed", "held", "approved", "paid", "nothing", "voided"] as const;
/** Why a pay is held. */
export const holdReasons = ["standing", "signal", "accreditation", "advance", "jump", "unverified", "lateRounds", "voided"] as const;

const Kind = z.enum(contractKinds);

/** What of the result is taken off before a dividend's base, each rounded down. */
export const Deductions = z.object({ admin: Balance, payments: Balance, bonuses: Balance, salaries: Balance });

/** What both sides of a contract see of a pay: the terms' sums of the line, and what they come to. */
const bothSides = {
  id: Uuid,
  contractId: Uuid,
  kind: Kind,
  period: z.enum(contractPeriods).nullable(),
  startsAt: Moment,
  /** First and last day, both included. */
  startsOn: Day,
  endsOn: Day,
  tier: z.int().nullable(),
  rate: z.int(),
  profitRate: z.int(),
  lossRate: z.int(),
  bet: Balance,
  ahead: Balance,
  behind: Balance,
  result: Balance,
  deductions: Deductions,
  active: z.int(),
  carryIn: Balance,
  base: Balance,
  carryOut: Balance,
  gross: Balance,
};

/** What is the agent's alone: what it owes to contracts it gave itself, its makeup, and what it is paid. */
const ownSide = {
  owed: Balance,
  makeupIn: Balance,
  makeupOut: Balance,
  pay: Balance,
  state: z.enum(payStates),
  paidAt: Moment.nullable(),
  /** Since when a held pay is being checked, and the day it is decided by; null of any other. */
  held: z.object({ since: Moment, dueOn: Day }).nullable().optional(),
  /** Of an approved pay the day it is paid on; null of any other, and of hours and five minutes, which are paid once they come to enough or their day is over. */
  paysOn: Day.nullable().optional(),
};

/** What an upline sees of a pay of a contract it gave: `gross` is what it owes for it. */
export const SeenPay = z.object(bothSides);
export type SeenPay = z.infer<typeof SeenPay>;

/**
 * What one contract pays for one period. `bet`, `ahead`, `behind`, `result`, `active` are those of the agent's line on frozen facts. `base` = result − deductions + carryIn
 * of a dividend, bet + carryIn of a salary, at least zero; `gross` comes of it by the tier's rates; `pay + makeupOut = gross − owed + makeupIn`. Rates: thousandths of a percent.
 */
export const Pay = z.object({ ...bothSides, ...ownSide });
export type Pay = z.infer<typeof Pay>;
export type OwnSide = Pick<Pay, keyof typeof ownSide>;

/** A pay as officers see it. */
export const OfficePay = Pay.extend({
  agentId: Id,
  agentName: z.string(),
  uplineName: z.string().nullable(),
  reason: z.enum(holdReasons).nullable(),
  /** In lists: the first pay to an agent who is not verified; held where the market says so, elsewhere shown. */
  isFirstUnverified: z.boolean().optional(),
});
export type OfficePay = z.infer<typeof OfficePay>;

/**
 * A figure of a pay and the parts it is the sum of: days, then direct branches and direct members of a day. Who is not counted is in no figure but `leftOut`: the valid
 * bets of those.
 */
const Part = z.object({ bet: Balance, ahead: Balance, behind: Balance, result: Balance, deposits: Balance, bonuses: Balance, leftOut: Balance });
export const ExplainedDay = Part.extend({ day: Day });
export type ExplainedDay = z.infer<typeof ExplainedDay>;
export const ExplainedPart = Part.extend({
  /** A branch is the line of a direct downline; a member, a direct one's own play, agents' too: a line is everyone below. */
  kind: z.enum(["branch", "member"]),
  accountId: Id,
  name: z.string(),
  /** Whether it counts; what does not is listed and left out of the sum. */
  counted: z.boolean(),
});
export type ExplainedPart = z.infer<typeof ExplainedPart>;

/** days: frozen days. hour: the facts of its hour, kept eight days; gone: they were kept no longer. rounds: single rounds, of which no sums are kept. */
export const payBases = ["days", "hour", "gone", "rounds"] as const;

/** Of a real-time pay: its rounds that reached a tier of its contract by their valid bet, as they stand today; `ahead` and `behind` of them those won and those lost. */
export const PricedRounds = z.object({
  tier: z.int(),
  singleBet: Balance,
  rate: z.int(),
  profitRate: z.int(),
  lossRate: z.int(),
  rounds: z.int(),
  bet: Balance,
  ahead: Balance,
  behind: Balance,
});
export type PricedRounds = z.infer<typeof PricedRounds>;

/** What a pay is made of; of what it owes the greatest parts, and the rest of them in one. `tiers`: null of a pay that is not made of rounds. */
const explained = {
  basis: z.enum(payBases),
  days: z.array(ExplainedDay),
  tiers: z.array(PricedRounds).nullable(),
  parts: z.array(z.object({ agentName: z.string(), contractId: Uuid, gross: Balance })),
  rest: z.object({ contracts: z.int(), gross: Balance }),
};

/** A running period of a contract so far. */
export const Progress = z.object({
  contractId: Uuid,
  kind: Kind,
  startsOn: Day,
  endsOn: Day,
  /** Up to here the days are frozen. */
  frozenTo: Day.nullable(),
  bet: Balance,
  result: Balance,
  /** Null where the line is too large to be counted while somebody waits. */
  active: z.int().nullable(),
  tier: z.int().nullable(),
  rate: z.int(),
  /** The next tier, its rate and what it still asks for. */
  next: z.object({ tier: z.int(), rate: z.int(), bet: Balance, result: Balance, active: z.int() }).nullable(),
});
export type Progress = z.infer<typeof Progress>;

/** What officers changed of an agent's next makeup, and why. */
export const Correction = z.object({ kind: Kind, amount: Balance, reason: z.string(), at: Moment });

const OfPay = z.object({ id: Uuid });

export const commissions = contract("commissions", {
  mine: query({
    for: "agent",
    says: "What the agent's contracts paid, newest first, with every number that led to it.",
    input: PageInput.extend({ kind: Kind.optional(), from: Day.optional(), to: Day.optional() }),
    output: page(Pay),
  }),
  given: query({
    for: "agent",
    says: "What the contracts the agent gave come to, newest first: what the agent owes for each.",
    input: PageInput.extend({ kind: Kind.optional(), from: Day.optional(), to: Day.optional() }),
    output: page(SeenPay.extend({ agentId: Id, agentName: z.string() })),
  }),
  progress: query({
    for: "agent",
    says: "How the running period of each of the agent's contracts stands so far, and what the next tier still asks for. An estimate until its days are frozen.",
    input: z.object({}),
    readsMuch: true,
    output: z.object({ list: z.array(Progress) }),
  }),
  explain: query({
    for: "agent",
    says: "A pay of the agent's own contracts, or of one it gave, with the days it is made of; of one it gave what it owes for it and no more.",
    readsMuch: true,
    input: OfPay,
    /** `own`: what only the one who is paid sees; null for the upline. */
    output: z.object({ pay: SeenPay, own: z.object(ownSide).nullable(), ...explained }),
    errors: ["settlements.not_found"],
  }),
  explainDay: query({
    for: "agent",
    says: "One day of a pay: the direct branches and direct members its figures are the sum of.",
    readsMuch: true,
    input: PageInput.extend({ id: Uuid, day: Day }),
    output: page(ExplainedPart),
    errors: ["settlements.not_found"],
  }),
  statement: query({
    for: "agent",
    says: "A month of pay by kind, and the commission lines of the account record it equals.",
    readsMuch: true,
    input: z.object({ month: Month }),
    output: z.object({
      month: Month,
      list: z.array(z.object({ kind: Kind, pays: z.int(), gross: Balance, owed: Balance, pay: Balance })),
      pay: Balance,
      journal: Balance,
      corrections: z.array(Correction),
    }),
  }),
  statementCsv: download({ for: "agent", says: "Every pay that was paid in a month, one a line.", file: "text/csv", input: z.object({ month: Month }) }),
  statementPdf: download({ for: "agent", says: "The statement of a month's pay, to print.", file: "application/pdf", input: z.object({ month: Month }) }),
  explainPay: query({
    for: "operator",
    personal: true,
    says: "Any pay with the days it is made of.",
    readsMuch: true,
    input: OfPay,
    output: z.object({ pay: OfficePay, own: z.object(ownSide), ...explained }),
    errors: ["settlements.not_found"],
  }),
  explainPayDay: query({
    for: "operator",
    personal: true,
    says: "One day of any pay, by direct branches and members.",
    readsMuch: true,
    input: PageInput.extend({ id: Uuid, day: Day }),
    output: page(ExplainedPart),
    errors: ["settlements.not_found"],
  }),
});
