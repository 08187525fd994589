import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Id, Moment, RequestId, Uuid } from "./core/ids.ts";
import { ImageUpload, takesImage } from "./core/images.ts";
import { Amount, Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { Reason } from "./core/reason.ts";
import { compared } from "./core/text.ts";

/**
 * pending → credited, failed or expired by the provider's word; a bank transfer goes pending → submitted (with its slip) → credited or rejected by an
 * officer's, by way of checked where two must agree. Money that arrives after a failure or the expiry is credited all the same.
 */
export const depositStates = ["pending", "submitted", "checked", "credited", "failed", "expired", "rejected"] as const;
export type DepositState = (typeof depositStates)[number];

/** How a method is paid: a QR code to scan, the provider's page, or a bank transfer that an officer checks. */
export const methodKinds = ["qr", "checkout", "transfer"] as const;

export const DepositMethod = z.object({
  code: z.string(),
  name: z.string(),
  kind: z.enum(methodKinds),
  minimum: Amount,
  maximum: Amount,
  /** What the method still takes from this member today. */
  leftToday: Balance,
  minutes: z.int(),
});
export type DepositMethod = z.infer<typeof DepositMethod>;

/** A bonus a member may choose with a deposit. */
export const BonusOffer = z.object({
  code: z.string(),
  name: z.string(),
  percent: z.int(),
  maximum: Balance,
  minimumDeposit: Balance,
  /** How many times the bonus must be staked before it can be released. */
  wagering: z.int(),
  days: z.int(),
});
export type BonusOffer = z.infer<typeof BonusOffer>;

/** Where a bank transfer goes. */
export const ReceivingAccount = z.object({ bank: z.string(), holder: z.string(), number: z.string() });

export const Deposit = z.object({
  id: Uuid,
  /** The short reference people read to each other, such as D-1042. */
  reference: z.string(),
  method: z.string(),
  methodName: z.string(),
  kind: z.enum(methodKinds),
  amount: Balance,
  /** What really arrived; null until something does. */
  paid: Balance.nullable(),
  state: z.enum(depositStates),
  bonusCode: z.string().nullable(),
  bonusName: z.string().nullable(),
  /** What the chosen bonus gave; null until it did. */
  bonus: Balance.nullable(),
  /** The EMVCo payload to draw as a QR code while the deposit is pending. */
  qrPayload: z.string().nullable(),
  /** The provider's page to pay on. */
  payUrl: z.string().nullable(),
  /** Where to transfer the money to, while that is still to be done. */
  receivingAccount: ReceivingAccount.nullable(),
  slipId: Uuid.nullable(),
  /** Why an officer rejected it. */
  reason: z.string().nullable(),
  /** The provider's own number for the payment, for the receipt. */
  providerReference: z.string().nullable(),
  expiresAt: Moment,
  createdAt: Moment,
  settledAt: Moment.nullable(),
});
export type Deposit = z.infer<typeof Deposit>;

/** A row of the officers' queue. */
export const QueuedDeposit = Deposit.extend({
  memberId: Id,
  memberName: z.string(),
  verifiedName: z.string().nullable(),
  decidedBy: z.string().nullable(),
  depositedTotal: Balance,
  /** Who said how much arrived, as far as they agree. */
  approvals: z.array(z.object({ officer: z.string(), paid: Balance, reason: z.string(), at: Moment })),
  /** Above this another officer must find the same amount. */
  aloneUpTo: Balance,
});
export type QueuedDeposit = z.infer<typeof QueuedDeposit>;

/** A payment provider's signed message that was refused, or taken and found to say another thing than what was settled. */
export const FaultyMessage = z.object({
  id: Id,
  /** An error code. */
  fault: z.string(),
  /** What it says; null where it cannot be read. */
  type: z.string().nullable(),
  amount: Balance.nullable(),
  /** The deposit or withdrawal it is about, if there is one. */
  about: z.string().nullable(),
  at: Moment,
});
export type FaultyMessage = z.infer<typeof FaultyMessage>;

export const deposits = contract("deposits", {
  methods: query({
    for: "member",
    says: "The ways to pay in that the pack allows, with their limits, and the bonuses to choose from.",
    input: z.object({}),
    output: z.object({ list: z.array(DepositMethod), bonuses: z.array(BonusOffer), hasLimit: z.boolean() }),
  }),
  create: command({
    for: "member",
    says: "Opens a deposit: with the payment provider a QR code or its page, by bank transfer the account to pay to.",
    transaction: "own",
    rate: { count: 20, windowMs: 60_000 },
    input: z.object({ requestId: RequestId, method: compared(16), amount: Amount, bonusCode: compared(16).optional() }),
    output: Deposit,
    errors: [
      "content.consent_due",
      "deposits.below_minimum",
      "deposits.above_maximum",
      "deposits.daily_maximum",
      "deposits.open_full",
      "deposits.method_closed",
      "deposits.bonus_unknown",
      "deposits.bonus_closed",
      "deposits.provider_unreachable",
      "countries.closed",
      "limits.kyc_required",
      "limits.deposit_reached",
      "protection.excluded",
      "wallet.closed",
      "request.id_reused",
    ],
  }),
  submitSlip: command({
    for: "member",
    says: "Hands in the slip of a bank transfer, for an officer to check. Once its time is over it is asked what opening a deposit is asked.",
    ...takesImage,
    input: z.object({ id: Uuid, slip: ImageUpload }),
    output: Deposit,
    errors: [
      "deposits.not_found",
      "deposits.not_awaiting_slip",
      "content.consent_due",
      "deposits.below_minimum",
      "deposits.above_maximum",
      "deposits.daily_maximum",
      "deposits.open_full",
      "deposits.method_closed",
      "countries.closed",
      "limits.kyc_required",
      "limits.deposit_reached",
      "protection.excluded",
      "wallet.closed",
      "images.not_an_image",
      "images.too_large",
    ],
  }),
  get: query({ for: "member", says: "One of the member's own deposits.", input: z.object({ id: Uuid }), output: Deposit, errors: ["deposits.not_found"] }),
  mine: query({ for: "member", says: "The member's deposits, newest first.", input: PageInput, output: page(Deposit) }),
  queue: query({
    for: "operator",
    personal: true,
    says: "Deposits by state, those that wait for an officer oldest first.",
    input: PageInput.extend({ state: z.enum(depositStates) }),
    output: page(QueuedDeposit).extend({ counts: z.record(z.enum(depositStates), z.int()), creditedToday: Balance }),
  }),
  messages: query({
    for: "operator",
    personal: false,
    says: "The provider's signed messages that need a person's eye, newest first, and how much came in 24 hours that nobody we know signed.",
    input: PageInput,
    output: page(FaultyMessage).extend({ unsigned: z.object({ count: z.int(), addresses: z.int() }) }),
  }),
  approve: command({
    for: "operator",
    says: "Credits a bank transfer with what really arrived; above a limit once another officer said the same amount.",
    input: z.object({ id: Uuid, paid: Amount, reason: Reason }),
    output: QueuedDeposit,
    errors: ["deposits.not_found", "deposits.not_submitted", "deposits.own_approval", "deposits.above_ceiling"],
  }),
  reject: command({
    for: "operator",
    says: "Refuses a bank transfer whose money did not arrive.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: QueuedDeposit,
    errors: ["deposits.not_found", "deposits.not_submitted"],
  }),
});
