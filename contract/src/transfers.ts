import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Moment, RequestId, Uuid } from "./core/ids.ts";
import { Amount, Balance } from "./core/money.ts";
import { moveStates } from "./core/moveStates.ts";
import { page, PageInput } from "./core/page.ts";
import { compared } from "./core/text.ts";

/** One of the member's wallets that money can be moved between: the main wallet, code MAIN, or a vendor's. */
export const FundWallet = z.object({ code: z.string(), name: z.string(), balance: Balance });
export type FundWallet = z.infer<typeof FundWallet>;

/** Money moved to a vendor's wallet or home from it. */
export const FundMove = z.object({
  id: Uuid,
  /** The short reference people read to each other, such as W-1042. */
  reference: z.string(),
  code: z.string(),
  name: z.string(),
  /** in: to the vendor. */
  direction: z.enum(["in", "out"]),
  amount: Balance,
  state: z.enum(moveStates),
  at: Moment,
});
export type FundMove = z.infer<typeof FundMove>;

/** What a recall came to at a vendor: home, on its way, not asked because the vendor said nothing, or nothing there to bring. */
export const FundRecall = z.object({
  code: z.string(),
  name: z.string(),
  outcome: z.enum(["brought", "onItsWay", "unreachable", "empty"]),
  amount: Balance,
});
export type FundRecall = z.infer<typeof FundRecall>;

/** The wallets, and what is on its way between them. */
const Funds = z.object({ list: z.array(FundWallet), moving: z.array(FundMove) });

/** Money one member passed to another of the same line. */
export const MemberTransfer = z.object({
  id: Uuid,
  /** The short reference people read to each other, such as T-1042. */
  reference: z.string(),
  direction: z.enum(["sent", "received"]),
  /** The other member's name, all but its first and last letters hidden. */
  counterpart: z.string(),
  amount: Balance,
  at: Moment,
});
export type MemberTransfer = z.infer<typeof MemberTransfer>;

const moneyErrors = [
  "accounts.resting",
  "agents.held",
  "transfers.closed",
  "transfers.not_verified",
  "transfers.below_minimum",
  "transfers.daily_maximum",
  "transfers.daily_count",
  "transfers.received_today",
  "transfers.new_receiver",
  "withdrawals.turnover_open",
  "wallet.insufficient_funds",
  "wallet.closed",
  "protection.excluded",
  "accounts.payment_password_missing",
  "accounts.payment_password_wrong",
  "accounts.payment_password_locked",
  "request.id_reused",
] as const;

export const transfers = contract("transfers", {
  wallets: query({
    for: "member",
    says: "The member's wallets and what is in each: the main one, those of connected vendors, and any that still holds money; and what is on its way between them.",
    input: z.object({}),
    output: Funds,
  }),
  move: command({
    for: "member",
    says: "Moves an amount between the member's main wallet and a vendor's, once. The vendor is asked for eight seconds; what it has not said by then is on its way.",
    transaction: "own",
    rate: { count: 60, windowMs: 60_000 },
    input: z.object({ requestId: RequestId, from: compared(16), to: compared(16), amount: Amount }),
    output: Funds.extend({ move: FundMove }),
    errors: [
      "transfers.wallet_unknown",
      "transfers.same_wallet",
      "transfers.main_only",
      "transfers.too_many_open",
      "transfers.limit_set",
      "transfers.loss_limit",
      "vendors.unreachable",
      "wallet.insufficient_funds",
      "wallet.closed",
      "protection.excluded",
      "limits.ineligible",
      "limits.restricted",
      "limits.kyc_required",
      "countries.closed",
      "request.id_reused",
    ],
  }),
  recall: command({
    for: "member",
    says: "Brings everything in the vendors' wallets back to the main wallet: asks all of them at once, for eight seconds each, and says what came of each.",
    transaction: "own",
    rate: { count: 60, windowMs: 60_000 },
    input: z.object({ requestId: RequestId }),
    output: Funds.extend({ recalled: Balance, vendors: z.array(FundRecall) }),
    errors: ["wallet.closed"],
  }),
  terms: query({
    for: "member",
    says: "Whether the member may pass money up or down the line, to whom, and how much is left of today.",
    input: z.object({}),
    output: z.object({
      open: z.boolean(),
      verified: z.boolean(),
      /** The upline's name, hidden but for its ends; null without one. */
      upline: z.string().nullable(),
      mayPayDownline: z.boolean(),
      /** The least that one transfer passes on. */
      minimum: Amount,
      leftToday: Balance,
      /** What came by transfer today: it goes on tomorrow at the earliest. */
      receivedToday: Balance,
      hasPaymentPassword: z.boolean(),
    }),
  }),
  toUpline: command({
    for: "member",
    says: "Passes money to the member's own upline.",
    sealed: true,
    transaction: "own",
    input: z.object({ requestId: RequestId, amount: Amount, paymentPassword: compared(16) }),
    output: MemberTransfer,
    errors: ["transfers.no_upline", ...moneyErrors],
  }),
  toDownline: command({
    for: "agent",
    says: "Passes money to one of the agent's own direct downlines.",
    sealed: true,
    transaction: "own",
    input: z.object({ requestId: RequestId, account: compared(64), amount: Amount, paymentPassword: compared(16) }),
    output: MemberTransfer,
    errors: ["transfers.not_downline", ...moneyErrors],
  }),
  mine: query({ for: "member", says: "What the member passed on or was passed, newest first.", input: PageInput, output: page(MemberTransfer) }),
});
