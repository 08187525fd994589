import { expect, test } from "vitest";
import { csvLine, readCsv } from "./csv.ts";

test("what a spreadsheet would run as a formula stays text, and a negative amount stays a number", () => {
  expect(csvLine(["=1+1", "+639", "@x", "-cmd", "-12.50", 7])).toBe("'=1+1,'+639,'@x,'-cmd,-12.50,7\r\n");
});

test("commas, quotes and new lines stay inside their cell", () => {
  expect(csvLine(["a,b", 'say "hi"', "two\nlines"])).toBe('"a,b","say ""hi""","two\nlines"\r\n');
});

test.each(['a,"b', 'a,b"', 'a,"b"c', '"a"",b', "a\rb", 'x\na,"b\n'])("a file whose quotes or lines do not fit, like %j, is not read past that line", (text) => {
  const records = [...readCsv(text)];
  expect(records.at(-1)?.cells).toBeUndefined();
  expect(records.slice(0, -1).every(({ cells }) => cells !== undefined)).toBe(true);
});

test("what is written is read again, with the line each record begins on", () => {
  const written = csvLine(["a,b", 'say "hi"', "two\nlines", ""]) + csvLine(["", "x"]) + "last,one";
  expect([...readCsv(written)]).toEqual([
    { line: 1, cells: ["a,b", 'say "hi"', "two\nlines", ""] },
    { line: 3, cells: ["", "x"] },
    { line: 4, cells: ["last", "one"] },
  ]);
  expect([...readCsv("")]).toEqual([]);
  expect([...readCsv("a\n\n")]).toEqual([
    { line: 1, cells: ["a"] },
    { line: 2, cells: [""] },
  ]);
  expect([...readCsv("a,")]).toEqual([{ line: 1, cells: ["a", ""] }]);
});
