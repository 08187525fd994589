import type { DiceChoice } from "@laro/contract/core/plays/dice";
import { dice } from "@laro/engines/dice/dice";
import { expect, test } from "vitest";
import { boundTarget, promiseOf, switchSide } from "./diceChoice.ts";

const choices: DiceChoice[] = [2, 4_950, 5_000, 9_799, 200, 3_333].flatMap((target) =>
  (["under", "over"] as const).map((side) => ({ target: boundTarget(target), side })),
);

test("the multiplier shown is 9,900 over the chance in hundredths, rounded down, and pays what the engine pays", () => {
  for (const choice of choices) {
    const { chance, multiplier, payoutMinor } = promiseOf(choice, 2_500n * 100n);
    const winning = Number(chance) * 100;
    expect(multiplier).toBe(Math.floor(990_000 / Math.round(winning)));
    const roll = choice.side === "under" ? 0 : 9_999;
    expect(dice.play({ stakeMinor: 250_000n, choice, stream: { uniform: () => roll } }).winMinor).toBe(payoutMinor);
  }
});

test("changing the side keeps the chance and the payout", () => {
  for (const choice of choices) expect(promiseOf(switchSide(choice), 100n)).toEqual(promiseOf(choice, 100n));
});

test("a target outside the game's bounds is brought to the nearest bound", () => {
  expect([-5, 199, 200, 9_799, 9_900].map(boundTarget)).toEqual([200, 200, 200, 9_799, 9_799]);
});
