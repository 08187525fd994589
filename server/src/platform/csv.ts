/** A spreadsheet takes what begins so for a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const PLAIN_NUMBER = /^-?[0-9]+(\.[0-9]+)?$/;

/** One line of a CSV file: quoted where it must be, and nothing in it that a spreadsheet would run. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(cell).join(",")}\r\n`;

function cell(value: string | number): string {
  const text = String(value);
  const safe = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
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
