/** The words each part of a site can say, cut by the build; see `web/words.ts`. */
declare module "virtual:words" {
  import type { Language } from "@laro/locales/t";

  export const words: Readonly<Record<Language, Readonly<Record<string, () => Promise<{ default: Record<string, unknown> }>>>>>;
}
