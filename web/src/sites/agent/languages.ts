import type { Language } from "../../api/language.ts";

export const languageNames = { EN: "English", TY: "Tagalog" } as const satisfies Record<Language, string>;
