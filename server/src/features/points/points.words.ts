import { brand } from "../../core/settings/packs.ts";

/** What an item is called, by language. */
export type Words = Readonly<Record<string, { readonly name: string; readonly description: string }>>;

/** In the language asked for where there are words of it, else in the brand's own. */
export const wordsIn = (words: Words, language: string | undefined): { readonly name: string; readonly description: string } => {
  const asked = words[language?.toUpperCase() ?? ""];
  return asked !== undefined && asked.name !== "" ? asked : (words[brand.defaultLanguage] ?? { name: "", description: "" });
};

/** The names alone, as a redeem keeps them. */
export const namesOf = (words: Words): Record<string, string> => Object.fromEntries(Object.entries(words).map(([language, { name }]) => [language, name]));

export const nameIn = (names: Readonly<Record<string, string>>, language: string | undefined): string =>
  names[language?.toUpperCase() ?? ""] || (names[brand.defaultLanguage] ?? "");
