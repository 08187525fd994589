import { createTranslator, isLanguage, type Key, type Language, type Translator } from "@laro/locales/t";
import { createContext, use } from "react";

/** Current and past choices, as the specification asks (I18N-06). */
const CURRENT = "language";
const HISTORY = "languageHistory";
const HISTORY_MAX = 20;

/** Catalogues are compiled by the build and loaded one by one. */
const catalogues = {
  EN: () => import("@laro/locales/en.json"),
  TY: () => import("@laro/locales/tl.json"),
} as const satisfies Record<Language, () => Promise<{ default: Record<string, unknown> }>>;

/** The language in force: the visitor's choice, else the brand's own. */
export function readLanguage(): Language {
  const stored = localStorage.getItem(CURRENT);
  return stored !== null && isLanguage(stored) ? stored : "EN";
}

/** Remembers a choice and the ones before it. */
export function keepLanguage(language: Language): void {
  const history = JSON.parse(localStorage.getItem(HISTORY) ?? "[]") as string[];
  localStorage.setItem(CURRENT, language);
  localStorage.setItem(HISTORY, JSON.stringify([language, ...history.filter((past) => past !== language)].slice(0, HISTORY_MAX)));
}

export async function loadTranslator(language: Language): Promise<Translator> {
  const { default: messages } = await catalogues[language]();
  return createTranslator(language, messages as Parameters<typeof createTranslator>[1]);
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
