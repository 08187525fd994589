import { z } from "zod";
import { contractKinds } from "./core/contractKinds.ts";
import { command, contract, query } from "./core/endpoint.ts";
import { Day, Id, Moment, RequestId, Uuid } from "./core/ids.ts";
import { Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { Reason } from "./core/reason.ts";
import { compared, text } from "./core/text.ts";
import {
  Accreditation,
  AgentMove,
  AgentStanding,
  Named,
  NotCounted,
  accreditationStates,
  agentStandings,
  moveStates,
  notCountedCodes,
  notCountedStates,
  standingStates,
} from "./core/agentProposals.ts";

export * from "./core/agentProposals.ts";

/** An agent has at most this many open links, its invitation code not counted, and makes at most as many within 24 hours. */
export const LINKS_MAX = 50;
/** Of one link no more than the last so many who registered are looked at: this many means this many or more. */
export const LINK_COUNT_MAX = 5_000;
/** One officer alone holds an agent for at most this many days. */
export const HOLD_DAYS_MAX = 14;
/** A line is counted no further: this many means this many or more. */
export const LINE_COUNT_MAX = 10_000;
/** The console moves at most this many accounts at once; the command line proposes larger moves. */
export const MOVED_MAX = 200_000;
export const MOVED_BY_COMMAND_MAX = 10_000_000;
/** A move begins at most this many days from today. */
export const MOVE_AHEAD_DAYS_MAX = 60;

export const Downline = z.object({ id: Id, account: z.string(), type: z.int(), depth: z.int(), joinedAt: Moment });
export type Downline = z.infer<typeof Downline>;

const Opens = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(41), z.literal(42)]);

/** A way to register under an agent. `opens`: the type of the accounts it opens. */
export const AgentLink = z.object({
  code: z.string(),
  /** Empty for the first, the agent's invitation code. */
  label: z.string(),
  isFirst: z.boolean(),
  opens: Opens,
  /** Browsers by day: an estimate. */
  visits: z.int(),
  registered: z.int(),
  /** Of those who still stand under the agent: who ever deposited. */
  deposited: z.int(),
  /** Of those who still stand under the agent: who played under it in the last 30 days. */
  active: z.int(),
  madeAt: Moment,
  closedAt: Moment.nullable(),
});
export type AgentLink = z.infer<typeof AgentLink>;

/** Somebody in the tree as officers see them; `line` counts everyone below, up to `LINE_COUNT_MAX`. */
export const AgentRow = z.object({
  id: Id,
  name: z.string(),
  type: z.int(),
  depth: z.int(),
  isAgent: z.boolean(),
  standing: z.enum(agentStandings),
  line: z.int(),
  joinedAt: Moment,
});
export type AgentRow = z.infer<typeof AgentRow>;

/** What a line did on days that are written down; `result` is the house's, stakes less wins. `days`: how many have figures. */
export const LineFigures = z.object({
  days: z.int(),
  valid: Balance,
  result: Balance,
  deposits: Balance,
  withdrawals: Balance,
  bonuses: Balance,
  commission: Balance,
  joined: z.int(),
  firstDeposits: z.int(),
});
export type LineFigures = z.infer<typeof LineFigures>;

/** A contract as it stands; `upline` null is the house. Rates in thousandths of a percent. */
const AgentContractRow = z.object({
  id: Uuid,
  kind: z.enum(contractKinds),
  agent: Named,
  upline: Named.nullable(),
  state: z.string(),
  startsOn: Day.nullable(),
  endsOn: Day.nullable(),
  rateFrom: z.int(),
  rateTo: z.int(),
});
export type AgentContractRow = z.infer<typeof AgentContractRow>;

const AgentView = AgentRow.extend({
  /** From the top of the tree down, without the account itself. */
  above: z.array(Named),
  direct: z.int(),
  agents: z.int(),
  standings: z.array(AgentStanding),
  figures: LineFigures,
  links: z.array(AgentLink),
  contracts: z.array(AgentContractRow),
  moves: z.array(AgentMove),
  /** Whether this market asks for one, and those the agent has and had, the newest first. */
  accreditationNeeded: z.boolean(),
  accreditations: z.array(Accreditation),
});
export type AgentView = z.infer<typeof AgentView>;

const MovePreview = z.object({
  account: AgentRow,
  from: Named.nullable(),
  to: Named.nullable(),
  /** Who changes hands, the account among them. */
  members: z.int(),
  agents: z.int(),
  /** How deep the line reaches then, and how deep it may. */
  depth: z.int(),
  depthMax: z.int(),
  contracts: z.int(),
  /** The first of the contracts it ends. */
  ending: z.array(AgentContractRow),
  /** The month before this one, yyyy-mm, of both uplines' lines and of the account's. */
  month: z.string(),
  figures: z.object({ account: LineFigures, from: LineFigures.nullable(), to: LineFigures.nullable() }),
  fingerprint: z.string(),
});
export type MovePreview = z.infer<typeof MovePreview>;

/** Without `toId` the account goes to the top. */
const Moving = z.object({ id: Id, toId: Id.optional() });
const Decision = z.object({ id: Uuid, reason: Reason });
const decided = ["agents.proposal_not_found", "agents.not_proposed", "agents.own_proposal"] as const;
const unmovable = ["agents.not_found", "agents.as_it_is", "agents.move_circle", "agents.too_deep", "agents.move_too_large", "agents.type_not_allowed"] as const;
const Decline = { input: Decision, errors: ["agents.proposal_not_found", "agents.not_proposed"] } as const;
/** The agent a member stands under, as that member may know it. */
export const OwnAgent = z.object({
  /** The nickname, else the account with all but its first and last letters hidden. */
  name: z.string(),
  /** The agent knows the member's account name and the rounds of a direct member; else an alias and sums of days. */
  seesNames: z.boolean(),
});
export type OwnAgent = z.infer<typeof OwnAgent>;

/** So many direct downlines one search answers. */
export const FOUND_MAX = 20;

export const agents = contract("agents", {
  overview: query({
    for: "agent",
    readsMuch: true,
    says: "The size of the agent's own tree, counted up to ten thousand.",
    input: z.object({}),
    output: z.object({ direct: z.int(), all: z.int(), agents: z.int(), invitationCode: z.string() }),
  }),
  checkCode: query({
    for: "guest",
    says: "Whether a code opens accounts under somebody; refused where it does not.",
    rate: { count: 10, windowMs: 60_000 },
    input: z.object({ code: compared(64, { min: 1 }), domain: compared(255).optional() }),
    output: z.object({ valid: z.literal(true) }),
    errors: ["accounts.invitation_unknown"],
  }),
  visit: command({
    for: "guest",
    says: "Counts a browser's visit by a link, once a day; the same is answered to a code that is nobody's.",
    visitor: true,
    trial: true,
    unfinished: true,
    rate: { count: 10, windowMs: 60_000 },
    input: z.object({ code: compared(64, { min: 1 }) }),
    output: z.object({}),
  }),
  downlines: query({
    for: "agent",
    says: "The agent's line, or that of somebody in it, in the order of the tree.",
    input: PageInput.extend({ under: Id.optional() }),
    output: page(Downline),
    errors: ["agents.not_found"],
  }),
  links: query({
    for: "agent",
    readsMuch: true,
    says: "The agent's links with what came of each: the invitation code first, the newest next, and the last that were closed.",
    input: z.object({}),
    output: z.object({
      list: z.array(AgentLink),
      /** The types a new link may open; empty where none may be made. */
      types: z.array(Opens),
    }),
  }),
  makeLink: command({
    for: "agent",
    says: "Makes a link that opens accounts of a type under the agent.",
    rate: { count: 20, windowMs: 60_000 },
    input: z.object({ requestId: RequestId, label: text({ max: 40 }), opens: Opens }),
    output: AgentLink,
    errors: ["agents.held", "agents.not_accredited", "agents.type_not_allowed", "agents.too_many_links"],
  }),
  closeLink: command({
    for: "agent",
    says: "Closes a link for good: nobody registers by it any more.",
    input: z.object({ code: compared(64, { min: 1 }) }),
    output: z.object({}),
    errors: ["agents.link_not_found", "agents.link_first"],
  }),
  find: query({
    for: "operator",
    personal: true,
    readsMuch: true,
    says: "Agents by number or by the beginning of a name; without a text all of them at the top of the tree.",
    input: PageInput.extend({ search: compared(64).optional() }),
    output: page(AgentRow),
  }),
  level: query({
    for: "operator",
    personal: true,
    readsMuch: true,
    says: "Who stands directly below an agent: agents, or everyone else.",
    input: PageInput.extend({ id: Id, who: z.enum(["agents", "players"]) }),
    output: page(AgentRow),
    errors: ["agents.not_found"],
  }),
  view: query({
    for: "operator",
    personal: true,
    readsMuch: true,
    says: "An agent from every side: place, line, the last thirty days, links, contracts, standing and moves.",
    input: z.object({ id: Id }),
    output: AgentView,
    errors: ["agents.not_found"],
  }),
  moves: query({
    for: "operator",
    personal: true,
    says: "The moves in a state: what waits oldest first, what is over newest first.",
    input: PageInput.extend({ state: z.enum(moveStates) }),
    output: page(AgentMove),
  }),
  previewMove: query({
    for: "operator",
    personal: true,
    readsMuch: true,
    says: "What a move would change: who changes hands, which contracts end, and what both uplines' lines did last month.",
    input: Moving,
    output: MovePreview,
    errors: unmovable,
  }),
  proposeMove: command({
    for: "operator",
    says: "Proposes to move an account with all its line from a day on; another officer confirms it.",
    input: Moving.extend({ fromDay: Day, fingerprint: compared(64), reason: Reason }),
    output: AgentMove,
    errors: [...unmovable, "agents.move_day", "agents.move_waiting", "agents.changed"],
  }),
  confirmMove: command({
    for: "operator",
    says: "Confirms a move another officer proposed; it is carried out when its day begins.",
    input: Decision,
    output: AgentMove,
    errors: [...decided, ...unmovable, "agents.move_day", "agents.changed"],
  }),
  declineMove: command({ for: "operator", says: "Declines a move that waits, by anyone's hand who may decide.", output: AgentMove, ...Decline }),
  standings: query({
    for: "operator",
    personal: true,
    says: "The standings in a state: what waits oldest first, all else newest first.",
    input: PageInput.extend({ state: z.enum(standingStates) }),
    output: page(AgentStanding),
  }),
  setStanding: command({
    for: "operator",
    says: "With `days` holds an open agent at once, by one officer; without proposes a standing that another officer puts in force.",
    input: z.object({ id: Id, standing: z.enum(agentStandings), days: z.int().min(1).max(HOLD_DAYS_MAX).optional(), reason: Reason }),
    output: AgentStanding,
    errors: ["agents.not_found", "agents.as_it_is", "agents.hold_used", "agents.already_proposed"],
  }),
  confirmStanding: command({
    for: "operator",
    says: "Puts a standing another officer proposed in force, at once; of a closed agent every link is closed.",
    input: Decision,
    output: AgentStanding,
    errors: decided,
  }),
  declineStanding: command({ for: "operator", says: "Declines a standing that waits, by anyone's hand who may decide.", output: AgentStanding, ...Decline }),
  notCounted: query({
    for: "operator",
    personal: true,
    says: "The members whose play earns nobody commission, by state: what waits oldest first, what is decided newest first.",
    input: PageInput.extend({ state: z.enum(notCountedStates) }),
    output: page(NotCounted),
  }),
  proposeNotCounted: command({
    for: "operator",
    says: "Proposes that a member's play earns nobody commission from a day of an unpaid period on; another officer confirms it.",
    input: z.object({ id: Id, fromDay: Day, untilDay: Day.optional(), code: z.enum(notCountedCodes), reason: Reason }),
    output: NotCounted,
    errors: ["agents.not_found", "agents.day_wrong", "agents.settled", "agents.already_proposed"],
  }),
  proposeCountedAgain: command({
    for: "operator",
    says: "Proposes that a member is counted again from a day of an unpaid period on; another officer confirms it as they would that one is not.",
    input: z.object({ id: Uuid, untilDay: Day, reason: Reason }),
    output: NotCounted,
    errors: ["agents.proposal_not_found", "agents.day_wrong", "agents.settled", "agents.already_proposed"],
  }),
  confirmNotCounted: command({
    for: "operator",
    says: "Confirms that a member is not counted, or is counted again, as another officer proposed.",
    input: Decision,
    output: NotCounted,
    errors: [...decided, "agents.settled"],
  }),
  declineNotCounted: command({
    for: "operator",
    says: "Declines that a member is not counted, by anyone's hand who may decide.",
    output: NotCounted,
    ...Decline,
  }),
  accreditations: query({
    for: "operator",
    personal: true,
    says: "The accreditations in a state: what waits oldest first, all else newest first.",
    input: PageInput.extend({ state: z.enum(accreditationStates) }),
    output: page(Accreditation),
  }),
  proposeAccreditation: command({
    for: "operator",
    says: "Proposes the number and the last day of an agent's accreditation; another officer puts it in force in the place of the one before.",
    input: z.object({ id: Id, code: text({ min: 3, max: 40 }), expiresOn: Day, reason: Reason }),
    output: Accreditation,
    errors: ["agents.not_found", "agents.accreditation_day", "agents.already_proposed"],
  }),
  confirmAccreditation: command({
    for: "operator",
    says: "Puts an accreditation in force that another officer proposed.",
    input: Decision,
    output: Accreditation,
    errors: [...decided, "agents.not_found", "agents.accreditation_day", "agents.accreditation_taken"],
  }),
  declineAccreditation: command({ for: "operator", says: "Declines an accreditation that waits.", output: Accreditation, ...Decline }),
  endAccreditation: command({
    for: "operator",
    says: "Ends an agent's accreditation at once: its links open nothing, its contracts rest and its pay is held.",
    input: z.object({ id: Id, reason: Reason }),
    output: Accreditation,
    errors: ["agents.not_found", "agents.not_accredited"],
  }),
  mine: query({
    for: "member",
    says: "The agent the member stands under, and whether that agent sees names; null for nobody.",
    input: z.object({}),
    output: z.object({ agent: OwnAgent.nullable() }),
  }),
  referralCode: command({
    for: "member",
    says: "The code by which a player refers friends, made when it is first asked for: who registers with it joins under the player's agent.",
    input: z.object({}),
    output: z.object({ code: z.string() }),
    errors: ["agents.has_links"],
  }),
  inviter: query({
    for: "guest",
    says: "The agent an invitation code is of, as a newcomer may know it.",
    rate: { count: 10, windowMs: 60_000 },
    input: z.object({ code: compared(64, { min: 1 }) }),
    output: OwnAgent,
    errors: ["accounts.invitation_unknown"],
  }),
  findDirect: query({
    for: "agent",
    says: "Direct downlines whose account begins as asked, twenty at most; none where agents see no names.",
    rate: { count: 120, windowMs: 60_000 },
    input: z.object({ search: compared(64).optional() }),
    output: z.object({ list: z.array(z.object({ account: z.string(), nickname: z.string(), type: z.int() })) }),
  }),
});
