/** Words of someone in danger, or whom play harms, as they are written in English and Tagalog. A stem stands for what begins with it. */
const phrases = [
  // A life in danger.
  "suicid*",
  "kill myself",
  "end my life",
  "end it all",
  "want to die",
  "better off dead",
  "hurt myself",
  "harm myself",
  "self harm",
  "no reason to live",
  "magpakamatay",
  "magpapakamatay",
  "nagpapakamatay",
  "patayin ang sarili",
  "saktan ang sarili",
  "ayoko nang mabuhay",
  "ayaw ko nang mabuhay",
  "wala nang saysay ang buhay",
  // Play that harms.
  "addict*",
  "gambling problem*",
  "problem gambl*",
  "cant stop",
  "cannot stop",
  "lost everything",
  "lost all my money",
  "lost my savings",
  "exclude me",
  "self exclu*",
  "adik",
  "naaadik",
  "lulong",
  "nalulong",
  "di mapigil*",
  "hindi mapigil*",
  "hindi ko mapigil*",
  "hindi na ako makatigil",
  "baon sa utang",
  "naubos ang pera ko",
] as const;

const escaped = phrases.map((phrase) => phrase.replace("*", "\\p{L}*"));
const HARM = new RegExp(`(?<!\\p{L})(?:${escaped.join("|")})(?!\\p{L})`, "u");

/** However it is typed: in any case, with accents or not, with apostrophes and hyphens or not. */
const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/[\p{M}'’]/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ");

/** Whether a message speaks of harm, so that an officer reads it first. It misses some and finds some that mean no harm: it only sorts a queue. */
export const speaksOfHarm = (text: string): boolean => HARM.test(plain(text));
