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

let spoken: { readonly language: Language; readonly t: Translator } | undefined;
/** The parts that were asked for, each with its words' coming. */
const parts = new Map([[SHELL, Promise.resolve()]]);

/** The words of every part that was asked for, in one language; it becomes the language that is spoken. */
export async function loadTranslator(language: Language): Promise<Translator> {
  const known = new Map<string, Messages>();
  const isMissing = (part: string): boolean => !known.has(part);
  // A part that is asked for meanwhile comes along: whoever asked has its words in the language before.
  for (let missing = [...parts.keys()]; missing.length > 0; missing = [...parts.keys()].filter(isMissing))
    await Promise.all(missing.map(async (part) => known.set(part, await fetchWords(language, part))));
  const t = createTranslator(language, Object.assign({}, ...known.values()));
  spoken = { language, t };
  return t;
}

async function fetchWords(language: Language, part: string): Promise<Messages> {
  const { default: first, parts: others } = await words[language]();
  return part === SHELL ? first : ((await others[part]?.())?.default ?? {});
}

/** Teaches the site the words of one more of its parts; those that did not come are asked for again by the next who wants them. */
export function loadWords(part: string): Promise<void> {
  const coming = parts.get(part) ?? teach(part).catch((error: unknown) => (parts.delete(part), Promise.reject(error as Error)));
  parts.set(part, coming);
  return coming;
}

async function teach(part: string): Promise<void> {
  const language = spoken?.language ?? readLanguage();
  const messages = await fetchWords(language, part);
  if (spoken?.language === language) spoken.t.learn(messages);
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
