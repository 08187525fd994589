/**
 * Proof of the returns of games that are books: every one of their 1,048,576 rows is expanded and added up, and the sums must be those the engine states, from
 * which the shown return, spread, frequency of wins and largest win follow. A few minutes a book: `npm run proof returns`. Each test run adds up a part.
 */
import { isDeepStrictEqual } from "node:util";
import { BOOK_ROWS, BookTally, type Book } from "@laro/engines/slots/book";
import { bulkanBook } from "@laro/engines/slots/bulkan-ways";
import { haloBook } from "@laro/engines/slots/halo-halo";

export interface ReturnsProof {
  readonly books: readonly Book<{ readonly pays: number }>[];
  readonly rows?: number;
  readonly say?: (line: string) => void;
}

const STEPS = 16;
const inWords = (sums: object): string => JSON.stringify(sums, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));

/** Adds up whole books; no faults means that each returns what it says. */
export function proveReturns({ books, rows = BOOK_ROWS, say = () => undefined }: ReturnsProof): string[] {
  return books.flatMap(({ gameCode, expand, sums }) => {
    const tally = new BookTally();
    for (let row = 0; row < rows; row += 1) {
      tally.add(expand(row).pays);
      if ((row + 1) % (rows / STEPS) === 0) say(`${gameCode}: ${row + 1} of ${rows} rows`);
    }
    const found = tally.sums();
    return isDeepStrictEqual(found, sums) ? [] : [`${gameCode} says ${inWords(sums)}, its rows add up to ${inWords(found)}`];
  });
}

if (import.meta.main) {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const faults = proveReturns({ books: [haloBook, bulkanBook], say });
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length === 0) say("Every book returns what it says.");
  process.exitCode = faults.length === 0 ? 0 : 1;
}
