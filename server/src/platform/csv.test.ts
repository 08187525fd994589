import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";

test("what a spreadsheet would run as a formula stays text, and a negative amount stays a number", () => {
  expect(csvLine(["=1+1", "+639", "@x", "-cmd", "-12.50", 7])).toBe("'=1+1,'+639,'@x,'-cmd,-12.50,7\r\n");
});

test("commas, quotes and new lines stay inside their cell", () => {
  expect(csvLine(["a,b", 'say "hi"', "two\nlines"])).toBe('"a,b","say ""hi""","two\nlines"\r\n');
});
