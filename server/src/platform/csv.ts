/** Signs a spreadsheet begins a formula with, full-width and small forms included. */
const SIGNS = "=+\\-@\\u2212\\uFE62\\uFE63\\uFE66\\uFE6B\\uFF0B\\uFF0D\\uFF1D\\uFF20";
/** What a spreadsheet may skip before it looks for one. */
const SKIPPED = "\\s\\p{C}\\p{Default_Ignorable_Code_Point}\\u2800\"'";
/** A formula at the beginning, and after what another country's spreadsheet takes for the next cell. */
const FORMULA = new RegExp(`(^|[;\\t\\r\\n|])(?=[${SKIPPED}]*[${SIGNS}])`, "gu");
const NEXT_CELL = /^[;\uFE54\uFF1B\t\r|]/;
const PLAIN_NUMBER = /^-?[0-9]+(\.[0-9]+)?$/;

/** One line of a CSV file: quoted where it must be, and nothing in it that a spreadsheet would run. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(cell).join(",")}\r\n`;

function cell(value: string | number): string {
  const text = String(value);
  const safe = PLAIN_NUMBER.test(text) ? text : withoutFormulas(text);
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** An apostrophe makes a spreadsheet read what follows as text. */
function withoutFormulas(text: string): string {
  const quiet = text.replaceAll(FORMULA, "$1'");
  return NEXT_CELL.test(quiet) ? `'${quiet}` : quiet;
}

interface CsvRecord {
  /** Where it begins in the file, from 1. */
  readonly line: number;
  /** Undefined where quotes do not fit; nothing after it is read. */
  readonly cells: readonly string[] | undefined;
}

const CELL = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/y;

/** Reads a CSV file strictly (RFC 4180): quotes around a whole cell or nowhere, lines ended by CRLF or LF. */
export function* readCsv(text: string): Generator<CsvRecord> {
  const pattern = new RegExp(CELL);
  let [line, lines, cells] = [1, 1, [] as string[]];
  while (pattern.lastIndex < text.length || cells.length > 0) {
    const found = pattern.exec(text);
    if (found === null) return yield { line, cells: undefined };
    const [whole, quoted, plain, end] = found;
    lines += whole.split("\n").length - 1;
    cells.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === ",") continue;
    yield { line, cells };
    [line, cells] = [lines, []];
  }
}
