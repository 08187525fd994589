import { z } from "zod";
import { contract, download, query } from "./core/endpoint.ts";
import { Day } from "./core/ids.ts";
import { Balance } from "./core/money.ts";
import { compared } from "./core/text.ts";
import { movementKinds } from "./wallet.ts";

/** Play in one day: what was staked, what came back, and the difference. */
export const ProfitLine = z.object({ day: Day, rounds: z.int(), stake: Balance, win: Balance, profit: Balance });
export type ProfitLine = z.infer<typeof ProfitLine>;

/** A calendar month in the pack's time zone, yyyy-mm. */
export const Month = z.string().regex(/^[2-9][0-9]{3}-(0[1-9]|1[0-2])$/);

/**
 * One month of a member's money over all wallets together, so that what moved between them cancels out:
 * opening + deposits − withdrawals − stakes + wins + bonuses + commissions + transfers + adjustments = closing.
 */
export const Statement = z.object({
  month: Month,
  opening: Balance,
  deposits: Balance,
  /** What was paid out, with its fees; what is only held is still the member's. */
  withdrawals: Balance,
  stakes: Balance,
  wins: Balance,
  bonuses: Balance,
  /** What an agent was paid by contracts. */
  commissions: Balance,
  /** To and from other members; signed, as corrections are. */
  transfers: Balance,
  adjustments: Balance,
  closing: Balance,
  lines: z.int(),
});
export type Statement = z.infer<typeof Statement>;

const span = { from: Day, to: Day };

export const reports = contract("reports", {
  profit: query({
    for: "member",
    says: "Profit and loss by Manila day, newest first, with the totals of the span; at most 366 days.",
    readsMuch: true,
    input: z.object({ ...span, gameCode: compared(64).optional() }),
    output: z.object({ list: z.array(ProfitLine), rounds: z.int(), stake: Balance, win: Balance, profit: Balance }),
    errors: ["games.not_found"],
  }),
  months: query({
    for: "member",
    says: "The credit report: one statement for each month with the platform, newest first.",
    readsMuch: true,
    input: z.object({}),
    output: z.object({ list: z.array(Statement) }),
  }),
  statement: query({ for: "member", says: "The statement of one month.", readsMuch: true, input: z.object({ month: Month }), output: Statement }),
  statementPdf: download({ for: "member", says: "The statement of one month, to print.", file: "application/pdf", input: z.object({ month: Month }) }),
  roundsCsv: download({
    for: "member",
    says: "The betting record of a span, one round a line, with all that the round is computed again from; its seeds are `seeds.export`.",
    file: "text/csv",
    input: z.object({ from: Day.optional(), to: Day.optional(), gameCode: compared(64).optional() }),
    errors: ["games.not_found"],
  }),
  movementsCsv: download({
    for: "member",
    says: "The account record of a span, one journal line a line.",
    file: "text/csv",
    input: z.object({ from: Day.optional(), to: Day.optional(), kind: z.enum(movementKinds).optional() }),
  }),
});
