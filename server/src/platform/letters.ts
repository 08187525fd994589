/** A letter as a provider takes it. */
export interface Letter {
  /** Ours, and the provider's reference: sent twice under it, a letter arrives once. */
  readonly id: string;
  /** E.164 or an e-mail address. */
  readonly target: string;
  /** Of e-mail alone. */
  readonly subject: string | null;
  readonly body: string;
  /** Of its words: `EN`, `TY`. */
  readonly language: string;
}

/** What the provider calls a letter it took, and what it cost in minor units where it says so. */
export interface TakenLetter {
  readonly reference: string;
  readonly costMinor?: bigint;
}

/** A way out for letters. Throws `LetterRefused` with the provider's words, or any error where there was no answer. */
export interface LetterPort {
  readonly send: (letter: Letter, signal: AbortSignal) => Promise<TakenLetter>;
}

/** The two ways out of a process. */
export interface Letters {
  readonly sms: LetterPort;
  readonly email: LetterPort;
}

const WORDS_LENGTH_MAX = 200;

/** A provider's words as people may read them: plain text, 200 characters at most. */
export const plainWords = (words: string): string =>
  [
    ...words
      .replaceAll(/<[^>]*>|[\p{C}\s]+/gu, " ")
      .replaceAll(/ +/g, " ")
      .trim(),
  ]
    .slice(0, WORDS_LENGTH_MAX)
    .join("");

/** A provider that does not take a letter, in its own words. */
export class LetterRefused extends Error {
  readonly words: string;

  constructor(words: string) {
    super("The provider did not take a letter.");
    this.name = "LetterRefused";
    this.words = plainWords(words);
  }
}
