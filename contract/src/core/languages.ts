import { compared } from "./text.ts";

/** The languages of the sites, by the specification's codes; TY is Tagalog. */
export const languages = ["EN", "TY"] as const;

/** The language an answer for everyone is asked for in, in any case. One that is none of ours is the first: nobody makes answers of their own by making up languages. */
export const shownLanguage = compared(8)
  .overwrite((asked) => languages.find((one) => one === asked.toUpperCase()) ?? languages[0])
  .meta({ "x-text": "compared" });
