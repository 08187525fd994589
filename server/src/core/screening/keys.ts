import type { ScreeningStrength } from "@laro/contract/screening";
import type { Keys } from "../../platform/keys.ts";
import { blind } from "../../platform/sealing.ts";

/** Somebody on a list, or a member: of either all may be known or the name alone. */
export interface Named {
  readonly name: string;
  /** yyyy-mm-dd; of some entries only the year. */
  readonly birthday?: string | undefined;
}

export interface PersonKey {
  readonly hash: Buffer;
  readonly strength: ScreeningStrength;
}

/** Behind a name or left out, as its bearer likes. */
const SUFFIXES = new Set(["jr", "sr", "ii", "iii", "iv"]);

/** A name in so many words or more can lose one and still be somebody's. */
const LESS_ONE_FROM = 3;
const WORDS_MAX = 8;

/** The words of a name, without marks, in lower case, as they are written. */
const wordsOf = (name: string): readonly string[] =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "" && !SUFFIXES.has(word))
    .slice(0, WORDS_MAX);

const joined = (words: readonly string[]): string => [...words].sort().join(" ");

/**
 * Under which hashes a person is found again: the name alone, with its birthday, first and last word with the birthday, and the name, whole or less one
 * word, with the year. Keyed, so that nobody who has the table can try names.
 */
export function personKeys(keys: Pick<Keys, "dataKey">, { name, birthday }: Named): readonly PersonKey[] {
  const words = wordsOf(name);
  if (words.length < 2) return [];
  const key = (strength: ScreeningStrength, text: string): PersonKey => ({ hash: blind(keys, `screening ${strength}`, text), strength });
  const found = [key("name", joined(words))];
  if (birthday === undefined) return found;
  const year = birthday.slice(0, 4);
  const shortened = words.length < LESS_ONE_FROM ? [] : words.map((_, left) => words.filter((__, at) => at !== left));
  found.push(...[words, ...shortened].map((some) => key("near", `${joined(some)} ${year}`)));
  if (birthday.length === 10) found.push(...[words, [words[0]!, words.at(-1)!]].map((some) => key("birthday", `${joined(some)} ${birthday}`)));
  return [...new Map(found.map((one) => [one.hash.toString("hex"), one])).values()];
}
