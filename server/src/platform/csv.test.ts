import { expect, test } from "vitest";
import { csvLine, readCsv } from "./csv.ts";

test("what a spreadsheet would run as a formula stays text, and a negative amount stays a number", () => {
  expect(csvLine(["=1+1", "+639", "@x", "-cmd", "-12.50", 7])).toBe("'=1+1,'+639,'@x,'-cmd,-12.50,7\r\n");
});

test("a formula stays text behind spaces, in full-width signs, in a cell that begins with a semicolon, and after one inside", () => {
  for (const [given, written] of [
    [" =1+1", "' =1+1"],
    ["\u3000\u00a0=1+1", "'\u3000\u00a0=1+1"],
    ["\u200b=1+1", "'\u200b=1+1"],
    ["\u202e=1+1", "'\u202e=1+1"],
    ["＝1+1", "'＝1+1"],
    ["＋1", "'＋1"],
    ["－1", "'－1"],
    ["＠x", "'＠x"],
    ["﹦1", "'﹦1"],
    ["−cmd", "'−cmd"],
    [";=1+1", "\"';'=1+1\""],
    ["; x", '"\'; x"'],
    ["；=1", "'；=1"],
    ["Ann; =1+1", '"Ann;\' =1+1"'],
    ["Ann\t=1+1", "Ann\t'=1+1"],
    ["|=1+1", "'|'=1+1"],
    ['"=1+1', '"\'""=1+1"'],
  ])
    expect(csvLine([given!])).toBe(`${written}\r\n`);
});

test("ordinary words, and a dash or a semicolon among them, stay as they are", () => {
  expect(csvLine(["José Niño-Reyes", "a = b", "", "₱ 20.00", 0])).toBe("José Niño-Reyes,a = b,,₱ 20.00,0\r\n");
  expect(csvLine(["late; lost"])).toBe('"late; lost"\r\n');
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
