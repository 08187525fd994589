import { refuse } from "@laro/contract/core/errors";
import { holdsLink } from "../../platform/links.ts";

/** Seven digits of any script are a telephone number, however they are set apart; what ends a figure sets it apart from the next. */
const NUMBER = /(?:\p{Nd}(?:(?![!?%=])[\s\p{M}\p{P}\p{Sm}\p{Sk}])*){7}/u;
/** Signs that stand for letters in words that hide. */
const DISGUISES: Readonly<Record<string, string>> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s", "!": "i" };

/** Small letters without marks; signs that stand for letters are those letters. */
const plain = (said: string): string =>
  said
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[01345 7@$!]/gu, (sign) => DISGUISES[sign] ?? sign);

const once = (letters: string): string => letters.replaceAll(/(.)\1+/gu, "$1");

/** The words of a text; letters that stand alone one after the other are one word. */
function wordsIn(said: string): readonly string[] {
  const words = plain(said).match(/\p{L}+/gu) ?? [];
  const spelled = words
    .map((word) => (word.length === 1 ? word : " "))
    .join("")
    .split(" ");
  return [...words, ...spelled].filter((word) => word.length > 1);
}

/** What of a text may not stand in a chat: a link, a telephone number, or one of the words the brand lists. Undefined where all of it may. */
export function findFault(said: string, listed: Readonly<Record<string, readonly string[]>>): "chats.link" | "chats.number" | "chats.word" | undefined {
  const wide = said.normalize("NFKC");
  if (holdsLink(wide)) return "chats.link";
  if (NUMBER.test(wide)) return "chats.number";
  const bad = new Set(Object.values(listed).flat().map(once));
  return wordsIn(wide).some((word) => bad.has(once(word))) ? "chats.word" : undefined;
}

/** Refuses a text that may not stand in a chat, and says why. */
export function checkWords(said: string, listed: Readonly<Record<string, readonly string[]>>): void {
  const fault = findFault(said, listed);
  if (fault !== undefined) refuse(fault, { field: "text" });
}
