/** What every catalogue of words keeps: the same keys, the same placeholders, the numbers, the glossary. */
import { compileCatalogue } from "@laro/locales/compiled";
import { localeOf, type Messages } from "@laro/locales/t";
import { select, type Net, type Tree } from "./tidy.ts";

interface Catalogue {
  readonly path: string;
  readonly locale: string;
  readonly messages: Messages;
}

const SOURCE = "locales/en.json";
const TAGALOG = "locales/tl.json";
const GLOSSARY = "locales/glossary.json";

const readCatalogues = (tree: Tree): readonly Catalogue[] =>
  Object.values(localeOf).flatMap((locale) => {
    const path = `locales/${locale}.json`;
    const json = tree.get(path);
    return json === undefined ? [] : [{ path, locale, messages: compileCatalogue(json) }];
  });

const readMessages = (catalogues: readonly Catalogue[], wanted: string): Messages => catalogues.find(({ path }) => path === wanted)?.messages ?? {};

/** A placeholder of a compiled message: its name, its format (`plural`, `select`, none) and its branches. */
interface Placeholder {
  readonly name: string;
  readonly format: string;
  readonly branches: readonly (readonly [when: string, message: unknown])[];
}

function readPlaceholder(token: readonly unknown[]): Placeholder {
  const [name, format, options] = token;
  const branches = typeof options === "object" && options !== null ? Object.entries(options).filter(([when]) => when !== "offset") : [];
  return { name: String(name), format: typeof format === "string" ? format : "", branches };
}

/** Every placeholder of a compiled message, those inside branches too. */
function listPlaceholders(message: unknown): readonly Placeholder[] {
  if (!Array.isArray(message)) return [];
  return message.filter(Array.isArray).flatMap((token) => {
    const placeholder = readPlaceholder(token);
    return [placeholder, ...placeholder.branches.flatMap(([, branch]) => listPlaceholders(branch))];
  });
}

function describePlaceholders(message: unknown): string {
  const formats = new Map<string, string>();
  for (const { name, format } of listPlaceholders(message)) formats.set(name, format || (formats.get(name) ?? ""));
  return (
    [...formats]
      .map(([name, format]) => `{${[name, format].filter(Boolean).join(", ")}}`)
      .sort()
      .join(" ") || "none"
  );
}

/** Every language says the same keys with the same placeholders as English, which is the source. */
export const findLocaleGaps: Net = (tree) => {
  const catalogues = readCatalogues(tree);
  const source = readMessages(catalogues, SOURCE);
  return catalogues.flatMap(({ path, messages }) => [
    ...Object.keys(source)
      .filter((key) => !(key in messages))
      .map((key) => `${path} lacks ${key}`),
    ...Object.keys(messages)
      .filter((key) => !(key in source))
      .map((key) => `${path} has ${key}, which ${SOURCE} lacks`),
    ...Object.entries(messages)
      .filter(([key, message]) => key in source && describePlaceholders(message) !== describePlaceholders(source[key]))
      .map(([key, message]) => `${path} fills ${describePlaceholders(message)} in ${key}, where ${SOURCE} fills ${describePlaceholders(source[key])}`),
  ]);
};

/** Faults the browser sees by itself have a sentence and no code of the server. */
const BROWSER_FAULT = /^errors\.network\./;

/** Every code of the closed table has its sentence, and no sentence is left of a code that went. */
export function findUnspokenErrors(tree: Tree, codes: readonly string[]): readonly string[] {
  const sentences = Object.keys(JSON.parse(tree.get(SOURCE) ?? "{}") as object).filter((key) => key.startsWith("errors.") && !BROWSER_FAULT.test(key));
  return [
    ...codes.filter((code) => !sentences.includes(`errors.${code}`)).map((code) => `${SOURCE} lacks errors.${code}`),
    ...sentences
      .filter((key) => !codes.includes(key.slice("errors.".length)))
      .map((key) => `${SOURCE} has ${key}, which is no code of contract/src/core/errors.ts`),
  ];
}

/** What a translator writes for one number alone, on purpose: `=0`, `=1`. */
const FOR_ONE_NUMBER = /^\d+$/;

const saysNumber = (branch: unknown, name: string): boolean =>
  Array.isArray(branch) && branch.some((token) => token === "#" || (Array.isArray(token) && listPlaceholders([token]).some((inner) => inner.name === name)));

/** A category of a plural can stand for many numbers (`one` is 1, 2 and 3 in Tagalog), so its words say which. */
export const findNumberlessPlurals: Net = (tree) =>
  readCatalogues(tree).flatMap(({ path, messages }) =>
    Object.entries(messages).flatMap(([key, message]) =>
      listPlaceholders(message)
        .filter(({ format }) => format === "plural" || format === "selectordinal")
        .flatMap(({ name, branches }) =>
          branches
            .filter(([when, branch]) => !FOR_ONE_NUMBER.test(when) && !saysNumber(branch, name))
            .map(([when]) => `${path} drops the number in ${key}, branch ${when}: write # in it, or =1 {…} for one alone`),
        ),
    ),
  );

/** Where `one` holds more numbers than one, the reader of 3 and the reader of 4 read the same words. */
export const findUnequalPlurals: Net = (tree) =>
  readCatalogues(tree)
    .filter(({ locale }) => new Intl.PluralRules(locale).select(2) === "one")
    .flatMap(({ path, messages }) =>
      Object.entries(messages).flatMap(([key, message]) =>
        listPlaceholders(message)
          .filter(({ format }) => format === "plural")
          .map(({ branches }) => Object.fromEntries(branches))
          .filter((branches) => "one" in branches && JSON.stringify(branches["one"]) !== JSON.stringify(branches["other"]))
          .map(() => `${path} says two things in ${key}: "one" and "other" differ by number here, not by grammar; write the same words in both`),
      ),
    );

/** The words of a compiled message in all its branches; `{}` stands where a value goes. */
const readWords = (message: unknown): string => (Array.isArray(message) ? message.map(readToken).join("") : String(message));

function readToken(token: unknown): string {
  if (!Array.isArray(token)) return String(token);
  const { branches } = readPlaceholder(token);
  return branches.length === 0 ? "{}" : branches.map(([, branch]) => readWords(branch)).join(" / ");
}

const SPACED = /(?:\d|\{\}|#)\s+%/;
const SPACED_IN_CODE = /\} +%(?=[<`"'])/;

/** A percent sign stands at its number, in words and beside figures on a screen. */
export const findSpacedPercents: Net = (tree) => [
  ...readCatalogues(tree).flatMap(({ path, messages }) =>
    Object.entries(messages)
      .filter(([, message]) => SPACED.test(readWords(message)))
      .map(([key]) => `${path} has a space before % in ${key}: write 80%`),
  ),
  ...select(tree, /^web\/src\/.*\.tsx?$/)
    .filter(([, code]) => SPACED_IN_CODE.test(code))
    .map(([path]) => `${path} has a space before %: write {figure}%`),
];

/** A name may be the same in two languages; a sentence is not. */
const LONGEST_NAME = 3;

export const findUntranslated: Net = (tree) => {
  const catalogues = readCatalogues(tree);
  const source = readMessages(catalogues, SOURCE);
  return catalogues
    .filter(({ path }) => path !== SOURCE)
    .flatMap(({ path, messages }) =>
      Object.entries(messages)
        .map(([key, message]) => [key, readWords(message)] as const)
        .filter(([key, words]) => words === readWords(source[key]) && (words.match(/\p{L}+/gu) ?? []).length > LONGEST_NAME)
        .map(([key]) => `${path} says ${key} in English`),
    );
};

interface Term {
  readonly english: readonly string[];
  /** What stands on a screen for it. */
  readonly tagalog: readonly string[];
  /** What never stands for it. A word with `*` is every word that begins or ends so. */
  readonly never?: readonly string[];
}

interface Glossary {
  readonly terms: readonly Term[];
  readonly nowhere: readonly { readonly never: string; readonly write: string }[];
}

/** The words as whole words; a hyphen is part of one. */
const asWords = (words: readonly string[], ending = ""): RegExp => {
  const forms = words.map((word) => word.replace(/[.()]/g, "\\$&").replaceAll("*", "[\\p{L}-]*"));
  return new RegExp(`(?<![\\p{L}-])(?:${forms.join("|")})${ending}(?![\\p{L}-])`, "iu");
};

/** "Deposits:" is the label "deposit", "LINE" is none: a name in capitals keeps them. */
const asLabel = (words: string): string => words.replace(/:$/, "").replace(/^\p{L}/u, (letter) => letter.toLowerCase());

function findBrokenTerms(english: string, tagalog: string, terms: readonly Term[]): readonly string[] {
  const broken = terms.flatMap((term) => {
    const found = term.never && asWords(term.english, "(?:s|es)?").test(english) ? asWords(term.never).exec(tagalog)?.[0] : undefined;
    return found === undefined ? [] : [`says "${found}" for "${term.english[0]}": write ${term.tagalog.join(" or ")}`];
  });
  const label = asLabel(english);
  const named = terms.filter((term) => term.english.some((word) => [word, `${word}s`, word.replace(/^to /, "")].includes(label)));
  const allowed = named.flatMap((term) => term.tagalog.map((word) => word.toLowerCase()));
  const name = asLabel(tagalog).toLowerCase();
  const isNamed = named.length === 0 || allowed.includes(name) || allowed.includes(name.replace(/^mga /, ""));
  return isNamed ? broken : [...broken, `names "${english}" "${tagalog}": write ${allowed.join(" or ")}`];
}

/** What English calls by one name, Tagalog calls by the glossary's, and by none it forbids. */
export const findForeignWords: Net = (tree) => {
  const { terms, nowhere } = JSON.parse(tree.get(GLOSSARY) ?? '{"terms":[],"nowhere":[]}') as Glossary;
  const catalogues = readCatalogues(tree);
  const source = readMessages(catalogues, SOURCE);
  return Object.entries(readMessages(catalogues, TAGALOG)).flatMap(([key, message]) => {
    const words = readWords(message);
    return [
      ...findBrokenTerms(readWords(source[key] ?? ""), words, terms),
      ...nowhere.filter(({ never }) => asWords([never]).test(words)).map(({ never, write }) => `says "${never}": write ${write}`),
    ].map((fault) => `${TAGALOG} ${fault} (${key})`);
  });
};
