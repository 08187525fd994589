import { z } from "zod";
import { contractKinds, contractPeriods } from "./core/contractKinds.ts";
import { Limits, Terms } from "./core/contractTerms.ts";
import { command, contract, query } from "./core/endpoint.ts";
import type { ErrorCode } from "./core/errors.ts";
import { Day, Id, Moment, RequestId, Uuid } from "./core/ids.ts";
import { Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { Reason } from "./core/reason.ts";
import { compared, text } from "./core/text.ts";

const Kind = z.enum(contractKinds);

/** offered → active, or rejected, withdrawn, lapsed; active ⇄ endRequested; what ends is superseded, cascaded or terminated, and earns until `endsOn`. */
export const agentContractStates = ["offered", "active", "rejected", "withdrawn", "lapsed", "endRequested", "superseded", "cascaded", "terminated"] as const;

/** Why a contract ended: a new one of the pair, the upline's contract, a move in the tree, both sides' word, or the house. */
export const endCauses = ["replaced", "cascade", "move", "agreed", "house"] as const;

/** A contract as one of its two sides sees it; the agent is paid. It earns on the days from `startsOn` to before `endsOn`. */
export const AgentContract = z.object({
  id: Uuid,
  number: z.string(),
  kind: Kind,
  agentId: Id,
  agentName: z.string(),
  /** Null for the house. */
  uplineName: z.string().nullable(),
  /** Whether the caller is the one who is paid. */
  mine: z.boolean(),
  terms: Terms,
  limits: Limits,
  state: z.enum(agentContractStates),
  startsOn: Day.nullable(),
  endsOn: Day.nullable(),
  /** Whether today is one of its days. */
  running: z.boolean(),
  cause: z.enum(endCauses).nullable(),
  /** Words of who asked for the end, or of the house. */
  endReason: z.string().nullable(),
  endAskedAt: Moment.nullable(),
  /** An offer or a request to end waits for the caller's answer. */
  waitsForMe: z.boolean(),
  offeredAt: Moment,
  /** When an offer that nobody answers lapses. */
  lapsesAt: Moment,
  answeredAt: Moment.nullable(),
});
export type AgentContract = z.infer<typeof AgentContract>;

/** A contract as officers see it. */
export const OfficeContract = AgentContract.extend({
  /** What one officer wants: its end, until another confirms it. */
  ending: z.object({ reason: z.string(), proposedBy: z.string(), proposedAt: Moment }).nullable(),
});
export type OfficeContract = z.infer<typeof OfficeContract>;

/** Rates of a contract that ends because another begins or ends: thousandths of a percent; `bestRate`: the highest that still fits, null where none does. */
export const EndedContract = z.object({
  contractId: Uuid,
  accountId: Id,
  name: z.string(),
  endsOn: Day,
  rate: z.int(),
  bestRate: z.int().nullable(),
  /** What it came to in its last period, which its upline owed; null before the first. */
  lastPay: Balance.nullable(),
});
export type EndedContract = z.infer<typeof EndedContract>;

/** What would happen: `fingerprint` is sent back with the decision, which is refused once the line is another. */
export const Preview = z.object({
  fingerprint: z.string(),
  startsOn: Day.nullable(),
  endsOn: Day.nullable(),
  /** A contract of the pair that the new one takes the place of. */
  replaces: z.boolean(),
  /** Contracts of the caller's own direct downlines that end, at most a hundred of them; `direct` says how many, `deeper` how many end further below. */
  ended: z.array(EndedContract),
  direct: z.int(),
  deeper: z.int(),
});
export type Preview = z.infer<typeof Preview>;

/** Why nothing can be said: of real-time pay no sums are kept; a line is too large to be counted while somebody waits; no past period is written down. */
const unsaid = z.enum(["rounds", "large", "none"]).nullable();

/**
 * What a contract would have come to on past days, reckoned as a settlement is: `gross` is what its upline owes for it, `before` what its contracts with this agent came to on
 * those days. `active`: the most of a day, an hour or a period. `own`: what the agent would have owed to the contracts it gave, and been paid; only for the agent and officers.
 */
export const Simulation = z.object({
  closed: unsaid,
  came: z
    .object({
      /** First and last day, both included. */
      from: Day,
      to: Day,
      bet: Balance,
      result: Balance,
      active: z.int(),
      tier: z.int().nullable(),
      gross: Balance,
      before: Balance.nullable(),
      own: z.object({ owed: Balance, pay: Balance }).nullable(),
    })
    .nullable(),
});
export type Simulation = z.infer<typeof Simulation>;

/** What a kind's contracts would have come to with other limits: `before` and `after` are what the house pays; `list`: the contracts that would change most. */
export const TemplateCost = z.object({
  closed: unsaid,
  came: z
    .object({
      from: Day,
      to: Day,
      contracts: z.int(),
      winners: z.int(),
      losers: z.int(),
      before: Balance,
      after: Balance,
      list: z.array(z.object({ number: z.string(), agentName: z.string(), before: Balance, after: Balance })),
    })
    .nullable(),
});
export type TemplateCost = z.infer<typeof TemplateCost>;

/** A version of the limits of a kind; the one published last is in force. */
export const Template = z.object({
  id: Id,
  kind: Kind,
  limits: Limits,
  reason: z.string(),
  state: z.enum(["proposed", "published", "declined"]),
  inForce: z.boolean(),
  contracts: z.int(),
  proposedBy: z.string(),
  proposedAt: Moment,
  decidedBy: z.string().nullable(),
  decision: z.string().nullable(),
  decidedAt: Moment.nullable(),
});
export type Template = z.infer<typeof Template>;

/**
 * What the salaries and the highest rebate of players together may come to: thousandths of a percent of valid bets. `edge`: what the house keeps of the game that keeps least;
 * `used` has `rebates` in it.
 */
export const Margin = z.object({ game: z.string(), edge: z.int(), maximum: z.int(), rebates: z.int(), used: z.int() });
export type Margin = z.infer<typeof Margin>;

const Fingerprint = compared(64, { min: 1 });
const Words = text({ min: 3, max: 200 });
const OfContract = z.object({ id: Uuid });
const Account = z.object({ accountId: Id, kind: Kind, terms: Terms });
const Answering = z.object({ requestId: RequestId, id: Uuid, answer: z.enum(["accept", "reject"]), fingerprint: Fingerprint.optional() });

const offering = [
  "agentContracts.kind_closed",
  "agentContracts.not_agent",
  "agentContracts.no_own",
  "agentContracts.held",
  "agentContracts.not_accredited",
  "agentContracts.request_open",
  "agentContracts.rate_outside",
  "agentContracts.gap",
  "agentContracts.tier_unmatched",
  "agentContracts.tiers_not_rising",
  "agentContracts.period_outside",
] as const satisfies readonly ErrorCode[];
const answering = [
  "agentContracts.not_found",
  "agentContracts.not_offered",
  "agentContracts.kind_closed",
  "agentContracts.held",
  "agentContracts.not_accredited",
  "agentContracts.no_own",
  "agentContracts.request_open",
  "agentContracts.preview_stale",
  "protection.excluded",
  "request.id_reused",
] as const satisfies readonly ErrorCode[];

const HOUR_MS = 3_600_000;
const Listed = PageInput.extend({ kind: Kind.optional(), only: z.enum(["waiting", "current"]).optional() });
/** 0 none, 1 an offer waits for me, 2 active, 3 a request to end waits for me. */
const Waiting = z.int().min(0).max(3);

export const agentContracts = contract("agentContracts", {
  consolidated: query({
    for: "agent",
    says: "How the agent stands with each of the four kinds: 0 none, 1 an offer waits, 2 active, 3 a request to end waits.",
    input: z.object({}),
    output: z.object({ dailysalreqtype: Waiting, divtypereq: Waiting, contracthoursalreq: Waiting, realtimesalreqtype: Waiting }),
    errors: ["agentContracts.kind_closed"],
  }),
  dividendRequest: query({
    for: "agent",
    says: "The dividend requests that wait for the agent; they are decided by `answer`.",
    input: z.object({}),
    output: z.object({ list: z.array(AgentContract) }),
  }),
  dailySalaryRequest: query({
    for: "agent",
    says: "The daily salary requests that wait for the agent; they are decided by `answer`.",
    input: z.object({}),
    output: z.object({ list: z.array(AgentContract) }),
  }),
  hourlySalaryRequest: command({
    for: "agent",
    says: "Accepts or declines an hourly salary request.",
    input: Answering,
    output: AgentContract,
    errors: answering,
  }),
  realTimeSalaryRequest: command({
    for: "agent",
    says: "Accepts or declines a real-time salary request.",
    input: Answering,
    output: AgentContract,
    errors: answering,
  }),
  answer: command({
    for: "agent",
    says: "Accepts or declines what waits for the agent: an offer, or a request to end. Accepting sends back what the preview showed.",
    input: Answering,
    output: AgentContract,
    errors: answering,
  }),
  offer: command({
    for: "agent",
    says: "Offers a contract to a direct downline, as the preview showed it.",
    rate: { count: 120, windowMs: HOUR_MS },
    input: Account.extend({ requestId: RequestId, fingerprint: Fingerprint }),
    output: AgentContract,
    errors: [...offering, "agentContracts.not_downline", "agentContracts.preview_stale", "request.id_reused"],
  }),
  withdraw: command({
    for: "agent",
    says: "Takes back an offer, or a request to end, that the agent made.",
    input: OfContract.extend({ requestId: RequestId }),
    output: AgentContract,
    errors: ["agentContracts.not_found", "agentContracts.not_offered", "agentContracts.preview_stale", "request.id_reused"],
  }),
  requestEnd: command({
    for: "agent",
    says: "Asks the other side to end a contract, once a day; it goes on until they accept.",
    rate: { count: 60, windowMs: HOUR_MS },
    input: OfContract.extend({ requestId: RequestId, reason: Words }),
    output: AgentContract,
    errors: [
      "agentContracts.not_found",
      "agentContracts.not_offered",
      "agentContracts.end_asked_today",
      "agentContracts.link",
      "agentContracts.preview_stale",
      "request.id_reused",
    ],
  }),
  preview: command({
    for: "agent",
    says: "What an offer, an acceptance or an end would do to the contracts below; writes nothing.",
    input: z.object({ offer: Account.optional(), id: Uuid.optional() }),
    output: Preview,
    errors: [
      ...offering,
      "agentContracts.not_downline",
      "agentContracts.not_found",
      "agentContracts.not_offered",
      "agentContracts.preview_stale",
      "protection.excluded",
    ],
  }),
  simulate: command({
    for: "agent",
    transaction: "own",
    readsMuch: true,
    says: "What an offer to a direct downline, or one that waits for the agent, would have come to on past days; writes nothing.",
    rate: { count: 4, windowMs: 1_000 },
    input: z.object({ offer: Account.optional(), id: Uuid.optional() }),
    output: Simulation,
    errors: [...offering, "agentContracts.not_downline", "agentContracts.not_found"],
  }),
  mine: query({ for: "agent", says: "The contracts the agent is paid by, newest first.", input: Listed, output: page(AgentContract) }),
  downlines: query({
    for: "agent",
    says: "The contracts the agent gave, newest first.",
    input: Listed.extend({ accountId: Id.optional() }),
    output: page(AgentContract),
  }),
  get: query({ for: "agent", says: "A contract the agent is a side of.", input: OfContract, output: AgentContract, errors: ["agentContracts.not_found"] }),
  terms: query({
    for: "agent",
    says: "What the agent may offer of a kind, and to whom: direct downlines that are agents, by name.",
    input: PageInput.extend({ kind: Kind }),
    output: page(z.object({ accountId: Id, name: z.string(), current: AgentContract.nullable(), offered: AgentContract.nullable() })).extend({
      /** Why nothing can be offered now; null where it can. */
      closed: z.enum(["kind_closed", "no_own", "held", "not_accredited"]).nullable(),
      own: AgentContract.nullable(),
      limits: Limits,
      periods: z.array(z.enum(contractPeriods)),
      lossRates: z.boolean(),
    }),
  }),
  list: query({
    for: "operator",
    personal: true,
    says: "All contracts, newest first, by kind and state, or of one account by its name.",
    input: PageInput.extend({ kind: Kind.optional(), state: z.enum(agentContractStates).optional(), account: compared(64).optional() }),
    output: page(OfficeContract),
  }),
  previewFor: command({
    for: "operator",
    quiet: true,
    says: "What a contract of the house with an agent, or an end by officers, would do to the contracts below; writes nothing.",
    input: z.object({ offer: z.object({ account: compared(64, { min: 1 }), kind: Kind, terms: Terms }).optional(), id: Uuid.optional() }),
    output: Preview,
    errors: [
      ...offering,
      "agents.not_found",
      "agentContracts.held_above",
      "agentContracts.not_found",
      "agentContracts.not_offered",
      "agentContracts.preview_stale",
      "protection.excluded",
    ],
  }),
  simulateFor: command({
    for: "operator",
    quiet: true,
    transaction: "own",
    readsMuch: true,
    says: "What a contract of the house with an agent would have come to on past days; writes nothing.",
    rate: { count: 4, windowMs: 1_000 },
    input: z.object({ account: compared(64, { min: 1 }), kind: Kind, terms: Terms }),
    output: Simulation,
    errors: [...offering, "agents.not_found", "agentContracts.held_above"],
  }),
  simulateTemplate: command({
    for: "operator",
    quiet: true,
    transaction: "own",
    readsMuch: true,
    says: "What all contracts of a kind would have come to on past days with these limits: who gains, who loses, what the house pays; writes nothing.",
    rate: { count: 20, windowMs: 60_000 },
    input: z.object({ kind: Kind, limits: Limits }),
    output: TemplateCost,
  }),
  offerFor: command({
    for: "operator",
    says: "Offers an agent a contract with the house, as the preview showed it.",
    input: z.object({ requestId: RequestId, account: compared(64, { min: 1 }), kind: Kind, terms: Terms, fingerprint: Fingerprint, reason: Reason }),
    output: OfficeContract,
    errors: [...offering, "agents.not_found", "agentContracts.held_above", "agentContracts.preview_stale", "request.id_reused"],
  }),
  endFor: command({
    for: "operator",
    says: "Proposes, confirms or declines that a contract ends with the day; two officers end it, and the agent reads the first one's reason.",
    input: OfContract.extend({ act: z.enum(["propose", "confirm", "decline"]), reason: Reason }),
    output: OfficeContract,
    errors: [
      "agentContracts.not_found",
      "agentContracts.not_offered",
      "agentContracts.already_proposed",
      "agentContracts.not_proposed",
      "agentContracts.own_proposal",
      "agentContracts.preview_stale",
    ],
  }),
  templates: query({
    for: "operator",
    personal: false,
    says: "The versions of a kind's limits, newest first, what the games leave for salaries, and what the market allows.",
    input: PageInput.extend({ kind: Kind }),
    output: page(Template).extend({ margin: Margin, periods: z.array(z.enum(contractPeriods)), lossRates: z.boolean() }),
  }),
  proposeTemplate: command({
    for: "operator",
    says: "Proposes a new version of a kind's limits; another officer publishes it.",
    input: z.object({ requestId: RequestId, kind: Kind, limits: Limits, reason: Reason }),
    output: Template,
    errors: ["agentContracts.rate_outside", "agentContracts.above_margin", "request.id_reused"],
  }),
  publishTemplate: command({
    for: "operator",
    says: "Publishes or declines a version: offers from now on keep to what is published, contracts keep their own.",
    input: z.object({ id: Id, act: z.enum(["publish", "decline"]), reason: Reason }),
    output: Template,
    errors: ["agentContracts.not_found", "agentContracts.not_proposed", "agentContracts.own_proposal", "agentContracts.above_margin"],
  }),
});
