import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Id } from "./core/ids.ts";
import { compared, text } from "./core/text.ts";

/** A bound payout account: the name of its bank or wallet, and the number masked. Whoever binds one says the code of a bank from `mine`. */
export const PayoutAccount = z.object({ id: Id, bank: z.string(), holder: z.string(), numberMasked: z.string() });
export type PayoutAccount = z.infer<typeof PayoutAccount>;

export const payoutAccounts = contract("payoutAccounts", {
  mine: query({
    for: "member",
    says: "Where the member's withdrawals can go, and the banks and wallets offered.",
    input: z.object({}),
    output: z.object({ list: z.array(PayoutAccount), banks: z.array(z.object({ code: z.string(), name: z.string() })) }),
  }),
  add: command({
    for: "member",
    says: "Binds a payout account in the member's verified name, if there is one; asks for the payment password.",
    sealed: true,
    transaction: "own",
    input: z.object({
      bank: compared(16),
      holder: text({ min: 2, max: 80 }),
      number: z.string().regex(/^[0-9]{8,20}$/),
      paymentPassword: compared(16),
    }),
    output: PayoutAccount,
    errors: [
      "accounts.payment_password_missing",
      "accounts.payment_password_wrong",
      "accounts.payment_password_locked",
      "payoutAccounts.duplicate",
      "accounts.resting",
      "payoutAccounts.too_many",
      "payoutAccounts.name_differs",
    ],
  }),
});
