import { expect, test } from "vitest";
import { runOn, shownAt } from "./running.ts";

test("a pool runs from the last count to the newest and never shows more than would be paid", () => {
  const run = runOn(undefined, { was: 100n, amount: 200n });
  expect([0, 500, 1_000, 5_000, -1].map((permille) => shownAt(run, permille))).toEqual([100n, 150n, 200n, 200n, 100n]);
  expect(runOn(150n, { was: 100n, amount: 200n })).toEqual({ from: 150n, to: 200n });
  expect(runOn(90n, { was: 100n, amount: 200n })).toEqual({ from: 100n, to: 200n });
});

test("a pool that was taken falls at once, and one that nobody plays for stands", () => {
  expect(runOn(9_000n, { was: 500n, amount: 500n })).toEqual({ from: 500n, to: 500n });
  expect(shownAt(runOn(200n, { was: 200n, amount: 200n }), 300)).toBe(200n);
});
