import { createTranslator, isLanguage, type Key, type Language, type Messages, type Translator } from "@laro/locales/t";
import { createContext, use } from "react";
import { words } from "virtual:words";

/** Current and past choices, as the specification asks (I18N-06). */
const CURRENT = "language";
const HISTORY = "languageHistory";
const HISTORY_MAX = 20;

/** What the address says, as search engines and previews do; until another is chosen. */
let addressed = new URLSearchParams(location.search).get("language");

/** The language in force: the address's, else the visitor's choice, else the brand's own. */
export function readLanguage(): Language {
  const stored = addressed !== null && isLanguage(addressed) ? addressed : localStorage.getItem(CURRENT);
  return stored !== null && isLanguage(stored) ? stored : "EN";
}

/** Remembers a choice and the ones before it. */
export function keepLanguage(language: Language): void {
  const history = JSON.parse(localStorage.getItem(HISTORY) ?? "[]") as string[];
  addressed = null;
  localStorage.setItem(CURRENT, language);
  // The server names the language in the next page, and its words beside it.
  document.cookie = `language=${language}; path=/; max-age=31536000; samesite=lax`;
  localStorage.setItem(HISTORY, JSON.stringify([language, ...history.filter((past) => past !== language)].slice(0, HISTORY_MAX)));
}

/** The part every page starts with. */
const SHELL = "shell";

let current: Translator | undefined;
const loaded = new Set([SHELL]);

/** The words of every part that is open, in one language; it becomes the language that is spoken. */
export async function loadTranslator(language: Language): Promise<Translator> {
  const messages = await Promise.all([...loaded].map((part) => fetchWords(language, part)));
  current = createTranslator(language, Object.assign({}, ...messages));
  return current;
}

const fetchWords = async (language: Language, part: string): Promise<Messages> => ((await words[language][part]?.())?.default ?? {}) as Messages;

/** Teaches the site the words of one more of its parts. */
export async function loadWords(part: string): Promise<void> {
  if (loaded.has(part)) return;
  const language = readLanguage();
  const messages = await fetchWords(language, part);
  loaded.add(part);
  current?.learn(messages);
  // Whoever changed the language meanwhile reads this part in it too.
  if (language !== readLanguage()) current?.learn(await fetchWords(readLanguage(), part));
}

export interface Speech {
  readonly t: Translator;
  readonly language: Language;
  readonly setLanguage: (language: Language) => Promise<void>;
}

const SpeechContext = createContext<Speech | undefined>(undefined);
export const SpeechProvider = SpeechContext.Provider;

export function useSpeech(): Speech {
  const speech = use(SpeechContext);
  if (speech === undefined) throw new Error("useSpeech needs the SpeechProvider.");
  return speech;
}

/** The words: `const t = useT(); t("withdrawals.title")`. */
export const useT = (): Translator => useSpeech().t;

export type { Key, Language };
