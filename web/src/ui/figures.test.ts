import { expect, test } from "vitest";
import { formatSeconds } from "./Countdown.tsx";
import { gmtLabel } from "./DateTime.tsx";
import { cardStyleOf } from "./GameTile.tsx";
import { groupThousands } from "./Money.tsx";

test("thousands are grouped without touching the decimals, however large the amount", () => {
  expect(["0.00", "999.99", "1000", "12345678901234567.05"].map(groupThousands)).toEqual(["0.00", "999.99", "1,000", "12,345,678,901,234,567.05"]);
});

test("a countdown shows hours only when there are some", () => {
  expect([0, 65, 3_600, 3_700].map(formatSeconds)).toEqual(["0:00", "1:05", "1:00:00", "1:01:40"]);
});

test("an offset from Greenwich is named with its sign and its odd minutes", () => {
  expect([480, 0, -300, 330].map(gmtLabel)).toEqual(["GMT+8", "GMT+0", "GMT-5", "GMT+5:30"]);
});

test("a game card's style is its nodeId modulo 5 plus 1", () => {
  expect([0, 4, 5, 7].map(cardStyleOf)).toEqual([1, 5, 1, 3]);
});
