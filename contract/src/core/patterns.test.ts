import { expect, test } from "vitest";
import { expressionOf, fits, patternIds, type PatternId } from "./patterns.ts";

/** What passes and what fails each pattern: the rows' own examples first, then the traps beside them. */
export const verdicts: Readonly<Record<PatternId, { readonly passes: readonly string[]; readonly fails: readonly string[] }>> = {
  1: { passes: ["anything at all", "漢字", "¡#? 123", "1ab"], fails: [] },
  2: { passes: ["a1b2", "A"], fails: ["1ab", "á1", "a b", "аb1", "a1\n"] },
  3: { passes: ["中文12", "1中2", "々〇"], fails: ["abc", "12", "中１", "かな"] },
  4: { passes: ["漢字12"], fails: ["かな", "12", "カナ"] },
  5: {
    passes: ["a@b.co", "o'neil+tag@mail.example.com", "x@xn--80ak6aa92e.xn--p1ai"],
    fails: ["a@b", "a..b@c.co", ".a@b.co", "a@-b.co", "a@b-.co", "a b@c.co", "a@b.c", "@b.co", "ñ@b.co"],
  },
  6: { passes: ["ab12", "12", "ab"], fails: ["ab-1", "ａ1", "a b"] },
  7: { passes: ["ab12", "1a"], fails: ["abcd", "1234", "ab-1"] },
  8: { passes: ["123", "0"], fails: ["12a", "١٢", "-1", "1.0"] },
  9: { passes: ["aB1", "A"], fails: ["ab1", "aB 1", "É1"] },
  10: { passes: ["ab cd", "ab", " ab "], fails: ["ab1", "   ", "ñ o"] },
  11: { passes: ["a-b", "ñ!1"], fails: ["a b", "a\u00A0b", "a\u3000b", "a\tb"] },
  12: { passes: ["中文。", "「中」", "中"], fails: ["abc", "。。", "中1"] },
  13: { passes: ["2024-01-31", "2024-02-29", "1900-12-01"], fails: ["01-31-2024", "2023-02-29", "2024-13-01", "2024-04-31", "2024-1-31", "1899-12-31"] },
  14: { passes: ["01-31-2024", "02-29-2024"], fails: ["2024-01-31", "02-29-2023", "13-01-2024", "04-31-2024"] },
  15: { passes: ["ab cd"], fails: ["a b c", "abcd", "ab  cd", "ab c1", " ab cd"] },
  16: { passes: ["한국", "ㄱ"], fails: ["ab", "한 국", "한1"] },
  17: { passes: ["ไทย", "กำแพง"], fails: ["ab", "ไทย ab", "ไ1"] },
  18: { passes: ["ไทย ab", "ไทย", "ab"], fails: ["12", "ไทย1", "  "] },
  19: { passes: ["AB C", "A"], fails: ["   ", "Ab", "A1"] },
  20: { passes: ["a1!", "~", "ABC"], fails: ["a 1", "é", "a\t1", "ａ"] },
  21: { passes: ["aB1!", "!1Ba"], fails: ["ab1!", "aB12", "aB1 !", "AB1!", "aBc!", "aB1é"] },
  22: {
    passes: ["Ana Cruz", "Ma. Teresa dela Cruz", "José Niño-Reyes", "D’Angelo O'Neil", "李 小龍"],
    fails: ["Ana", "Ana 2", "Ana  Cruz", " Ana Cruz", ".Ana Cruz"],
  },
  23: { passes: ["ひカ漢", "佐々木", "ラーメン"], fails: ["ｶ", "ひ カ", "ab", "ひ1"] },
  24: { passes: ["ABC"], fails: ["AB C", "É", "AbC", "A1"] },
};

const rowOf = (patternId: number): string => `PATTERN-${String(patternId).padStart(2, "0")}`;

test("there are twenty-four patterns, numbered from 1 to 24", () => {
  expect(patternIds).toEqual(Array.from({ length: 24 }, (_, index) => index + 1));
});

test.each(patternIds.map((patternId) => [patternId, rowOf(patternId)] as const))("pattern %i gives the list's verdict of every text (%s)", (patternId) => {
  const { passes, fails } = verdicts[patternId];
  expect(passes.filter((text) => !fits(patternId, text))).toEqual([]);
  expect(fails.filter((text) => fits(patternId, text))).toEqual([]);
});

test("a number that is not of the list lets nothing through", () => {
  for (const patternId of [0, 25, -1, 1.5, Number.NaN]) expect(fits(patternId, "abc")).toBe(false);
});

test("the expression on the wire is the one that is asked, with the flag u", () => {
  for (const patternId of patternIds.filter((id) => id !== 1 && id !== 13 && id !== 14)) {
    const expression = new RegExp(expressionOf(patternId), "u");
    const { passes, fails } = verdicts[patternId];
    for (const text of [...passes, ...fails]) expect([patternId, text, expression.test(text)]).toEqual([patternId, text, fits(patternId, text)]);
  }
});

const LONG = 20_000;
const PATIENCE_MS = 100;
/** Fifteen kinds of text that make an expression with overlapping parts think for ever, each broken at its very end or not at all. */
const hard: readonly string[] = [
  "a".repeat(LONG),
  `${"a".repeat(LONG)}!`,
  "1".repeat(LONG),
  `${"a1".repeat(LONG / 2)} `,
  `${"a.".repeat(LONG / 2)}@`,
  `a@${"b.".repeat(LONG / 2)}`,
  `a@${"b-".repeat(LONG / 2)}.co`,
  `${"a@".repeat(LONG / 2)}b.co`,
  `${"a ".repeat(LONG / 2)}1`,
  " ".repeat(LONG),
  `${"A ".repeat(LONG / 2)}a`,
  `${"中".repeat(LONG)}a`,
  `${"。".repeat(LONG)}a`,
  `${"ไ ".repeat(LONG / 2)}1`,
  `${"e\u0301".repeat(LONG / 2)}2`,
];

test("no pattern thinks long about a text of 20,000 characters", () => {
  for (const patternId of patternIds)
    for (const text of hard) {
      const beganMs = performance.now();
      fits(patternId, text);
      expect([patternId, text.slice(0, 6), performance.now() - beganMs < PATIENCE_MS]).toEqual([patternId, text.slice(0, 6), true]);
    }
});
