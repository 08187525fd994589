import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Day, Id, Moment, Uuid } from "./core/ids.ts";
import { page, PageInput } from "./core/page.ts";
import { Reason } from "./core/reason.ts";

/** open → seen (an officer looks into it) → dismissed or acted; straight from open too. What was dismissed can be opened again. */
export const signalStates = ["open", "seen", "dismissed", "acted"] as const;

/** What is looked for; a new rule is a line here, one in the server's `signalRulesInForce`, and its words. */
export const signalRules = [
  "sameOwner",
  "sameAddress",
  "sameHousehold",
  "ring",
  "bonusOnly",
  "depositLeave",
  "churn",
  "surge",
  "split",
  "crossBets",
  "burst",
  "broughtBack",
] as const;

const Named = z.object({ id: Id, name: z.string() });

/** Of the accounts a signal is about so many are named. */
export const SIGNAL_PEOPLE_MAX = 20;

/** What a rule saw about an agent or a member, who is never told. */
export const Signal = z.object({
  id: Uuid,
  /** The short reference people read to each other, such as S-1042. */
  reference: z.string(),
  rule: z.enum(signalRules),
  ruleVersion: z.int(),
  account: Named,
  isAgent: z.boolean(),
  people: z.array(Named),
  /** How many accounts it is about besides. */
  peopleCount: z.int(),
  day: Day,
  /** The figures the rule looked at, by name; amounts as decimal strings. */
  figures: z.record(z.string(), z.string()),
  /** While nobody decided it, the account is paid no commission. */
  holds: z.boolean(),
  state: z.enum(signalStates),
  openedAt: Moment,
  seenBy: z.string().nullable(),
  seenAt: Moment.nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: Moment.nullable(),
  reason: z.string().nullable(),
});
export type Signal = z.infer<typeof Signal>;

const Decision = { input: z.object({ id: Uuid, reason: Reason }), output: Signal, errors: ["signals.not_found", "signals.not_open"] } as const;

export const signals = contract("signals", {
  list: query({
    for: "operator",
    personal: true,
    says: "Signals by state, those that hold pay first and then the newest, with what the rule saw.",
    input: PageInput.extend({ state: z.enum(signalStates), rule: z.enum(signalRules).optional(), accountId: Id.optional() }),
    output: page(Signal).extend({ counts: z.record(z.enum(signalStates), z.int()) }),
  }),
  rules: query({
    for: "operator",
    personal: false,
    says: "The rules in force and their versions.",
    input: z.object({}),
    output: z.object({ list: z.array(z.object({ rule: z.enum(signalRules), version: z.int(), holds: z.boolean() })) }),
  }),
  see: command({
    for: "operator",
    says: "Says that an officer looks into an open signal.",
    input: z.object({ id: Uuid }),
    output: Signal,
    errors: ["signals.not_found", "signals.not_open"],
  }),
  dismiss: command({ for: "operator", says: "Dismisses a signal with the reason; it holds no pay any more.", ...Decision }),
  act: command({ for: "operator", says: "Closes a signal with what was done about it; it holds no pay any more.", ...Decision }),
  reopen: command({ for: "operator", says: "Opens a signal again that was dismissed.", ...Decision }),
});
