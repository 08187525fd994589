import { fits } from "./patterns.ts";

/** How one field is checked: the pattern is one of the generic list. */
interface TextRule {
  readonly required: boolean;
  readonly patternId: number;
  readonly minLength: number;
  readonly maxLength: number;
}

/** The length people count: code points, with a letter and its mark as one where Unicode has one for both. */
export const lengthOf = (text: string): number => [...text.normalize("NFC")].length;

/** What a text breaks of its rule: `required`, `length` (blanks around it not counted) or `pattern` with its number; undefined where it fits. Server and web ask the same question. */
export function findBrokenRule({ required, patternId, minLength, maxLength }: TextRule, given: string): string | undefined {
  const text = given.normalize("NFC");
  const length = lengthOf(text.trim());
  if (length === 0) return required ? "required" : undefined;
  if (length < minLength || length > maxLength) return "length";
  return fits(patternId, text) ? undefined : `pattern${patternId}`;
}
