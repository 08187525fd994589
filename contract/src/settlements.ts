import { z } from "zod";
import { OfficePay, payStates } from "./commissions.ts";
import { contractKinds, contractPeriods } from "./core/contractKinds.ts";
import { command, contract, download, query } from "./core/endpoint.ts";
import { Day, Id, Moment, RequestId, Uuid } from "./core/ids.ts";
import { Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { Reason } from "./core/reason.ts";

/** computing → preview → approved → paying → paid; a preview that is wrong is discarded whole and computed again. */
export const runStates = ["computing", "preview", "approved", "paying", "paid", "discarded"] as const;
const Kind = z.enum(contractKinds);

/** All contracts of a kind for one period. */
export const Run = z.object({
  id: Uuid,
  kind: Kind,
  period: z.enum(contractPeriods).nullable(),
  startsOn: Day,
  endsOn: Day,
  attempt: z.int(),
  state: z.enum(runStates),
  /** How many contracts, how many are paid anything, how many are held, and the sums; `houseGross` is what the house's own contracts come to. */
  figures: z.object({
    contracts: z.int(),
    paying: z.int(),
    held: z.int(),
    gross: Balance,
    owed: Balance,
    pay: Balance,
    houseGross: Balance,
    makeupIn: Balance,
    makeupOut: Balance,
    /** The sum the period before was paid; null where there was none. */
    before: Balance.nullable(),
  }),
  approvals: z.array(z.object({ name: z.string(), at: Moment })),
  /** How many approvals it takes here. */
  approvalsNeeded: z.int(),
  paid: z.int(),
  madeAt: Moment,
  approvedAt: Moment.nullable(),
  paidAt: Moment.nullable(),
});
export type Run = z.infer<typeof Run>;

export const settlementProposalKinds = ["correction", "release", "void"] as const;
export const SettlementProposal = z.object({
  id: Uuid,
  kind: z.enum(settlementProposalKinds),
  agentId: Id,
  agentName: z.string(),
  contractKind: Kind,
  payId: Uuid.nullable(),
  amount: Balance,
  reason: z.string(),
  state: z.enum(["proposed", "confirmed", "declined"]),
  proposedBy: z.string(),
  proposedAt: Moment,
  decidedBy: z.string().nullable(),
  decision: z.string().nullable(),
  decidedAt: Moment.nullable(),
});
export type SettlementProposal = z.infer<typeof SettlementProposal>;

const OfPay = z.object({ id: Uuid });

export const settlements = contract("settlements", {
  runs: query({
    for: "operator",
    personal: false,
    says: "The settlements, newest first.",
    input: PageInput.extend({ kind: Kind.optional() }),
    output: page(Run),
  }),
  run: query({
    for: "operator",
    personal: true,
    says: "One settlement with the twenty greatest changes against the period before.",
    readsMuch: true,
    input: OfPay,
    output: z.object({ run: Run, changes: z.array(z.object({ pay: OfficePay, before: Balance })) }),
    errors: ["settlements.not_found"],
  }),
  pays: query({
    for: "operator",
    personal: true,
    says: "The pays of a settlement, or those held anywhere, oldest first.",
    input: PageInput.extend({ runId: Uuid.optional(), state: z.enum(payStates).optional() }),
    output: page(OfficePay),
  }),
  paysCsv: download({
    for: "operator",
    says: "The pays of a settlement, one a line.",
    file: "text/csv",
    input: z.object({ runId: Uuid }),
    errors: ["settlements.not_found"],
  }),
  approve: command({
    for: "operator",
    says: "Approves a settlement as it was seen; with as many as this market asks for it is paid.",
    input: z.object({ id: Uuid, pay: Balance }),
    output: Run,
    errors: ["settlements.not_found", "settlements.not_waiting", "settlements.changed", "settlements.outdated", "settlements.approved_already"],
  }),
  discard: command({
    for: "operator",
    says: "Discards a settlement nobody was paid of; it is computed again.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: Run,
    errors: ["settlements.not_found", "settlements.not_waiting", "settlements.built_on"],
  }),
  proposals: query({
    for: "operator",
    personal: true,
    says: "What officers proposed about pays: what waits oldest first, what is decided newest first.",
    input: PageInput.extend({ state: z.enum(["proposed", "confirmed", "declined"]) }),
    output: page(SettlementProposal),
  }),
  propose: command({
    for: "operator",
    says: "Proposes an amount, above or below zero, on an agent's next makeup of a kind; another officer confirms it.",
    input: z.object({ requestId: RequestId, agentId: Id, kind: Kind, amount: Balance, reason: Reason }),
    output: SettlementProposal,
    errors: ["agents.not_found", "settlements.amount_wrong", "request.id_reused"],
  }),
  release: command({
    for: "operator",
    says: "Proposes to pay what is held; another officer confirms it.",
    input: OfPay.extend({ reason: Reason }),
    output: SettlementProposal,
    errors: ["settlements.not_found", "settlements.not_held", "settlements.already_proposed"],
  }),
  void: command({
    for: "operator",
    says: "Proposes to void what is held; another officer confirms it.",
    input: OfPay.extend({ reason: Reason }),
    output: SettlementProposal,
    errors: ["settlements.not_found", "settlements.not_held", "settlements.already_proposed"],
  }),
  confirm: command({
    for: "operator",
    says: "Confirms another officer's proposal.",
    input: OfPay.extend({ reason: Reason }),
    output: SettlementProposal,
    errors: ["settlements.not_found", "settlements.not_proposed", "settlements.own_proposal", "settlements.not_held", "settlements.not_accredited"],
  }),
  decline: command({
    for: "operator",
    says: "Declines a proposal.",
    input: OfPay.extend({ reason: Reason }),
    output: SettlementProposal,
    errors: ["settlements.not_found", "settlements.not_proposed"],
  }),
});
