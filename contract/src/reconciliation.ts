import { z } from "zod";
import { command, contract, download, query } from "./core/endpoint.ts";
import { Day, Id, Moment, Uuid } from "./core/ids.ts";
import { Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { compared, text } from "./core/text.ts";

/** Whose report is held against our books when nobody is named: the payment provider. Any other party is a vendor, by its code. */
export const PROVIDER = "psp";
const Party = compared(16);

/** One day of our books held against a party's own report. Of a vendor, in is staked and out is won. */
export const ReconciliationDay = z.object({
  party: z.string(),
  day: Day,
  /** missing: the party told nothing of it; where it isCut, it told something, but not to the end in time. */
  state: z.enum(["checked", "missing"]),
  /** Whether it told more differences than are listed. */
  isCut: z.boolean(),
  checkedAt: Moment,
  paidIn: Balance,
  paidOut: Balance,
  theirsIn: Balance,
  theirsOut: Balance,
  open: z.int(),
  explained: z.int(),
});
export type ReconciliationDay = z.infer<typeof ReconciliationDay>;

/**
 * missingHere: theirs alone; missingThere: ours alone; amount: both, with other amounts; ownWord: both tell the same of a bank transfer, but an officer who approved it
 * handed the statement in. Of vendors besides: otherPlayer and otherDay, which theirs has under another player or on another day; fraction: what of a win is below the
 * smallest coin and was not paid; receivable: what was taken back of a member who had spent it; unmatched: what a vendor's own wallet had more of (theirs) or less of (ours)
 * than its records tell, for a day; sums: what the day came to, where no entry tells why it differs; its reference is the day.
 */
export const differenceKinds = [
  "missingHere",
  "missingThere",
  "amount",
  "ownWord",
  "otherPlayer",
  "otherDay",
  "fraction",
  "receivable",
  "unmatched",
  "sums",
] as const;
/** What vendors report. */
export const vendorFlows = ["stake", "win", "rollback", "prize"] as const;
export type VendorFlow = (typeof vendorFlows)[number];

/** How the platform itself explains a difference; `explainedBy` is then "system". */
export const systemExplanations = { cameLater: "resolved by itself", replaced: "the statement was replaced" } as const;

export const Difference = z.object({
  id: Id,
  party: z.string(),
  day: Day,
  /** The provider's payments and payouts, or bank transfers, which the bank's statement tells of; what a vendor reports, or what stands in its own wallet. */
  flow: z.enum(["payment", "payout", "transfer", "purse", ...vendorFlows]),
  kind: z.enum(differenceKinds),
  /** The reference both sides know, and the short one people read to each other when it is ours. */
  reference: z.string(),
  shortReference: z.string().nullable(),
  /** Whose money it is, and what its line in the journal goes by, where we know. */
  memberName: z.string().nullable(),
  line: Uuid.nullable(),
  /** Who paid, as the bank's statement names them, where that is all we know. */
  payer: z.string().nullable(),
  ours: Balance.nullable(),
  theirs: Balance.nullable(),
  /** What the amounts do not tell: their other day or player, or an amount with its fraction. */
  said: z.string().nullable(),
  explanation: z.string().nullable(),
  explainedBy: z.string().nullable(),
});
export type Difference = z.infer<typeof Difference>;

/** The largest file of a bank's statement, decoded. */
export const STATEMENT_BYTES_MAX = 1_048_576;
export const STATEMENT_LINES_MAX = 5_000;
export const STATEMENT_DAYS_MAX = 31;
/** The file travels as base64 inside JSON, so the body is a third longer, and has other fields. */
const STATEMENT_BODY_BYTES_MAX = Math.ceil((STATEMENT_BYTES_MAX * 4) / 3) + 16 * 1024;
/** The first line of every statement: UTF-8, a comma between cells, what has one in quotes. Dates like 2026-11-22, amounts like 1250.00, incoming money only. */
export const STATEMENT_HEADING = "date,reference,amount,payer";

/** A statement of the bank that was imported. */
export const BankStatement = z.object({
  id: Id,
  firstDay: Day,
  lastDay: Day,
  /** SHA-256 of the file, in hexadecimal digits. */
  digest: z.string(),
  lines: z.int(),
  total: Balance,
  /** Lines of which the deposit is found. */
  matched: z.int(),
  importedBy: z.string(),
  importedAt: Moment,
  /** When another statement of the same days took its place. */
  replacedAt: Moment.nullable(),
});
export type BankStatement = z.infer<typeof BankStatement>;

export const reconciliation = contract("reconciliation", {
  days: query({
    for: "operator",
    personal: false,
    says: "The days of a party that were checked, newest first; of the payment provider where nobody is named.",
    input: PageInput.extend({ party: Party.optional() }),
    output: page(ReconciliationDay),
  }),
  differences: query({
    for: "operator",
    personal: true,
    says: "What our books and a party's report tell differently, each once, newest first.",
    input: PageInput.extend({ state: z.enum(["open", "explained"]), day: Day.optional(), party: Party.optional() }),
    output: page(Difference),
  }),
  run: command({
    for: "operator",
    says: "Checks a day that is over, again if need be: of the payment provider, or of a vendor.",
    transaction: "own",
    input: z.object({ day: Day, party: Party.optional() }),
    output: ReconciliationDay,
    errors: ["reconciliation.report_unreachable", "reconciliation.day_not_over", "reconciliation.no_report", "vendors.not_found"],
  }),
  explain: command({
    for: "operator",
    says: "Says why a difference is there, which closes it.",
    input: z.object({ id: Id, explanation: text({ min: 3, max: 200 }) }),
    output: Difference,
    errors: ["reconciliation.not_found", "reconciliation.own_approval"],
  }),
  statements: query({
    for: "operator",
    personal: false,
    says: "The bank's statements that were imported, newest first.",
    input: PageInput,
    output: page(BankStatement),
  }),
  importStatement: command({
    for: "operator",
    says: `Imports the bank's statement of some days, a CSV file of the columns ${STATEMENT_HEADING}, and holds it against the transfers that were credited. The same file answers its first import.`,
    transaction: "own",
    rate: { count: 20, windowMs: 60_000 },
    bodyLimitBytes: STATEMENT_BODY_BYTES_MAX,
    input: z.object({
      firstDay: Day,
      lastDay: Day,
      /** The file as base64. */
      file: z
        .string()
        .min(1)
        .max(STATEMENT_BODY_BYTES_MAX)
        .regex(/^[A-Za-z0-9+/]+={0,2}$/),
    }),
    output: BankStatement.extend({ isRepeated: z.boolean() }),
    errors: [
      "reconciliation.day_not_over",
      "reconciliation.statement_days",
      "reconciliation.statement_too_large",
      "reconciliation.statement_heading",
      "reconciliation.statement_line",
      "reconciliation.statement_date",
      "reconciliation.statement_amount",
      "reconciliation.statement_text",
      "reconciliation.statement_overlaps",
    ],
  }),
  differencesCsv: download({
    for: "operator",
    says: "The differences, newest first.",
    file: "text/csv",
    input: z.object({ state: z.enum(["open", "explained"]), day: Day.optional(), party: Party.optional() }),
  }),
});
