import { bookOf, sumRows } from "@laro/engines/slots/book";
import { haloBook, haloMachine, runHalo } from "@laro/engines/slots/halo-halo";
import { expect, test } from "vitest";
import { proveReturns } from "./returns.ts";

const ROWS = 2 ** 10;
const partOf = { first: 0, end: ROWS } as const;

test("a book whose sums are those of its rows holds; one that pays a hundredth more on one symbol, or states one win more, is caught", () => {
  const part = { ...haloBook, sums: sumRows(haloBook, partOf) };
  const said: string[] = [];
  expect(proveReturns({ books: [part], rows: ROWS, say: (line) => said.push(line) })).toEqual([]);
  expect(said.at(-1)).toBe("HALO_HALO: 1024 of 1024 rows");
  const dearer = { ...haloMachine, pays: haloMachine.pays.map((pays, symbol) => (symbol === 6 ? pays.map((one) => one + 1) : pays)) };
  const changed = bookOf("HALO_HALO", { run: (draw) => runHalo(dearer, draw), sums: part.sums });
  expect(proveReturns({ books: [changed], rows: ROWS })).toHaveLength(1);
  expect(proveReturns({ books: [{ ...part, sums: { ...part.sums, hits: part.sums.hits + 1 } }], rows: ROWS })).toHaveLength(1);
});
