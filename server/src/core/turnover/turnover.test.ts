import { withdrawals } from "@laro/contract/withdrawals";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { stakeOnce } from "../../testing/bets.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { addTurnover, checkTurnover } from "./turnover.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

test("of many open lines the oldest fifty are shown, and what all of them ask for is in the sums and keeps the money back", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  const { begin } = world.open.platform.database;
  const now = world.clock.now();
  await begin(async (tx) => {
    for (let count = 0; count < 60; count++) await addTurnover(tx, { accountId: ann.id, source: "adjustment", sourceId: newId(now), neededMinor: 10_00n, now });
  });
  await stakeOnce(world, ann.id, 15_00n);
  const { turnover, turnoverNeeded, turnoverDone } = await ann.call(withdrawals.terms, {});
  // The first is full, of the second five are done.
  expect([turnover.length, turnover[0]?.done, turnoverNeeded, turnoverDone]).toEqual([50, 5_00n, 590_00n, 5_00n]);
  await expect(begin((tx) => checkTurnover(tx, ann.id))).rejects.toMatchObject({ code: "withdrawals.turnover_open", values: { left: "585.00" } });
  await stakeOnce(world, ann.id, 585_00n);
  expect(await ann.call(withdrawals.terms, {})).toMatchObject({ turnover: [], turnoverNeeded: 0n, turnoverDone: 0n });
  expect(await world.audit()).toEqual([]);
});
