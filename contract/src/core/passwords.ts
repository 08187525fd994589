import { lengthOf } from "./rules.ts";

/** Shorter words are in too many good passwords by chance. */
const OWN_WORD_LENGTH_MIN = 4;

const fold = (text: string): string => text.normalize("NFKC").toLowerCase();

/** Whether a password holds one of its owner's own words: a name, or an e-mail address's part before the @; in any case, full-width or not. */
export function holdsOwnWord(password: string, words: readonly (string | undefined)[]): boolean {
  const folded = fold(password);
  return words.some((word = "") => {
    const [own = ""] = fold(word.trim()).split("@");
    return lengthOf(own) >= OWN_WORD_LENGTH_MIN && folded.includes(own);
  });
}

/** Whether a payment password is one of those that are guessed first: one digit all along, or a run up or down. */
export function isWeakPin(digits: string): boolean {
  const steps = [...digits].slice(1).map((digit, index) => Number(digit) - Number(digits[index]));
  return [-1, 0, 1].some((step) => steps.every((taken) => taken === step));
}
