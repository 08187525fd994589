/** The words each part of a site can say, cut by the build; see `web/words.ts`. */
declare module "virtual:words" {
  import type { Language, Messages } from "@laro/locales/t";

  /** What every page says in a language, and ways to load what each other part says. */
  interface FirstWords {
    readonly default: Messages;
    readonly parts: Readonly<Record<string, () => Promise<{ default: Messages }>>>;
  }

  export const words: Readonly<Record<Language, () => Promise<FirstWords>>>;
}
