import { z } from "zod";
import { contractKinds, contractPeriods } from "./core/contractKinds.ts";
import { contract, download, query } from "./core/endpoint.ts";
import { Day, Id, Moment, Uuid } from "./core/ids.ts";
import { Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { compared } from "./core/text.ts";

/** No span of days is longer, and no level with more accounts is sorted by a figure or a day. */
export const TEAM_DAYS_MAX = 92;
export const TEAM_LEVEL_MAX = 5_000;

/** Play as sums. `valid` is what counts as bet; `result` is the house's, staked less won: what the members lost. */
export const Play = z.object({ rounds: z.int(), stake: Balance, valid: Balance, win: Balance, result: Balance });
export type Play = z.infer<typeof Play>;

/** What moved between the platform and its members on closed days. */
export const Flow = z.object({ deposits: Balance, withdrawals: Balance, bonuses: Balance, firstDeposits: z.int() });
export type Flow = z.infer<typeof Flow>;

/** An account as the agent may know it: a direct downline by its name, a deeper one hidden but for its ends; where names are not shown, an alias of this agent's own. */
export const Mate = z.object({ id: Id, account: z.string(), type: z.int() });
export type Mate = z.infer<typeof Mate>;

/** A closed day of a line, or of one account's own play, which has no members. `active`: members who bet at least the brand's figure that day. */
export const TeamDay = Play.extend({
  day: Day,
  flow: Flow,
  members: z.int().nullable(),
  joined: z.int().nullable(),
  active: z.int().nullable(),
});
export type TeamDay = z.infer<typeof TeamDay>;

/** An account of a level with its own play and that of everyone below it; `isHere` is false once it has left the level, and `flow` null where hours are counted. */
export const TeamRow = Mate.extend({ isHere: z.boolean(), ...Play.shape, flow: Flow.nullable() });
export type TeamRow = z.infer<typeof TeamRow>;

/** A member of today's tree with what it did on the closed days of the span. `link`: the caller's own link it came by. */
export const TeamMember = Mate.extend({
  /** Below the caller: 1 is a direct downline. */
  level: z.int(),
  joinedOn: Day,
  link: z.string().nullable(),
  hasLine: z.boolean(),
  lastDay: Day.nullable(),
  own: Play,
  line: Play,
});
export type TeamMember = z.infer<typeof TeamMember>;

/** A direct downline whose bet of seven closed days is compared with that of the seven before. */
export const Mover = Mate.extend({ before: Balance, now: Balance });
export type Mover = z.infer<typeof Mover>;

export const TeamRound = z.object({ at: Moment, game: z.string(), stake: Balance, valid: Balance, win: Balance });
export type TeamRound = z.infer<typeof TeamRound>;

/** Money of one account on one closed day: a member's own, or that of a whole branch. */
export const MoneyLine = Mate.extend({ day: Day, kind: z.enum(["member", "branch"]), isHere: z.boolean(), ...Flow.shape });
export type MoneyLine = z.infer<typeof MoneyLine>;

/** How a contract between two stands, as its own endpoints say it. */
const contractStates = ["offered", "active", "rejected", "withdrawn", "lapsed", "endRequested", "superseded", "cascaded", "terminated"] as const;

export const teamSorts = ["valid", "stake", "win", "result", "rounds", "deposits", "withdrawals", "bonuses"] as const;

const span = { from: Day, to: Day };
/** An account of the caller's own line, the caller where it is left out. */
const of = { id: Id.optional() };
/** The way from the caller, who is its first, to the account that was asked for; and up to which day facts are closed. */
const looked = { trail: z.array(Mate), frozenTo: Day.nullable() };

const reportOf = z.object({ ...of, ...span, sort: z.enum(teamSorts).optional(), order: z.enum(["descending", "ascending"]).optional() });
const membersOf = z.object({
  ...of,
  ...span,
  /** One level, or everyone below in the order of the tree. */
  reach: z.enum(["level", "line"]).optional(),
  /** The beginning of a direct downline's name, or the whole name of anyone in the caller's line. */
  search: compared(64).optional(),
  type: z.coerce.number().int().min(0).max(99).optional(),
  joinedFrom: Day.optional(),
  joinedTo: Day.optional(),
  /** active: played, itself or its line, on one of the last fourteen closed days; idle: did not. */
  state: z.enum(["active", "idle"]).optional(),
});
const daysOf = z.object({ ...of, ...span, of: z.enum(["line", "own"]).optional() });
const roundsOf = z.object({ id: Id, ...span });
const moneyOf = z.object({ ...of, ...span });

export const teams = contract("teams", {
  dashboard: query({
    for: "agent",
    says: "The caller's line today by hours, yesterday and over a span of closed days; what the caller was paid meanwhile; and who of the direct downlines rose and fell.",
    readsMuch: true,
    input: z.object(span),
    output: z.object({
      /** Up to here the hours of today are counted; null before the first of them. */
      asOf: Moment.nullable(),
      frozenTo: Day.nullable(),
      today: Play,
      /** Null until the day is closed. */
      yesterday: TeamDay.nullable(),
      /** Of the closed days alone; `active` is their average, rounded down. */
      period: TeamDay.omit({ day: true }),
      /** Paid by contracts, today included. */
      income: z.object({ today: Balance, yesterday: Balance, period: Balance }),
      /** Newest first; a closed day without anything is left out. */
      days: z.array(TeamDay),
      /** Null where the level is too large to be compared. */
      movers: z.object({ risers: z.array(Mover), fallers: z.array(Mover) }).nullable(),
    }),
  }),
  days: query({
    for: "agent",
    says: "The closed days of a line, or of one account's own play, newest first.",
    readsMuch: true,
    input: daysOf,
    output: z.object({ ...looked, list: z.array(TeamDay) }),
    errors: ["agents.not_found"],
  }),
  daysCsv: download({ for: "agent", says: "The same as a file.", file: "text/csv", input: daysOf, errors: ["agents.not_found"] }),
  report: query({
    for: "agent",
    says: "One level of the line by a figure: what each account and everyone below it did on the closed days of a span, or, where the span is today alone, in its hours so far.",
    readsMuch: true,
    input: reportOf.extend(PageInput.shape),
    output: page(TeamRow).extend({
      ...looked,
      basis: z.enum(["days", "hours"]),
      asOf: Moment.nullable(),
      totals: Play.extend({ flow: Flow.nullable() }),
    }),
    errors: ["agents.not_found", "teams.level_too_large"],
  }),
  reportCsv: download({
    for: "agent",
    says: "The same level as a file.",
    file: "text/csv",
    input: reportOf,
    errors: ["agents.not_found", "teams.level_too_large"],
  }),
  members: query({
    for: "agent",
    says: "The accounts of one level, or of the whole line in the order of the tree, as it stands today. With a filter a page may be short, even empty, and another follow.",
    readsMuch: true,
    input: membersOf.extend(PageInput.shape),
    output: page(TeamMember).extend({ ...looked, searchable: z.boolean() }),
    errors: ["agents.not_found", "teams.names_hidden"],
  }),
  membersCsv: download({
    for: "agent",
    says: "The same accounts as a file.",
    file: "text/csv",
    input: membersOf,
    errors: ["agents.not_found", "teams.names_hidden"],
  }),
  member: query({
    for: "agent",
    says: "One account of the line: its place, its figures by category, and what there is between it and the caller.",
    readsMuch: true,
    input: z.object({ id: Id, ...span }),
    output: TeamMember.extend({
      ...looked,
      /** Rounds are shown of direct members, where the market lets agents see them. */
      seesRounds: z.boolean(),
      flow: Flow,
      /** Own play by the game's category, before what was corrected later; and that of everyone below. */
      ownPlay: z.array(Play.extend({ category: z.string() })),
      linePlay: z.array(Play.extend({ category: z.string() })),
      /** Contracts the caller gave it, newest first; rates in thousandths of a percent. */
      contracts: z.array(
        z.object({
          id: Uuid,
          number: z.int(),
          kind: z.enum(contractKinds),
          period: z.enum(contractPeriods).nullable(),
          state: z.enum(contractStates),
          startsOn: Day.nullable(),
          endsOn: Day.nullable(),
          rateFrom: z.int(),
          rateTo: z.int(),
        }),
      ),
      /** What the two passed each other, newest first. */
      transfers: z.array(z.object({ id: Uuid, reference: z.string(), direction: z.enum(["sent", "received"]), amount: Balance, at: Moment })),
    }),
    errors: ["agents.not_found"],
  }),
  rounds: query({
    for: "agent",
    says: "The settled rounds of a direct member, newest first; of anyone deeper, and where the market keeps rounds from agents, days alone are shown.",
    readsMuch: true,
    input: roundsOf.extend(PageInput.shape),
    output: page(TeamRound).extend({ trail: z.array(Mate) }),
    errors: ["agents.not_found", "teams.sums_only"],
  }),
  roundsCsv: download({ for: "agent", says: "The same rounds as a file.", file: "text/csv", input: roundsOf, errors: ["agents.not_found", "teams.sums_only"] }),
  money: query({
    for: "agent",
    says: "Deposits, withdrawals and bonuses of a level by closed day and account, newest first: sums, never single payments.",
    readsMuch: true,
    input: moneyOf.extend(PageInput.shape),
    output: page(MoneyLine).extend({ ...looked, totals: Flow }),
    errors: ["agents.not_found", "teams.level_too_large"],
  }),
  moneyCsv: download({
    for: "agent",
    says: "The same sums as a file.",
    file: "text/csv",
    input: moneyOf,
    errors: ["agents.not_found", "teams.level_too_large"],
  }),
});
