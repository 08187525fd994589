import { readFileSync } from "node:fs";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Messages } from "./say.ts";
import { createTranslator, isLanguage, localeOf, type Language, type Translator } from "./t.ts";

/** A catalogue with its ICU messages compiled, as both the web's build and the server use it. */
export function compileCatalogue(json: string): Messages {
  const messages = JSON.parse(json) as Record<string, string>;
  return Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, compileMessage(message)]));
}

const translators = new Map<Language, Translator>();

/** The server's translator for a language code; English for an unknown one. */
export function translatorFor(code: string): Translator {
  const language: Language = isLanguage(code) ? code : "EN";
  const known = translators.get(language);
  if (known !== undefined) return known;
  const messages = compileCatalogue(readFileSync(new URL(`../${localeOf[language]}.json`, import.meta.url), "utf8"));
  const translator = createTranslator(language, messages);
  translators.set(language, translator);
  return translator;
}
