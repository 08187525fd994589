import { z } from "zod";
import { bonusStates } from "./bonuses.ts";
import { command, contract, download, query } from "./core/endpoint.ts";
import { Id, Moment, RequestId, Uuid } from "./core/ids.ts";
import { Amount, Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { Reason } from "./core/reason.ts";
import { compared } from "./core/text.ts";

/** proposed by one officer → confirmed or declined by another. */
export const adjustmentStates = ["proposed", "confirmed", "declined"] as const;

/** A correction of a member's main wallet by hand: an amount given or taken, or the mirror of an operation. */
export const Adjustment = z.object({
  id: Uuid,
  /** The short reference people read to each other, such as A-1042. */
  reference: z.string(),
  memberId: Id,
  memberName: z.string(),
  kind: z.enum(["credit", "debit", "reversal"]),
  /** What it moves, from the member's side. */
  amount: Balance,
  /** The operation a reversal mirrors. */
  original: Uuid.nullable(),
  /** The bonus that came with the deposit a reversal mirrors: active it is taken back with it, released it is the member's. */
  bonus: z.object({ reference: z.string(), amount: Balance, state: z.enum(bonusStates) }).nullable(),
  reason: z.string(),
  state: z.enum(adjustmentStates),
  proposedBy: z.string(),
  proposedAt: Moment,
  decidedBy: z.string().nullable(),
  decision: z.string().nullable(),
  decidedAt: Moment.nullable(),
});
export type Adjustment = z.infer<typeof Adjustment>;

export const adjustments = contract("adjustments", {
  list: query({
    for: "operator",
    personal: true,
    says: "Adjustments by state, those proposed oldest first.",
    input: PageInput.extend({ state: z.enum(adjustmentStates) }),
    output: page(Adjustment).extend({ counts: z.record(z.enum(adjustmentStates), z.int()) }),
  }),
  propose: command({
    for: "operator",
    says: "Proposes to give a member money or to take it; another officer decides.",
    input: z.object({ requestId: RequestId, memberName: compared(64), kind: z.enum(["credit", "debit"]), amount: Amount, reason: Reason }),
    output: Adjustment,
    errors: ["accounts.not_found"],
  }),
  proposeReversal: command({
    for: "operator",
    says: "Proposes to mirror an operation of the journal; another officer decides.",
    input: z.object({ memberName: compared(64), original: Uuid, reason: Reason }),
    output: Adjustment,
    errors: ["accounts.not_found", "wallet.line_not_found", "wallet.already_reversed", "adjustments.not_reversible"],
  }),
  confirm: command({
    for: "operator",
    says: "Carries out what another officer proposed.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: Adjustment,
    errors: [
      "adjustments.not_found",
      "adjustments.not_proposed",
      "adjustments.own_proposal",
      "wallet.insufficient_funds",
      "wallet.already_reversed",
      "adjustments.not_reversible",
      "wallet.closed",
    ],
  }),
  decline: command({
    for: "operator",
    says: "Declines what was proposed; nothing moves.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: Adjustment,
    errors: ["adjustments.not_found", "adjustments.not_proposed"],
  }),
  journalCsv: download({
    for: "operator",
    says: "All journal lines of a member, newest first; of one operation when a reference is given.",
    file: "text/csv",
    input: z.object({ memberName: compared(64), reference: Uuid.optional() }),
    errors: ["accounts.not_found"],
  }),
});
