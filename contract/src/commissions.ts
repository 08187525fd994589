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
export const holdReasons = ["standing", "signal", "advance", "jump", "unverified", "lateRounds"] as const;

const Kind = z.enum(contractKinds);

/** What of the result is taken off before a dividend's base, each rounded down. */
export const Deductions = z.object({ admin: Balance, payments: Balance, bonuses: Balance, salaries: Balance });

/**
 * What one contract pays for one period. `bet`, `ahead`, `behind`, `result`, `active` are those of the agent's line on frozen facts. `base` = result − deductions + carryIn
 * of a dividend, bet + carryIn of a salary, at least zero; `gross` comes of it by the tier's rates; `pay + makeupOut = gross − owed + makeupIn`. Rates: thousandths of a percent.
 */
export const Pay = z.object({
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
  owed: Balance,
  makeupIn: Balance,
  makeupOut: Balance,
  pay: Balance,
  state: z.enum(payStates),
  paidAt: Moment.nullable(),
});
export type Pay = z.infer<typeof Pay>;

/** A pay as officers see it. */
export const OfficePay = Pay.extend({
  agentId: Id,
  agentName: z.string(),
  uplineName: z.string().nullable(),
  reason: z.enum(holdReasons).nullable(),
});
export type OfficePay = z.infer<typeof OfficePay>;

/** A figure of a pay and the parts it is the sum of: days, then direct branches and direct members of a day. */
const Part = z.object({ bet: Balance, ahead: Balance, behind: Balance, result: Balance, deposits: Balance, bonuses: Balance });
export const ExplainedDay = Part.extend({ day: Day });
export const ExplainedPart = Part.extend({
  /** A branch is the line of a direct downline; a member, a direct one's own play. */
  kind: z.enum(["branch", "member"]),
  accountId: Id,
  name: z.string(),
  /** Whether it counts; what does not is listed and left out of the sum. */
  counted: z.boolean(),
});

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
    says: "What the contracts the agent gave are paid, newest first.",
    input: PageInput.extend({ kind: Kind.optional(), from: Day.optional(), to: Day.optional() }),
    output: page(Pay.extend({ agentId: Id, agentName: z.string() })),
  }),
  progress: query({
    for: "agent",
    says: "How the running period of each of the agent's contracts stands so far, and what the next tier still asks for. An estimate until its days are frozen.",
    input: z.object({}),
    output: z.object({
      list: z.array(
        z.object({
          contractId: Uuid,
          kind: Kind,
          startsOn: Day,
          endsOn: Day,
          /** Up to here the days are frozen. */
          frozenTo: Day.nullable(),
          bet: Balance,
          result: Balance,
          active: z.int(),
          tier: z.int().nullable(),
          next: z.object({ tier: z.int(), rate: z.int(), bet: Balance, result: Balance, active: z.int() }).nullable(),
        }),
      ),
    }),
  }),
  explain: query({
    for: "agent",
    says: "A pay of the agent's own contracts, or of one it gave, with the days it is made of.",
    readsMuch: true,
    input: OfPay,
    output: z.object({ pay: Pay, days: z.array(ExplainedDay), parts: z.array(z.object({ agentName: z.string(), contractId: Uuid, gross: Balance })) }),
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
    }),
  }),
  statementCsv: download({ for: "agent", says: "Every pay of a month, one a line.", file: "text/csv", input: z.object({ month: Month }) }),
  statementPdf: download({ for: "agent", says: "The statement of a month's pay, to print.", file: "application/pdf", input: z.object({ month: Month }) }),
  explainPay: query({
    for: "operator",
    personal: true,
    says: "Any pay with the days it is made of.",
    readsMuch: true,
    input: OfPay,
    output: z.object({ pay: OfficePay, days: z.array(ExplainedDay), parts: z.array(z.object({ agentName: z.string(), contractId: Uuid, gross: Balance })) }),
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
