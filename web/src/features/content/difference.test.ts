import fc from "fast-check";
import { expect, test } from "vitest";
import { CHANGES_MAX, compareWords } from "./difference.ts";

const side = (runs: ReturnType<typeof compareWords>, left: "gone" | "come") =>
  runs
    .filter(({ how }) => how === "kept" || how === left)
    .map(({ words }) => words)
    .join("");

test("what is kept and gone is the old text to the letter, what is kept and come the new one", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", "d\n", "  ", "e"), { maxLength: 30 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const runs = compareWords(before, after);
      expect(side(runs, "gone")).toBe(before);
      expect(side(runs, "come")).toBe(after);
    }),
  );
});

test("one word that changed is one word gone and one come, and all around it stays", () => {
  expect(compareWords("The cashier closes at ten tonight", "The cashier closes at nine tonight")).toEqual([
    { how: "kept", words: "The cashier closes at " },
    { how: "gone", words: "ten " },
    { how: "come", words: "nine " },
    { how: "kept", words: "tonight" },
  ]);
  expect(compareWords("same", "same")).toEqual([{ how: "kept", words: "same" }]);
  expect(compareWords("", "new")).toEqual([{ how: "come", words: "new" }]);
});

test("two long texts with nothing in common are told apart without an endless search", () => {
  const [before, after] = ["a", "b"].map((letter) => Array.from({ length: 2 * CHANGES_MAX }, (_, at) => `${letter}${at}`).join(" "));
  const began = performance.now();
  const runs = compareWords(before ?? "", after ?? "");
  expect(runs.map(({ how }) => how)).toEqual(["gone", "come"]);
  expect(performance.now() - began).toBeLessThan(10_000);
});
