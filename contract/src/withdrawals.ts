import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Id, Moment, RequestId, Uuid } from "./core/ids.ts";
import { Amount, Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";

/** pending → approved → paid → received; pending → rejected; approved → failed (the money came back). */
export const withdrawalStates = ["pending", "approved", "paid", "received", "rejected", "failed"] as const;
export type WithdrawalState = (typeof withdrawalStates)[number];

export const Withdrawal = z.object({
  id: Uuid,
  /** The short reference people read to each other, such as W-1042. */
  reference: z.string(),
  amount: Balance,
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
  closedAt: Moment.nullable(),
});
export type Withdrawal = z.infer<typeof Withdrawal>;

/** A row of the officers' queue. */
export const QueuedWithdrawal = Withdrawal.extend({
  memberId: Id,
  memberName: z.string(),
  holder: z.string(),
  decidedBy: z.string().nullable(),
  balance: Balance,
  depositedTotal: Balance,
});
export type QueuedWithdrawal = z.infer<typeof QueuedWithdrawal>;

const reason = z.string().trim().min(3).max(200);

export const withdrawals = contract("withdrawals", {
  terms: query({
    for: "member",
    says: "What stands between the member and a withdrawal, line by line: limits, turnover, payment password, payout account.",
    input: z.object({}),
    output: z.object({
      minimum: Amount,
      maximum: Amount,
      available: Balance,
      turnoverNeeded: Balance,
      turnoverDone: Balance,
      hasPaymentPassword: z.boolean(),
      hasPayoutAccount: z.boolean(),
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
    input: z.object({ requestId: RequestId, amount: Amount, payoutAccountId: Id, paymentPassword: z.string().max(16) }),
    output: Withdrawal,
    errors: [
      "withdrawals.below_minimum",
      "withdrawals.above_maximum",
      "withdrawals.turnover_open",
      "wallet.insufficient_funds",
      "wallet.closed",
      "payoutAccounts.not_found",
      "accounts.payment_password_missing",
      "accounts.payment_password_wrong",
      "accounts.payment_password_locked",
      "limits.kyc_required",
      "request.id_reused",
    ],
  }),
  confirm: command({
    for: "member",
    says: "The member's answer that the money arrived.",
    input: z.object({ id: Uuid, answer: z.literal("received") }),
    output: Withdrawal,
    errors: ["withdrawals.not_found", "withdrawals.not_paid"],
  }),
  queue: query({
    for: "operator",
    says: "Withdrawals by state, the pending ones oldest first, with what an officer needs to decide.",
    input: PageInput.extend({ state: z.enum(withdrawalStates) }),
    output: page(QueuedWithdrawal).extend({ counts: z.record(z.enum(withdrawalStates), z.int()), paidToday: Balance }),
  }),
  approve: command({
    for: "operator",
    says: "Lets the payout go to the provider.",
    input: z.object({ id: Uuid, reason }),
    output: QueuedWithdrawal,
    errors: ["withdrawals.not_pending", "withdrawals.not_found"],
  }),
  reject: command({
    for: "operator",
    says: "Gives the held money back to the member.",
    input: z.object({ id: Uuid, reason }),
    output: QueuedWithdrawal,
    errors: ["withdrawals.not_pending", "withdrawals.not_found"],
  }),
});
