import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Day, Moment, Uuid } from "./core/ids.ts";
import { Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { Reason } from "./core/reason.ts";
import { compared } from "./core/text.ts";

/** Why money moved, as the account record names it. */
export const movementKinds = [
  "bet",
  "deposit",
  "withdrawal",
  "payout",
  "adjustment",
  "reversal",
  "transfer",
  "bonus",
  "fee",
  "refund",
  "hold",
  "forfeiture",
  "commission",
  "resettlement",
  "receivable",
  "prize",
  "points",
  "rebate",
] as const;
export type MovementKind = (typeof movementKinds)[number];

const Line = z.object({
  seq: z.string(),
  kind: z.enum(movementKinds),
  amount: Balance,
  balanceAfter: Balance,
  reference: Uuid,
  roundId: Uuid.nullable(),
  at: Moment,
});

/** The wallets a transfer passed between: codes of the member's own, or MEMBER for another member's. */
export const Passage = z.object({ from: z.string(), to: z.string() });

/** One line of the account record: `amount` is signed from the member's side, `balanceAfter` closes the line. */
export const Movement = Line.extend({
  /** Null for what is no transfer, and where the two wallets cannot be told for certain. */
  between: Passage.nullable(),
});
export type Movement = z.infer<typeof Movement>;

/** A journal line as an officer sees it: of any of the member's wallets, with its far side and what mirrored it. */
export const JournalLine = Line.extend({ wallet: z.string(), contra: z.string(), reversed: z.boolean() });
export type JournalLine = z.infer<typeof JournalLine>;

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
    readsMuch: true,
    input: PageInput.extend({ kind: z.enum(movementKinds).optional(), from: Day.optional(), to: Day.optional() }),
    output: page(Movement),
  }),
  lines: query({
    for: "operator",
    personal: true,
    says: "The journal lines of a member, of all wallets, newest first; of one operation when a reference is given.",
    input: PageInput.extend({ memberName: compared(64), reference: Uuid.optional() }),
    output: page(JournalLine).extend({ wallets: z.array(z.object({ code: z.string(), balance: Balance })), frozen: z.boolean() }),
    errors: ["accounts.not_found"],
  }),
  setFrozen: command({
    for: "operator",
    says: "Freezes a member's money or frees it again: no stake, deposit, withdrawal or transfer goes out; wins and refunds still arrive.",
    input: z.object({ memberName: compared(64), frozen: z.boolean(), reason: Reason }),
    output: z.object({ frozen: z.boolean() }),
    errors: ["accounts.not_found"],
  }),
});
