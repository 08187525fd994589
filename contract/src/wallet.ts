import { z } from "zod";
import { contract, query } from "./core/endpoint.ts";
import { Day, Moment, Uuid } from "./core/ids.ts";
import { Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";

/** Why money moved, as the account record names it. */
export const movementKinds = ["bet", "deposit", "withdrawal", "payout", "adjustment", "reversal", "transfer", "bonus"] as const;
export type MovementKind = (typeof movementKinds)[number];

/** One line of the account record: `amount` is signed from the member's side, `balanceAfter` closes the line. */
export const Movement = z.object({
  seq: z.string(),
  kind: z.enum(movementKinds),
  amount: Balance,
  balanceAfter: Balance,
  reference: Uuid,
  roundId: Uuid.nullable(),
  at: Moment,
});
export type Movement = z.infer<typeof Movement>;

export const wallet = contract("wallet", {
  balance: query({
    for: "member",
    says: "What the member can play with, what is held, and the symbol to show it with.",
    trial: true,
    input: z.object({}),
    output: z.object({ balance: Balance, locked: Balance, bonus: Balance, currencySymbol: z.string() }),
  }),
  history: query({
    for: "member",
    says: "The account record, newest first, optionally of one kind and between two Manila days.",
    input: PageInput.extend({ kind: z.enum(movementKinds).optional(), from: Day.optional(), to: Day.optional() }),
    output: page(Movement),
  }),
});
