/** How one field is checked; `*` as the pattern means any text. */
interface TextRule {
  readonly required: boolean;
  readonly acceptedPattern: string;
  readonly patternId: number;
  readonly minLength: number;
  readonly maxLength: number;
}

const ANY_TEXT = "*";

/** The length people count: code points, with a letter and its mark as one where Unicode has one for both. */
export const lengthOf = (text: string): number => [...text.normalize("NFC")].length;

/** What a text breaks of its rule: `required`, `length` or `pattern` with its number; undefined where it fits. Server and web ask the same question. */
export function findBrokenRule({ required, acceptedPattern, patternId, minLength, maxLength }: TextRule, text: string): string | undefined {
  if (text.trim() === "") return required ? "required" : undefined;
  const length = lengthOf(text);
  if (length < minLength || length > maxLength) return "length";
  return acceptedPattern === ANY_TEXT || new RegExp(acceptedPattern, "u").test(text) ? undefined : `pattern${patternId}`;
}
