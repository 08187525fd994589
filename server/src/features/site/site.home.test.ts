import { homeSections } from "@laro/contract/core/homeSections";
import { expect, test } from "vitest";
import { arrangeHome } from "./site.home.ts";

const sizes = (given: Readonly<Record<string, number>>, count = 100) => ({ count, sizeOf: (list: string) => given[list] ?? 0 });
const MANY = { HOT: 12, BGS: 31, RNG: 700, LIVE: 110, FISH: 70 };

test("with many games every row of home stands by itself, in the operator's order", () => {
  expect(arrangeHome(homeSections, sizes(MANY))).toEqual({ home: [...homeSections], few: false, joins: {} });
});

test("a row of fewer than four games joins the next one, and the last stays", () => {
  const { home, joins } = arrangeHome(homeSections, sizes({ ...MANY, HOT: 3, LIVE: 1, FISH: 2 }));
  expect(home).not.toContain("hot");
  expect(home).not.toContain("live");
  expect(home).toContain("fish");
  expect(joins).toEqual({ inhouse: ["HOT", "BGS"], fish: ["LIVE", "FISH"] });
});

test("rows that are short together go on together, and an empty one is nobody's neighbour", () => {
  const { home, joins } = arrangeHome(["fish", "rng", "hot", "live"], sizes({ ...MANY, FISH: 1, RNG: 2, HOT: 0 }));
  expect(home).toEqual(["hot", "live"]);
  expect(joins).toEqual({ live: ["FISH", "RNG", "LIVE"] });
});

test("below twelve games one section shows them all: neither hot games nor rows of a type", () => {
  const { home, few, joins } = arrangeHome(homeSections, sizes(MANY, 11));
  expect(few).toBe(true);
  expect(home.filter((code) => ["hot", "inhouse", "rng", "live", "fish"].includes(code))).toEqual(["inhouse"]);
  expect(home).toEqual(expect.arrayContaining(["lead", "banners", "fair", "limits", "app"]));
  expect(joins).toEqual({});
});
