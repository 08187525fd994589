import { dice } from "@laro/engines/dice/dice";
import { limbo } from "@laro/engines/minis/limbo";
import { mangoRush } from "@laro/engines/slots/mango-rush";
import { expect, test } from "vitest";
import { engineOf, listHouseGames } from "./catalogue.ts";
import { packs } from "../settings/packs.ts";
import { checkStakeInForce, stakesInForce, takesStakes } from "./stakes.ts";

const packOf = (maxWinMinor: bigint, stakeMaxMinor = 100_000_00n) => ({ play: { maxWinMinor, stakeMaxMinor } });

test("the most that may be staked is the least of game, market, officers and what the largest win allows, in whole steps", () => {
  const { numerator, denominator } = mangoRush.maxWinMultiple;
  expect(stakesInForce(mangoRush, packOf(2_000_000_00n)).stakeMax).toBe(mangoRush.stakeMax);
  expect(stakesInForce(mangoRush, packOf(2_000_000_00n, 500_50n)).stakeMax).toBe(500_00n);
  expect(stakesInForce(mangoRush, packOf(2_000_000_00n), { stakeMin: 2_00n, stakeMax: 50_00n })).toMatchObject({ stakeMin: 2_00n, stakeMax: 50_00n });
  const bounded = stakesInForce(mangoRush, packOf((numerator * 7_50n) / denominator)).stakeMax;
  expect(bounded).toBe(7_00n);
  expect(takesStakes(stakesInForce(mangoRush, packOf(2_000_000_00n), { stakeMin: 50_00n, stakeMax: 2_00n }))).toBe(false);
});

test("where odds are chosen the stake is held against the choice, and the refusal names the largest stake", () => {
  const asked = { engine: limbo, pack: packOf(1_000_00n), set: undefined, field: "stake" } as const;
  expect(stakesInForce(limbo, asked.pack).stakeMax).toBe(limbo.stakeMax);
  expect(() => checkStakeInForce({ ...asked, stake: 200_00n, choice: { target: 500 } })).not.toThrow();
  expect(() => checkStakeInForce({ ...asked, stake: 200_00n, choice: { target: 501 } })).toThrow(
    expect.objectContaining({ code: "rounds.above_liability", values: { field: "stake", maximum: "199.00" } }),
  );
  const roll = { ...asked, engine: dice, pack: packOf(1_000_00n), stake: 100_00n };
  expect(() => checkStakeInForce({ ...roll, choice: { target: 5_000, side: "under" } })).not.toThrow();
  expect(() => checkStakeInForce({ ...roll, choice: { target: 200, side: "under" } })).toThrow(expect.objectContaining({ code: "rounds.above_liability" }));
});

test("no market lets a round of a house game win more than its bound", () => {
  for (const pack of Object.values(packs)) {
    for (const engine of listHouseGames().map(engineOf)) {
      const { stakeMax } = stakesInForce(engine, pack);
      const { numerator, denominator } = engine.maxWinMultiple;
      if (engine.multipleOf === undefined) expect(stakeMax * numerator).toBeLessThanOrEqual(pack.play.maxWinMinor * denominator);
      expect(stakeMax).toBeGreaterThanOrEqual(engine.stakeMin);
    }
  }
});
