import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Day, Id, Moment, Uuid } from "./core/ids.ts";
import { Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { text } from "./core/text.ts";

/** open → case (to be reported) → closed, or open → closed; closed → case where the day went on past what it was closed at. */
export const alertStates = ["open", "case", "closed"] as const;

/** large: a gaming day's money in or out at or above the reporting amount; structuring: several just below it; passThrough: money in and out with little play. */
export const amlRules = ["large", "structuring", "passThrough"] as const;

/** What a rule saw. The member is never told. */
export const AmlAlert = z.object({
  id: Uuid,
  /** The short reference people read to each other, such as M-1042. */
  reference: z.string(),
  memberId: Id,
  memberName: z.string(),
  rule: z.enum(amlRules),
  ruleVersion: z.int(),
  day: Day,
  amount: Balance,
  /** The figures the rule looked at, by name. */
  figures: z.record(z.string(), z.string()),
  state: z.enum(alertStates),
  /** The last working day to decide on. */
  dueOn: Day,
  openedAt: Moment,
  decidedBy: z.string().nullable(),
  reason: z.string().nullable(),
  closedAt: Moment.nullable(),
});
export type AmlAlert = z.infer<typeof AmlAlert>;

const reason = text({ min: 3, max: 500 });

export const aml = contract("aml", {
  alerts: query({
    for: "operator",
    personal: true,
    says: "Alerts by state, those due first at the top.",
    input: PageInput.extend({ state: z.enum(alertStates) }),
    output: page(AmlAlert).extend({ counts: z.record(z.enum(alertStates), z.int()) }),
  }),
  rules: query({
    for: "operator",
    personal: false,
    says: "The rules in force and their versions.",
    input: z.object({}),
    /** `says` is a locale key, so that each version has words of its own. */
    output: z.object({ list: z.array(z.object({ rule: z.enum(amlRules), version: z.int(), says: z.string(), threshold: Balance })) }),
  }),
  openCase: command({
    for: "operator",
    says: "Makes an alert a case.",
    input: z.object({ id: Uuid, reason }),
    output: AmlAlert,
    errors: ["aml.not_found", "aml.not_open"],
  }),
  close: command({
    for: "operator",
    says: "Closes an alert or a case with what was found.",
    input: z.object({ id: Uuid, reason }),
    output: AmlAlert,
    errors: ["aml.not_found", "aml.not_open"],
  }),
});
