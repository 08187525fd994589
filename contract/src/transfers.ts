import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Moment, RequestId, Uuid } from "./core/ids.ts";
import { Amount, Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { compared } from "./core/text.ts";

/** One of the member's wallets that money can be moved between: the main wallet, code MAIN, or a vendor's. */
export const FundWallet = z.object({ code: z.string(), name: z.string(), balance: Balance });
export type FundWallet = z.infer<typeof FundWallet>;

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
  "transfers.daily_maximum",
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
    says: "The member's wallets and what is in each: the main one, those of connected vendors, and any that still holds money.",
    input: z.object({}),
    output: z.object({ list: z.array(FundWallet) }),
  }),
  move: command({
    for: "member",
    says: "Moves an amount from one of the member's wallets to another, once.",
    input: z.object({ requestId: RequestId, from: compared(16), to: compared(16), amount: Amount }),
    output: z.object({ list: z.array(FundWallet) }),
    errors: ["transfers.wallet_unknown", "transfers.same_wallet", "wallet.insufficient_funds", "wallet.closed", "protection.excluded", "request.id_reused"],
  }),
  recall: command({
    for: "member",
    says: "Brings everything in the vendors' wallets back to the main wallet.",
    input: z.object({ requestId: RequestId }),
    output: z.object({ recalled: Balance, list: z.array(FundWallet) }),
    errors: ["wallet.closed", "request.id_reused"],
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
