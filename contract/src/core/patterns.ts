const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\x2D]+";
const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9\\x2D]{0,61}[A-Za-z0-9])?";
const YEAR = "(?:19|20)[0-9]{2}";
const MONTH_AND_DAY = "(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])";
const NAME = "\\p{L}[\\p{L}\\p{M}.'’\\x2D]*";
const HAN_AND_DIGITS = "^(?=[0-9]*\\p{Script=Han})[\\p{Script=Han}0-9]+$";

/** A lone star: any text. */
export const ANY_TEXT = "*";

/**
 * The specification's generic list (VALID-45), by its numbers: anchored, read with the flag `u`, neighbouring parts disjoint, so that each takes time in
 * proportion to the text. The fourth is the third by another name.
 */
const expressions = {
  1: ANY_TEXT,
  2: "^[A-Za-z][A-Za-z0-9]*$",
  3: HAN_AND_DIGITS,
  4: HAN_AND_DIGITS,
  5: `^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9\\x2D]{1,59})$`,
  6: "^[A-Za-z0-9]+$",
  7: "^(?=[0-9]*[A-Za-z])(?=[A-Za-z]*[0-9])[A-Za-z0-9]+$",
  8: "^[0-9]+$",
  9: "^(?=[a-z0-9]*[A-Z])[A-Za-z0-9]+$",
  10: "^ *[A-Za-z][A-Za-z ]*$",
  11: "^\\S+$",
  12: "^(?=\\p{P}*\\p{Script=Han})[\\p{Script=Han}\\p{P}]+$",
  13: `^${YEAR}-${MONTH_AND_DAY}$`,
  14: `^${MONTH_AND_DAY}-${YEAR}$`,
  15: "^[A-Za-z]+ [A-Za-z]+$",
  16: "^\\p{Script=Hangul}+$",
  17: "^\\p{Script=Thai}+$",
  18: "^ *[\\p{Script=Thai}A-Za-z][\\p{Script=Thai}A-Za-z ]*$",
  19: "^ *[A-Z][A-Z ]*$",
  20: "^[\\x21-\\x7E]+$",
  21: "^(?=[^A-Z]*[A-Z])(?=[^a-z]*[a-z])(?=[^0-9]*[0-9])(?=[A-Za-z0-9]*[^A-Za-z0-9])[\\x21-\\x7E]+$",
  22: `^${NAME}(?: ${NAME})+$`,
  23: "^[\\u3041-\\u3096\\u309D-\\u309F\\u30A1-\\u30FA\\u30FC-\\u30FF\\p{Script=Han}]+$",
  24: "^[A-Z]+$",
} as const;

export type PatternId = keyof typeof expressions;

export const patternIds = Object.keys(expressions).map(Number) as readonly PatternId[];

/** The expression of a pattern as it goes over the wire; nobody types one. */
export const expressionOf = (patternId: PatternId): string => expressions[patternId];

const isPatternId = (patternId: number): patternId is PatternId => Object.hasOwn(expressions, patternId);

const compiled = new Map<PatternId, RegExp>();

function compile(patternId: PatternId): RegExp {
  const known = compiled.get(patternId) ?? new RegExp(expressions[patternId], "u");
  compiled.set(patternId, known);
  return known;
}

/** A date's day exists: 2023-02-29 does not. */
function isDay(year: string, month: string, day: string): boolean {
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`);
}

/** Whether a text fits a pattern of the list; server and web ask the same question. A number that is not of the list lets nothing through. */
export function fits(patternId: number, text: string): boolean {
  if (!isPatternId(patternId)) return false;
  if (patternId === 1) return true;
  if (!compile(patternId).test(text)) return false;
  if (patternId === 13) return isDay(text.slice(0, 4), text.slice(5, 7), text.slice(8));
  return patternId !== 14 || isDay(text.slice(6), text.slice(0, 2), text.slice(3, 5));
}
