import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { errorStatus } from "@laro/contract/core/errors";
import { translatorFor } from "@laro/locales/compiled";
import { projectRoot } from "@laro/server/platform/config";
import { expect, test } from "vitest";
import type { Tree } from "./tidy.ts";
import {
  findForeignWords,
  findLocaleGaps,
  findNumberlessPlurals,
  findSpacedPercents,
  findUnequalPlurals,
  findUnspokenErrors,
  findUntranslated,
} from "./tidy.words.ts";

const read = (path: string): string => readFileSync(join(projectRoot, path), "utf8");
const tree: Tree = new Map(globSync(["locales/*.json", "web/src/**/*.{ts,tsx}"], { cwd: projectRoot }).map((path) => [path, read(path)]));
const GLOSSARY = read("locales/glossary.json");

test("every language has the same keys and fills the same placeholders", () => expect(findLocaleGaps(tree)).toEqual([]));
test("every error code has its sentence, and every sentence its code [ERR-47]", () => expect(findUnspokenErrors(tree, Object.keys(errorStatus))).toEqual([]));
test("every branch of a plural says its number, unless it is for one number alone", () => expect(findNumberlessPlurals(tree)).toEqual([]));
test("where grammar knows no plural, every number reads the same words", () => expect(findUnequalPlurals(tree)).toEqual([]));
test("a percent sign stands at its number", () => expect(findSpacedPercents(tree)).toEqual([]));
test("no sentence is left in English", () => expect(findUntranslated(tree)).toEqual([]));
test("Tagalog calls each thing by the glossary's word", () => expect(findForeignWords(tree)).toEqual([]));

test.each([1, 2, 3, 4, 12])("with %d free withdrawals a day, both languages say so many", (count) => {
  const said = {
    EN: count === 1 ? "The first withdrawal" : `The first ${count} withdrawals`,
    TY: count === 1 ? "ang unang withdrawal" : `ang unang ${count} withdrawal`,
  };
  for (const language of ["EN", "TY"] as const) expect(translatorFor(language)("withdrawals.fee.perDay", { count })).toContain(said[language]);
});

/** Each net is shown one planted fault, and must name it. */
const say = (english: string, tagalog: string): Record<string, string> => ({
  "locales/en.json": JSON.stringify({ "a.b": english }),
  "locales/tl.json": JSON.stringify({ "a.b": tagalog }),
  "locales/glossary.json": GLOSSARY,
});
const PLURAL = "{n, plural, one {# day} other {# days}}";
const canaries: readonly (readonly [fault: string, find: (tree: Tree) => readonly string[], files: Record<string, string>, sentence: string])[] = [
  ["a missing key", findLocaleGaps, { "locales/en.json": '{"a.b":"Hi"}', "locales/tl.json": "{}" }, "locales/tl.json lacks a.b"],
  ["a key too many", findLocaleGaps, { "locales/en.json": "{}", "locales/tl.json": '{"a.b":"Hoy"}' }, "locales/tl.json has a.b"],
  ["another placeholder", findLocaleGaps, say("{left, plural, one {# {what}} other {#}}", "{left, plural, one {# {ano}} other {#}}"), "locales/tl.json fills"],
  ["a plural that is none", findLocaleGaps, say(PLURAL, "{n} araw"), "locales/tl.json fills {n} in a.b, where locales/en.json fills {n, plural}"],
  [
    "an error without a sentence",
    (files) => findUnspokenErrors(files, ["bets.closed"]),
    { "locales/en.json": "{}" },
    "locales/en.json lacks errors.bets.closed",
  ],
  [
    "a sentence without an error",
    (files) => findUnspokenErrors(files, []),
    { "locales/en.json": '{"errors.bets.closed":"Closed."}' },
    "has errors.bets.closed",
  ],
  [
    "a plural that drops its number",
    findNumberlessPlurals,
    say(PLURAL, "{n, plural, one {Isang araw} other {# araw}}"),
    "locales/tl.json drops the number in a.b, branch one",
  ],
  [
    "a plural that drops its number inside a choice",
    findNumberlessPlurals,
    say("{what, select, day {{n, plural, one {a day} other {# days}}} other {}}", ""),
    "locales/en.json drops the number in a.b, branch one",
  ],
  [
    "a plural that tells 3 from 4",
    findUnequalPlurals,
    say(PLURAL, "{n, plural, one {# araw na lang} other {# araw pa}}"),
    "locales/tl.json says two things in a.b",
  ],
  [
    "a space before a percent sign",
    findSpacedPercents,
    say("At least {percent} % of it", "Mula {percent}% nito"),
    "locales/en.json has a space before % in a.b",
  ],
  ["a space before a percent sign in Tagalog", findSpacedPercents, say("80% of it", "80 % nito"), "locales/tl.json has a space before % in a.b"],
  ["a space before a percent sign on a screen", findSpacedPercents, { "web/src/ui/Odds.tsx": "<p>{chance} %</p>" }, "web/src/ui/Odds.tsx has a space before %"],
  ["an English sentence", findUntranslated, say("This is not translated.", "This is not translated."), "locales/tl.json says a.b in English"],
  [
    "a forbidden word",
    findForeignWords,
    say("Another officer decides.", "Ibang opisyal ang magpapasya."),
    'says "opisyal" for "officer": write officer or staff (a.b)',
  ],
  ["a forbidden word with its linker", findForeignWords, say("The case is closed.", "Sarado na ang kasong ito."), 'says "kasong" for "case"'],
  ["a forbidden form of a verb", findForeignWords, say("You can log in.", "Puwede kang makapag-login."), 'says "makapag-login" for "log in"'],
  ["another name on a label", findForeignWords, say("Available", "Magagamit"), 'names "Available" "Magagamit": write available (a.b)'],
  ["another name on a label of many", findForeignWords, say("Rounds:", "Mga laro:"), 'names "Rounds:" "Mga laro:": write round (a.b)'],
  ["a loyal game", findForeignWords, say("Fairness of a seed", "Katapatan ng seed"), 'says "Katapatan" for "fairness"'],
  ["a confirmation whose old value reads new", findForeignWords, say("Before", "Bago"), 'names "Before" "Bago": write dati (a.b)'],
  ["a number that is only about so many", findForeignWords, say(PLURAL, "{n, plural, one {mga # araw} other {mga # araw}}"), 'says "mga #": write # alone'],
  ["a word nobody says", findForeignWords, say("You may not do this.", "Hindi mo ito maaaring gawin."), 'says "maaari*": write puwede (a.b)'],
];
test.each(canaries)("%s does not pass unseen", (_fault, find, files, sentence) => {
  expect(find(new Map(Object.entries(files)))).toEqual([expect.stringContaining(sentence)]);
});

const NETS = [findLocaleGaps, findNumberlessPlurals, findUnequalPlurals, findSpacedPercents, findUntranslated, findForeignWords];
test.each([
  ["a branch for none and one for one", "{n, plural, =0 {} =1 {One day} other { # days}}", "{n, plural, =0 {} =1 {Isang araw} one { # araw} other { # araw}}"],
  ["a number said by its name", "{n, plural, one {{n} day} other {{n} days}}", "{n, plural, one {{n} araw} other {{n} araw}}"],
  ["an ordinary word of a forbidden one's letters", "Decided by officials", "Nagpasya ang mga opisyal"],
  ["a name in capitals", "LINE", "LINE"],
  ["a name that is the same", "QR Ph, GCash", "QR Ph, GCash"],
  ["a percent sign at its number", "{figure}% of 80%", "{figure}% ng 80%"],
])("%s is no fault", (_what, english, tagalog) => {
  const files = new Map(Object.entries(say(english, tagalog)));
  expect(NETS.flatMap((find) => find(files))).toEqual([]);
});

test("every term of the glossary has its words, and allows none that it forbids", () => {
  const { terms } = JSON.parse(GLOSSARY) as { terms: { english: string[]; tagalog: string[]; never?: string[] }[] };
  expect(terms.length).toBeGreaterThanOrEqual(120);
  for (const { english, tagalog, never = [] } of terms) {
    expect([english.length, tagalog.length]).not.toContain(0);
    expect(never.filter((word) => tagalog.includes(word))).toEqual([]);
  }
});
