import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Id, Moment, RequestId, Uuid } from "./core/ids.ts";
import { ImageUpload, takesImage } from "./core/images.ts";
import { Amount, Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { Reason } from "./core/reason.ts";
import { compared } from "./core/text.ts";
import { PayoutAccount } from "./payoutAccounts.ts";

/**
 * pending → approved → paid → received; above the pack's limit pending → checked → approved, by two officers; pending or checked → rejected;
 * what an officer asks for on an excluded member's behalf begins as checked;
 * approved → failed (the money came back); paid or received → investigating → received or returned.
 */
export const withdrawalStates = ["pending", "checked", "approved", "paid", "received", "investigating", "returned", "rejected", "failed"] as const;
export type WithdrawalState = (typeof withdrawalStates)[number];

/** What a member says of a withdrawal that was paid. */
export const receiptAnswers = ["received", "notReceived", "partlyReceived"] as const;
export type ReceiptAnswer = (typeof receiptAnswers)[number];

export const PROOFS_MAX = 3;

/** An investigation of money that did not arrive, or not all of it. */
export const WithdrawalCase = z.object({
  answer: z.enum(["notReceived", "partlyReceived"]),
  /** What arrived and what did not; together the amount that was sent. */
  received: Balance,
  remaining: Balance,
  /** The member's pictures, as ids of `images`. */
  proofs: z.array(Uuid),
  openedAt: Moment,
});
export type WithdrawalCase = z.infer<typeof WithdrawalCase>;

export const Withdrawal = z.object({
  id: Uuid,
  /** The short reference people read to each other, such as W-1042. */
  reference: z.string(),
  /** What leaves the wallet. */
  amount: Balance,
  fee: Balance,
  /** What is sent: the amount less the fee. */
  payout: Balance,
  state: z.enum(withdrawalStates),
  /** The bank's or wallet's name. */
  bank: z.string(),
  numberMasked: z.string(),
  /** Why it was rejected; officers see the reason of any decision. */
  reason: z.string().nullable(),
  createdAt: Moment,
  decidedAt: Moment.nullable(),
  paidAt: Moment.nullable(),
  /** When silence will count as received; null unless paid. */
  receivedBy: Moment.nullable(),
  /** Nobody answered in time, so it counts as received. */
  forced: z.boolean(),
  /** Until when a case can still be opened; null when it cannot. */
  disputableUntil: Moment.nullable(),
  case: WithdrawalCase.nullable(),
  /** What a return gave back, the fee with it where nothing had arrived; null unless returned. */
  returned: Balance.nullable(),
  closedAt: Moment.nullable(),
});
export type Withdrawal = z.infer<typeof Withdrawal>;

/** What returning an amount of a payout gives back, all in minor units: the fee is for money that arrives, so with the whole payout it comes back too. */
export const givesBack = ({ payout, fee }: Pick<Withdrawal, "payout" | "fee">, amount: bigint): bigint => (amount === payout ? payout + fee : amount);

/** Why a withdrawal deserves a second look, with the figure that says so. */
export const riskReasons = [
  "firstWithdrawal",
  "newPayoutAccount",
  "largeAmount",
  "quickAfterDeposit",
  "littlePlay",
  "manyToday",
  "turnoverOpen",
  "vendorWin",
] as const;
export const Risk = z.object({ reason: z.enum(riskReasons), figure: z.string() });
export type Risk = z.infer<typeof Risk>;

export const Approval = z.object({ officer: z.string(), reason: z.string(), at: Moment });

/** A row of the officers' queue. */
export const QueuedWithdrawal = Withdrawal.extend({
  memberId: Id,
  memberName: z.string(),
  holder: z.string(),
  /** The officer who asked for an excluded member; null where the member asked. */
  requestedBy: z.string().nullable(),
  decidedBy: z.string().nullable(),
  balance: Balance,
  depositedTotal: Balance,
  risks: z.array(Risk),
  approvals: z.array(Approval),
  approvalsNeeded: z.int(),
  /** A return that waits for a second officer. */
  proposedReturn: z.object({ amount: Balance, officer: z.string(), reason: z.string(), at: Moment }).nullable(),
});
export type QueuedWithdrawal = z.infer<typeof QueuedWithdrawal>;

/** One reason money must be played before it can leave, and how far that is. */
export const TurnoverLine = z.object({
  source: z.enum(["deposit", "adjustment", "transfer", "freeRounds"]),
  reference: z.string(),
  at: Moment,
  needed: Balance,
  done: Balance,
});
export type TurnoverLine = z.infer<typeof TurnoverLine>;

export const withdrawals = contract("withdrawals", {
  terms: query({
    for: "member",
    says: "What stands between the member and a withdrawal, line by line: limits, fee, turnover, payment password, payout account.",
    input: z.object({}),
    output: z.object({
      minimum: Amount,
      maximum: Amount,
      available: Balance,
      /** What the next withdrawal costs, and how many are free each day. */
      fee: Balance,
      freePerDay: z.int(),
      leftToday: Balance,
      countLeftToday: z.int(),
      turnoverNeeded: Balance,
      turnoverDone: Balance,
      /** The lines still open, oldest first, 50 at most; what is played fills the oldest. */
      turnover: z.array(TurnoverLine),
      hasPaymentPassword: z.boolean(),
      hasPayoutAccount: z.boolean(),
      autoReceiptMinutes: z.int(),
    }),
  }),
  mine: query({ for: "member", says: "The member's withdrawals, newest first.", input: PageInput, output: page(Withdrawal) }),
  get: query({
    for: "member",
    says: "One of the member's own withdrawals.",
    input: z.object({ id: Uuid }),
    output: Withdrawal,
    errors: ["withdrawals.not_found"],
  }),
  request: command({
    for: "member",
    says: "Holds the amount and puts the withdrawal before an officer.",
    sealed: true,
    transaction: "own",
    input: z.object({ requestId: RequestId, amount: Amount, payoutAccountId: Id, paymentPassword: compared(16) }),
    output: Withdrawal,
    errors: [
      "withdrawals.below_minimum",
      "accounts.resting",
      "withdrawals.above_maximum",
      "withdrawals.daily_maximum",
      "withdrawals.daily_count",
      "withdrawals.turnover_open",
      "wallet.insufficient_funds",
      "wallet.closed",
      "payoutAccounts.not_found",
      "payoutAccounts.name_differs",
      "accounts.payment_password_missing",
      "accounts.payment_password_wrong",
      "accounts.payment_password_locked",
      "limits.kyc_required",
      "request.id_reused",
    ],
  }),
  confirm: command({
    for: "member",
    whileClosed: true,
    says: "The member's answer to a paid withdrawal; not received needs a picture, partly received the amount that is missing.",
    ...takesImage,
    input: z.object({ id: Uuid, answer: z.enum(receiptAnswers), remaining: Amount.optional(), proof: ImageUpload.optional() }),
    output: Withdrawal,
    errors: [
      "withdrawals.not_found",
      "withdrawals.not_paid",
      "withdrawals.proof_needed",
      "withdrawals.remaining_needed",
      "withdrawals.remaining_too_large",
      "images.not_an_image",
      "images.too_large",
    ],
  }),
  dispute: command({
    for: "member",
    whileClosed: true,
    says: "Opens a case about a withdrawal that counts as received, within the pack's days.",
    ...takesImage,
    input: z.object({ id: Uuid, remaining: Amount, proof: ImageUpload }),
    output: Withdrawal,
    errors: ["withdrawals.not_found", "withdrawals.case_closed", "withdrawals.remaining_too_large", "images.not_an_image", "images.too_large"],
  }),
  addProof: command({
    for: "member",
    whileClosed: true,
    says: "Adds a picture to a withdrawal under investigation.",
    ...takesImage,
    input: z.object({ id: Uuid, proof: ImageUpload }),
    output: Withdrawal,
    errors: ["withdrawals.not_found", "withdrawals.not_investigated", "withdrawals.proofs_full", "images.not_an_image", "images.too_large"],
  }),
  queue: query({
    for: "operator",
    personal: true,
    says: "Withdrawals by state, the pending ones oldest first, with what an officer needs to decide.",
    input: PageInput.extend({ state: z.enum(withdrawalStates) }),
    output: page(QueuedWithdrawal).extend({ counts: z.record(z.enum(withdrawalStates), z.int()), paidToday: Balance }),
  }),
  approve: command({
    for: "operator",
    says: "Approves a withdrawal; above the pack's limit a second, other officer must approve too before the payout goes to the provider.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: QueuedWithdrawal,
    errors: ["withdrawals.not_pending", "withdrawals.not_found", "withdrawals.own_approval", "limits.ineligible"],
  }),
  reject: command({
    for: "operator",
    says: "Gives the held money back to the member.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: QueuedWithdrawal,
    errors: ["withdrawals.not_pending", "withdrawals.not_found"],
  }),
  payable: query({
    for: "operator",
    personal: true,
    says: "What can be paid out to a member whose login an exclusion closes, and where it can go.",
    input: z.object({ memberId: Id }),
    output: z.object({
      memberName: z.string(),
      /** The name payout accounts must be in; null while nothing is verified. */
      verifiedName: z.string().nullable(),
      excludedUntil: Moment,
      available: Balance,
      /** The whole balance may be less. */
      minimum: Amount,
      maximum: Amount,
      leftToday: Balance,
      countLeftToday: z.int(),
      payoutAccounts: z.array(PayoutAccount),
      /** What was still to be staked, 50 lines at most, and all of it in sum: it stops nothing, for it never can be. */
      turnover: z.array(TurnoverLine),
      turnoverLeft: Balance,
      /** Those whose money is held now, oldest first. */
      open: z.array(Withdrawal),
    }),
    errors: ["accounts.not_found", "withdrawals.not_excluded"],
  }),
  requestFor: command({
    for: "operator",
    says: "Asks for a withdrawal on behalf of a member whose login an exclusion closes: it counts as the first approval, and another officer must approve.",
    input: z.object({ requestId: RequestId, memberId: Id, payoutAccountId: Id, amount: Amount, reason: Reason }),
    output: QueuedWithdrawal,
    errors: [
      "accounts.not_found",
      "withdrawals.not_excluded",
      "withdrawals.below_minimum",
      "withdrawals.above_maximum",
      "withdrawals.daily_maximum",
      "withdrawals.daily_count",
      "wallet.insufficient_funds",
      "wallet.closed",
      "payoutAccounts.not_found",
      "payoutAccounts.name_differs",
      "limits.kyc_required",
      "request.id_reused",
    ],
  }),
  proposeReturn: command({
    for: "operator",
    says: "Proposes to give money of an investigated withdrawal back to the member.",
    input: z.object({ id: Uuid, amount: Amount, reason: Reason }),
    output: QueuedWithdrawal,
    errors: ["withdrawals.not_found", "withdrawals.not_investigated", "withdrawals.remaining_too_large"],
  }),
  confirmReturn: command({
    for: "operator",
    says: "Carries out a return another officer proposed, of the amount that was seen: the money goes back to the member.",
    input: z.object({ id: Uuid, amount: Amount, reason: Reason }),
    output: QueuedWithdrawal,
    errors: ["withdrawals.not_found", "withdrawals.return_not_proposed", "withdrawals.own_return"],
  }),
  closeCase: command({
    for: "operator",
    says: "Closes an investigation: the withdrawal counts as received.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: QueuedWithdrawal,
    errors: ["withdrawals.not_found", "withdrawals.not_investigated"],
  }),
});
