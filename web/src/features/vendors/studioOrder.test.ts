import { expect, test } from "vitest";
import { orderOf } from "./studioOrder.ts";

test("a draft of the studios' order takes in who came since it was begun and leaves out who left", () => {
  expect(orderOf(undefined, ["PT", "PG"])).toEqual(["PT", "PG"]);
  expect(orderOf(["PG", "PT"], ["PT", "PG"])).toEqual(["PG", "PT"]);
  expect(orderOf(["PG", "CQ9", "PT"], ["PT", "PG", "NEW"])).toEqual(["PG", "PT", "NEW"]);
});
