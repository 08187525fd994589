import { Day } from "@laro/contract/core/ids";
import { refuse } from "@laro/contract/core/errors";
import { AMOUNT_MAX_MINOR, parseAmount } from "@laro/contract/core/money";
import { STATEMENT_BYTES_MAX, STATEMENT_HEADING, STATEMENT_LINES_MAX } from "@laro/contract/reconciliation";
import { readCsv } from "../../platform/csv.ts";

/** What came in on the bank's account. */
export interface StatementLine {
  readonly line: number;
  readonly day: string;
  readonly reference: string;
  readonly amountMinor: bigint;
  readonly payer: string;
}

/** The days a statement tells of, the last included. */
export interface Days {
  readonly firstDay: string;
  readonly lastDay: string;
}

const field = "file";
const CELLS = STATEMENT_HEADING.split(",").length;
const TEXT_MAX = 140;
/** Controls, marks of direction and what else nobody sees. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/u;
const TWO_DECIMALS = /\.[0-9]{2}$/;

/** Reads a bank's statement; one line that is not as it should be refuses the whole with its number. Refuses with a code of `reconciliation.statement_`. */
export function readStatement(content: Buffer, days: Days): readonly StatementLine[] {
  if (content.length > STATEMENT_BYTES_MAX) return refuseSize();
  const records = readCsv(readText(content));
  const { value: heading } = records.next();
  if (heading?.cells?.join(",") !== STATEMENT_HEADING) refuse("reconciliation.statement_heading", { field, heading: STATEMENT_HEADING });
  const lines: StatementLine[] = [];
  for (const { line, cells } of records) {
    if (lines.length === STATEMENT_LINES_MAX) return refuseSize();
    lines.push(readLine(line, cells, days));
  }
  return lines;
}

const refuseSize = (): never => refuse("reconciliation.statement_too_large", { field, bytes: STATEMENT_BYTES_MAX, lines: STATEMENT_LINES_MAX });

function readText(content: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return refuse("reconciliation.statement_heading", { field, heading: STATEMENT_HEADING });
  }
}

function readLine(line: number, cells: readonly string[] | undefined, { firstDay, lastDay }: Days): StatementLine {
  if (cells?.length !== CELLS) refuse("reconciliation.statement_line", { field, line });
  const [day = "", reference = "", amount = "", payer = ""] = cells;
  if (!Day.safeParse(day).success || day < firstDay || day > lastDay) refuse("reconciliation.statement_date", { field, line, firstDay, lastDay });
  const amountMinor = TWO_DECIMALS.test(amount) ? (parseAmount(amount) ?? 0n) : 0n;
  if (amountMinor <= 0n || amountMinor > AMOUNT_MAX_MINOR) refuse("reconciliation.statement_amount", { field, line });
  for (const text of [reference, payer])
    if (text.length > TEXT_MAX || INVISIBLE.test(text)) refuse("reconciliation.statement_text", { field, line, maximum: TEXT_MAX });
  return { line, day, reference, amountMinor, payer };
}
