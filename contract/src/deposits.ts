import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Moment, RequestId, Uuid } from "./core/ids.ts";
import { Amount, Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";

/** pending → credited, failed or expired; money that arrives after a failure or the expiry is credited all the same. */
export const depositStates = ["pending", "credited", "failed", "expired"] as const;
export type DepositState = (typeof depositStates)[number];

export const DepositMethod = z.object({ code: z.string(), name: z.string(), minimum: Amount, maximum: Amount, minutes: z.int() });

export const Deposit = z.object({
  id: Uuid,
  /** The short reference people read to each other, such as D-1042. */
  reference: z.string(),
  method: z.string(),
  amount: Balance,
  /** What really arrived; null until something does. */
  paid: Balance.nullable(),
  state: z.enum(depositStates),
  /** The EMVCo payload to draw as a QR code while the deposit is pending. */
  qrPayload: z.string().nullable(),
  /** The provider's page to pay on. */
  payUrl: z.string().nullable(),
  expiresAt: Moment,
  createdAt: Moment,
  settledAt: Moment.nullable(),
});
export type Deposit = z.infer<typeof Deposit>;

export const deposits = contract("deposits", {
  methods: query({
    for: "member",
    says: "The ways to pay in that the pack allows, with their limits.",
    input: z.object({}),
    output: z.object({ list: z.array(DepositMethod) }),
  }),
  create: command({
    for: "member",
    says: "Opens a deposit with the payment provider and answers its QR payload.",
    transaction: "own",
    rate: { count: 20, windowMs: 60_000 },
    input: z.object({ requestId: RequestId, method: z.string().max(16), amount: Amount }),
    output: Deposit,
    errors: [
      "deposits.below_minimum",
      "deposits.above_maximum",
      "deposits.method_closed",
      "deposits.provider_unreachable",
      "limits.kyc_required",
      "wallet.closed",
      "request.id_reused",
    ],
  }),
  get: query({ for: "member", says: "One of the member's own deposits.", input: z.object({ id: Uuid }), output: Deposit, errors: ["deposits.not_found"] }),
  mine: query({ for: "member", says: "The member's deposits, newest first.", input: PageInput, output: page(Deposit) }),
});
