import { expect, test } from "vitest";
import en from "../en.json" with { type: "json" };

/** Where English has two spellings the project writes the other one: centre, favourite, licence, colour. */
const OTHER = /\b(center|favorite|license\b|color)/i;
/** The names of an ICU message's branches and values are not read by anyone. */
const NAMES = /\{\w+, select,|\b\w+(?= \{)|\{\w+\}/g;

const findOther = (words: Readonly<Record<string, string>>): readonly string[] =>
  Object.keys(words).filter((key) => OTHER.test((words[key] ?? "").replaceAll(NAMES, "")));

test("each English word of the site has one spelling", () => {
  expect(findOther(en)).toEqual([]);
  expect(findOther({ planted: "See the help center.", branch: "{page, select, favorite {Favourites} other {}}", value: "{color}" })).toEqual(["planted"]);
});
