import { rouletteTable } from "@laro/engines/tables/roulette";
import { expect, test } from "vitest";
import { addChips, type Bets, betsOf, changeTo, chipFor, choiceOf, doubleChips, type Layout, shortAmount, takeChips, totalOf, undo } from "./chips.ts";

const limit = 1_000n;

test("a chip is laid on every spot that is named, twice on one named twice, and on none of them above the table's limit", () => {
  expect(addChips({ red: 100n }, { spots: ["red", "17", "17"], chip: 100n, limit })).toEqual({ red: 200n, "17": 200n });
  expect(addChips({ red: 900n }, { spots: ["17"], chip: 100n, limit })).toEqual({ red: 900n, "17": 100n });
  expect(addChips({ red: 900n }, { spots: ["17", "18"], chip: 100n, limit })).toBeUndefined();
  expect(doubleChips({ red: 500n }, limit)).toEqual({ red: 1_000n });
  expect(doubleChips({ red: 600n }, limit)).toBeUndefined();
  expect(takeChips({ red: 600n, "17": 100n }, "red")).toEqual({ "17": 100n });
});

test("every change can be undone, the clearing of the table too, and nothing more than was changed", () => {
  const steps: readonly Bets[] = [{ red: 100n }, { red: 100n, "17": 500n }, {}];
  const last = steps.reduce<Layout>(changeTo, { bets: {}, before: [] });
  const first = undo(undo(undo(last)));
  expect([undo(last).bets, undo(undo(last)).bets, first]).toEqual([steps[1], steps[0], { bets: {}, before: [] }]);
  expect(undo(first)).toEqual(first);
});

test("what lies is what is sent, as the engine reads it, and what was sent lies there again", () => {
  const bets = { red: 12_300n, "14-17": 100n };
  const choice = choiceOf(bets);
  expect(choice).toEqual({ bets: { red: "123.00", "14-17": "1.00" } });
  expect(rouletteTable.parseChoice.safeParse(choice).success).toBe(true);
  expect(rouletteTable.stakeOf(choice)).toBe(totalOf(bets));
  expect(betsOf(choice)).toEqual(bets);
});

test("a chip bears its amount short, never rounded up, in the colour of the largest chip it holds", () => {
  expect([100n, 99_900n, 100_000n, 125_900n, 5_000_000n, 123_456_700n].map(shortAmount)).toEqual(["1", "999", "1K", "1.2K", "50K", "1.2M"]);
  expect([100n, 400n, 500n, 12_300n, 9_000_000n].map(chipFor)).toEqual([100n, 100n, 500n, 10_000n, 100_000n]);
});
