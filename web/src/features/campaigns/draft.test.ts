import { expect, test } from "vitest";
import { readTyped, type Typed, typedOf } from "./draft.operator.ts";

const read = (typed: Partial<Typed>) => readTyped({ ...typedOf(undefined, 0), code: "SUNDAY1", budget: "500", ...typed })?.rule;

test("tickets for golden eggs are read as they are typed: so many of a gift, and so many of each place beside money", () => {
  expect(read({ gives: "egg", amount: "3" })?.gift).toEqual({ gives: "egg", count: 3 });
  expect(read({ on: "ranked", prizes: "1 × 500, 10 x 2 eggs, 3×1 egg" })?.prizes).toEqual([
    { count: 1, gift: { gives: "cash", amount: 500_00n } },
    { count: 10, gift: { gives: "egg", count: 2 } },
    { count: 3, gift: { gives: "egg", count: 1 } },
  ]);
});

test.each(["1 × 1.5 eggs", "1 × eggs", "2 eggs", "1 × 500 points"])("prizes typed as %j are not read", (prizes) => {
  expect(read({ on: "ranked", prizes })).toBeUndefined();
});
