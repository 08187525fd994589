import { z } from "zod";
import { Condition } from "./core/campaignRules.ts";
import { command, contract, query } from "./core/endpoint.ts";
import { Moment } from "./core/ids.ts";
import { Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { compared } from "./core/text.ts";

const language = compared(8).optional();
const Code = compared(16);

export const rainStates = ["coming", "open", "paused", "over"] as const;

/** A rain of red envelopes: what falls, from when to when, and what was promised of it before. */
export const Rain = z.object({
  code: z.string(),
  title: z.string(),
  summary: z.string(),
  state: z.enum(rainStates),
  startsAt: Moment,
  endsAt: Moment,
  total: Balance,
  slips: z.int(),
  /** What each holds at least and at most by its rule, and what the smallest and the largest of them do hold. */
  minimum: Balance,
  maximum: Balance,
  smallest: Balance,
  largest: Balance,
  /** Who may open one, "and" only. */
  conditions: z.array(Condition),
  /** SHA-256 of the seed that cut the total, hex: fixed when it was announced. */
  commitment: z.string(),
  /** How many are left; null before the opening. */
  left: z.int().nullable(),
  /** What nobody took; null until it is over. */
  returned: Balance.nullable(),
});
export type Rain = z.infer<typeof Rain>;

/** A member's own envelope: which of the rain it was, what it held, and whether that is in the wallet by now. */
export const Envelope = z.object({ code: z.string(), title: z.string(), n: z.int(), amount: Balance, at: Moment, paid: z.boolean() });
export type Envelope = z.infer<typeof Envelope>;

/** What an envelope of a rain that is over held, whoever took it or not. */
export const Slip = z.object({ n: z.int(), amount: Balance });
export type Slip = z.infer<typeof Slip>;

export const envelopes = contract("envelopes", {
  next: query({
    for: "guest",
    says: "The rain of red envelopes that runs or comes next, and the last one that is over.",
    trial: true,
    sharedForMs: 1_000,
    input: z.object({ language }),
    output: z.object({ rain: Rain.nullable(), over: Rain.nullable(), at: Moment }),
  }),
  claim: command({
    for: "member",
    transaction: "own",
    says: "Opens a red envelope of a rain that runs: one for each member, and a repeat answers the first.",
    rate: { count: 60, windowMs: 60_000 },
    input: z.object({ code: Code, language }),
    output: Envelope,
    errors: ["campaigns.not_found", "envelopes.not_open", "envelopes.empty", "campaigns.not_eligible", "rewards.closed"],
  }),
  mine: query({
    for: "member",
    says: "The member's own red envelopes, newest first.",
    input: PageInput.extend({ language }),
    output: page(Envelope),
  }),
  result: query({
    for: "guest",
    says: "One rain; once it is over with its seed and all its envelopes, in the order in which they were taken.",
    trial: true,
    input: PageInput.extend({ code: Code, language }),
    output: page(Slip).extend({ rain: Rain, serverSeed: z.string().nullable() }),
    errors: ["campaigns.not_found"],
  }),
});
