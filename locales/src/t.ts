import type en from "../en.json";
import { Numerals, say, type Messages } from "./say.ts";

/** A key of the English catalogue, which is the source: a word that is not there does not compile. */
export type Key = keyof typeof en;

/** Values for a message's placeholders, by name or by position (`{0}`). */
export type Values = Readonly<Record<string, string | number | boolean>>;

export interface Translator {
  (key: Key, values?: Values): string;
  /** The BCP 47 tag of the catalogue, for dates and numbers. */
  readonly locale: string;
  /** Adds compiled messages to those it knows. */
  readonly learn: (messages: Messages) => void;
}

/** The brand's language codes and the catalogue each stands for (TY is Tagalog, as the specification spells it). */
export const localeOf = { EN: "en", TY: "tl" } as const satisfies Record<string, string>;
export type Language = keyof typeof localeOf;

export const isLanguage = (code: string): code is Language => Object.hasOwn(localeOf, code);

/** A translator over messages that are compiled already. */
export function createTranslator(language: Language, messages: Messages): Translator {
  const locale = localeOf[language];
  const numerals = new Numerals(locale);
  const known = new Map(Object.entries(messages));
  const learn = (more: Messages): void => Object.entries(more).forEach(([key, message]) => known.set(key, message));
  const translate = (key: Key, values: Values = {}): string => {
    const message = known.get(key);
    return message === undefined ? key : say(message, values, numerals);
  };
  return Object.assign(translate, { locale, learn });
}

export type { Messages };
