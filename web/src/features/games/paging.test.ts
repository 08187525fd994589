import { expect, test } from "vitest";
import { nextPage } from "./paging.ts";

const at = (first: number, last: number) => ({ first, last });

test("a list of up to 200 games is asked for to its end, page after page", () => {
  const order: number[] = [];
  const loaded = new Set([1]);
  for (;;) {
    const next = nextPage({ total: 95, loaded, view: at(0, 11) });
    if (next === undefined) break;
    order.push(next);
    loaded.add(next);
  }
  expect(order).toEqual([2, 3, 4, 5]);
});

test("of a longer one only a hundred tiles ahead of the window are, and no page twice", () => {
  const loaded = new Set([1, 2, 3, 4, 5, 6]);
  expect(nextPage({ total: 10_000, loaded, view: at(0, 41) })).toBe(7);
  expect(nextPage({ total: 10_000, loaded: new Set([...loaded, 7, 8]), view: at(0, 41) })).toBeUndefined();
});

test("after a jump the pages in view come first, then those that follow them", () => {
  expect(nextPage({ total: 10_000, loaded: new Set([1]), view: at(7_990, 8_035) })).toBe(400);
  expect(nextPage({ total: 10_000, loaded: new Set([1, 400, 401, 402]), view: at(7_990, 8_035) })).toBe(403);
  expect(nextPage({ total: 10_000, loaded: new Set([1, 500]), view: at(9_980, 9_999) })).toBeUndefined();
  expect(nextPage({ total: 0, loaded: new Set([1]), view: at(0, 0) })).toBeUndefined();
});
