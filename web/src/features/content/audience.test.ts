import { expect, test } from "vitest";
import { isPopupFor, isShownOnWeb } from "./audience.ts";

const seen = (execution: string) => [false, true].map((isMember) => isPopupFor({ platform: "W", execution: execution as "A" }, isMember));

test("a popup of an unknown execution shows to nobody, one for telephones not on the web [ENTITY-23]", () => {
  expect(["A", "B", "F", "X", "", "toString"].map(seen)).toEqual([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
    [false, false],
    [false, false],
  ]);
  expect(isPopupFor({ platform: "M", execution: "A" }, true)).toBe(false);
  expect((["W", "A", "M"] as const).map((platform) => isShownOnWeb({ platform }))).toEqual([true, true, false]);
});
