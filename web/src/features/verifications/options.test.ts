import { idTypes, natureOfWorks, sourcesOfIncome } from "@laro/contract/verifications";
import en from "@laro/locales/en.json" with { type: "json" };
import tl from "@laro/locales/tl.json" with { type: "json" };
import { expect, test } from "vitest";

type Labels = Readonly<Record<string, string>>;

const lists = { idTypes, income: sourcesOfIncome, works: natureOfWorks };

/** What a catalogue calls each option of a list, by the option's key. */
const labelsOf = (words: Labels, list: string): Labels =>
  Object.fromEntries(
    Object.entries(words)
      .filter(([key]) => key.startsWith(`verifications.${list}.`))
      .map(([key, label]) => [key.split(".").at(-1), label]),
  );

test.each(Object.entries(lists))(
  "in English the options of %s are the specification's own, and each has a label in Tagalog [ENTITY-28, ENTITY-30, ENTITY-31]",
  (list, options) => {
    expect(labelsOf(en, list)).toEqual(options);
    expect(Object.keys(labelsOf(tl, list))).toEqual(Object.keys(options));
    expect(Object.values(labelsOf(tl, list)).filter((label) => label.trim() === "")).toEqual([]);
  },
);

test("in Tagalog no kind of work stands under its English words [ENTITY-31]", () => {
  const labels = labelsOf(tl, "works");
  const english = Object.entries(natureOfWorks).filter(([key, text]) => labels[key] === undefined || labels[key] === text);
  expect(english).toEqual([]);
});
