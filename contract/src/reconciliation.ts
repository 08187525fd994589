import { z } from "zod";
import { command, contract, download, query } from "./core/endpoint.ts";
import { Day, Id, Moment, Uuid } from "./core/ids.ts";
import { Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";

/** One day of the ledger held against the payment provider's own report. */
export const ReconciliationDay = z.object({
  day: Day,
  checkedAt: Moment,
  paidIn: Balance,
  paidOut: Balance,
  theirsIn: Balance,
  theirsOut: Balance,
  open: z.int(),
});
export type ReconciliationDay = z.infer<typeof ReconciliationDay>;

/** missingHere: theirs alone; missingThere: ours alone; amount: both, with other amounts. */
export const differenceKinds = ["missingHere", "missingThere", "amount"] as const;

export const Difference = z.object({
  id: Id,
  day: Day,
  flow: z.enum(["payment", "payout"]),
  kind: z.enum(differenceKinds),
  /** The reference both sides know, and the short one people read to each other when it is ours. */
  reference: z.string(),
  shortReference: z.string().nullable(),
  /** Whose money it is, and what its line in the journal goes by, where we know. */
  memberName: z.string().nullable(),
  line: Uuid.nullable(),
  ours: Balance.nullable(),
  theirs: Balance.nullable(),
  explanation: z.string().nullable(),
  explainedBy: z.string().nullable(),
});
export type Difference = z.infer<typeof Difference>;

export const reconciliation = contract("reconciliation", {
  days: query({ for: "operator", personal: false, says: "The days that were checked, newest first.", input: PageInput, output: page(ReconciliationDay) }),
  differences: query({
    for: "operator",
    personal: true,
    says: "What the ledger and the provider's report tell differently, each once, newest first.",
    input: PageInput.extend({ state: z.enum(["open", "explained"]), day: Day.optional() }),
    output: page(Difference),
  }),
  run: command({
    for: "operator",
    says: "Checks a day that is over, again if need be.",
    transaction: "own",
    input: z.object({ day: Day }),
    output: ReconciliationDay,
    errors: ["reconciliation.report_unreachable", "reconciliation.day_not_over"],
  }),
  explain: command({
    for: "operator",
    says: "Says why a difference is there, which closes it.",
    input: z.object({ id: Id, explanation: z.string().trim().min(3).max(200) }),
    output: Difference,
    errors: ["reconciliation.not_found"],
  }),
  differencesCsv: download({
    for: "operator",
    says: "The differences, newest first.",
    file: "text/csv",
    input: z.object({ state: z.enum(["open", "explained"]), day: Day.optional() }),
  }),
});
