import { homeSections } from "@laro/contract/core/homeSections";
import { expect, test } from "vitest";
import { differencesOf, shippedMenu } from "./menuDifference.ts";

const ordered = (order: readonly (typeof homeSections)[number][]) => ({ ...shippedMenu, home: order.map((section) => ({ section, isOn: true })) });

test("two equal arrangements have no difference", () => {
  expect(differencesOf(shippedMenu, shippedMenu)).toEqual([]);
});

test("a section that is carried over many others is one that moved, and they are not", () => {
  const order = ["fish" as const, ...homeSections.filter((section) => section !== "fish")];
  expect(differencesOf(shippedMenu, ordered(order))).toEqual([{ kind: "place", section: "fish", before: homeSections.indexOf("fish") + 1, after: 1 }]);
});

test("switches of sections and of entries are said each, both ways", () => {
  const off = { home: shippedMenu.home.map((one) => ({ ...one, isOn: one.section !== "app" })), off: ["RNG" as const] };
  expect(differencesOf(shippedMenu, off)).toEqual([
    { kind: "section", section: "app", isOn: false },
    { kind: "entry", code: "RNG", isOn: false },
  ]);
  expect(differencesOf(off, shippedMenu).map((change) => "isOn" in change && change.isOn)).toEqual([true, true]);
});
