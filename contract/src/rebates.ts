import { z } from "zod";
import { command, contract, download, query } from "./core/endpoint.ts";
import { gameCategories } from "./core/gameCategories.ts";
import { Day, Moment, RequestId, Uuid } from "./core/ids.ts";
import { Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { Reason } from "./core/reason.ts";
import { vipLabels } from "./vip.ts";

/** No more of a valid bet comes back than this, in hundredths of a percent: with the half per cent of points it stays within the market's 1.5 % of turnover. */
export const REBATE_BPS_MAX = 100;
/** What nobody claimed is paid by itself so many days after its day closed. */
export const REBATE_CLAIM_DAYS = 7;

const Category = z.enum(gameCategories);
const Label = z.enum(vipLabels);
const Bps = z.int().min(0).max(10_000);
const OfCategories = z.object(Object.fromEntries(gameCategories.map((category) => [category, Bps])) as Record<(typeof gameCategories)[number], typeof Bps>);
/** What of a valid bet comes back, in hundredths of a percent, by the label of a VIP level and the category of games. */
export const RebateRates = z.object(
  Object.fromEntries(vipLabels.map((label) => [label, OfCategories])) as Record<(typeof vipLabels)[number], typeof OfCategories>,
);
export type RebateRates = z.infer<typeof RebateRates>;

/** A game of the house that keeps too little for the whole rate: so much of each 100 bet on it counts. */
export const CountedGame = z.object({ game: z.string(), category: Category, percent: z.int().min(0).max(99) });
export type CountedGame = z.infer<typeof CountedGame>;

/** What a category came to on a day. */
export const RebateLine = z.object({ category: Category, valid: Balance, bps: Bps, amount: Balance });
export type RebateLine = z.infer<typeof RebateLine>;

/** What a closed day came to. */
export const RebateDay = z.object({
  day: Day,
  label: Label,
  amount: Balance,
  /** When it was paid: by the member's claim, or by itself. */
  paidAt: Moment.nullable(),
  lines: z.array(RebateLine),
});
export type RebateDay = z.infer<typeof RebateDay>;

/** What another officer decides: the whole table of rates. */
export const RatesProposal = z.object({
  id: Uuid,
  rates: RebateRates,
  reason: z.string(),
  proposedBy: z.string(),
  proposedAt: Moment,
});
export type RatesProposal = z.infer<typeof RatesProposal>;

const Decided = z.object({ id: Uuid, reason: Reason });

export const rebates = contract("rebates", {
  mine: query({
    for: "member",
    readsMuch: true,
    says: "What the running day comes to so far, what can be claimed, and the rates of the member's label and of all others.",
    input: z.object({}),
    output: z.object({
      label: Label,
      /** About: what is voided until the day closes is taken off. */
      today: z.object({ amount: Balance, lines: z.array(RebateLine) }),
      open: z.object({ amount: Balance, days: z.int() }),
      /** What is open can be claimed now; where not, it waits. */
      mayClaim: z.boolean(),
      rates: RebateRates,
      games: z.array(CountedGame),
      /** The table that holds from a later day on, where one is decided. */
      next: z.object({ day: Day, rates: RebateRates }).nullable(),
      paidAfterDays: z.int(),
    }),
    errors: ["rebates.closed"],
  }),
  history: query({
    for: "member",
    says: "What closed days came to, by category, newest first.",
    input: PageInput,
    output: page(RebateDay),
    errors: ["rebates.closed"],
  }),
  claim: command({
    for: "member",
    transaction: "own",
    says: "Pays all that is open of closed days into the main wallet; in a time-out too.",
    input: z.object({ requestId: RequestId }),
    output: z.object({ amount: Balance, lines: z.int() }),
    errors: ["rebates.closed", "rebates.nothing", "rewards.closed"],
  }),
  rates: query({
    for: "operator",
    personal: false,
    says: "The newest table of rates, what of thin games counts with it, and what waits for another officer.",
    input: z.object({}),
    output: z.object({
      rates: RebateRates,
      /** Null while the list of a table that was just confirmed is being reckoned. */
      games: z.array(CountedGame).nullable(),
      version: z.int(),
      since: Moment.nullable(),
      proposal: RatesProposal.nullable(),
    }),
  }),
  proposeRates: command({
    for: "operator",
    says: "Proposes another table of rates; another officer confirms it, and it holds for days that begin after that.",
    input: z.object({ rates: RebateRates, reason: Reason }),
    output: RatesProposal,
    errors: ["rebates.already_proposed", "rebates.rates_wrong"],
  }),
  confirmRates: command({
    for: "operator",
    says: "Puts a proposed table in force; never one's own.",
    input: Decided,
    output: z.object({ version: z.int() }),
    errors: ["rebates.proposal_not_found", "rebates.not_proposed", "rebates.own_proposal", "rebates.rates_wrong"],
  }),
  declineRates: command({
    for: "operator",
    says: "Declines a proposed table, or takes one's own back.",
    input: Decided,
    output: z.object({ version: z.int() }),
    errors: ["rebates.proposal_not_found", "rebates.not_proposed"],
  }),
  days: query({
    for: "operator",
    personal: false,
    says: "The days that were given, newest first, with how many members got something, how much, and how much of it is paid.",
    input: PageInput,
    output: page(z.object({ day: Day, members: z.int(), amount: Balance, paid: Balance })),
  }),
  dayCsv: download({
    for: "operator",
    file: "text/csv",
    readsMuch: true,
    says: "A day of all members as a file, by category.",
    input: z.object({ day: Day }),
  }),
});
