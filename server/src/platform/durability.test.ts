import { afterAll, beforeAll, expect, test } from "vitest";
import { placeBet } from "../testing/bets.ts";
import { asOwner } from "../testing/owner.ts";
import { openRelay, type Relay } from "../testing/relay.ts";
import { openSister } from "../testing/sister.ts";
import { createWorld, type World } from "../testing/world.ts";
import { openDatabase } from "./db.ts";

let world: World;
let relay: Relay;
beforeAll(async () => {
  world = await createWorld({ runs: true, worker: true });
  relay = await openRelay(world.open.url);
});
afterAll(async () => {
  await relay.close();
  await world.close();
});

/** A startup packet is names and values, each ended by a zero; the first words that follow it are the connection's first statement. */
const optionsOf = (said: string): string => /\0options\0([^\0]*)\0/.exec(said)?.[1] ?? "";

test("every connection of a platform says itself that commits wait for the disk, whatever the database is set to; only what listens does not", async () => {
  await asOwner(world.open.url, "do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$");
  const database = openDatabase(world.open.url, { connections: 1 });
  expect((await database.pool.query("show synchronous_commit")).rows).toEqual([{ synchronous_commit: "on" }]);
  await database.close();
  const sister = await openSister(world, { url: relay.url });
  try {
    const ann = await world.player({ balance: 10_00n });
    await sister.meet(ann).request("GET", "/ready");
    expect(await placeBet({ open: sister.open, clock: world.clock }, ann.id, { stake: 1_00n })).toBe("played");
    // Pages and calls, the listener, a lane of the ledger, and the worker.
    await expect.poll(() => relay.listSaid().length).toBeGreaterThanOrEqual(4);
    const [listeners, others] = [true, false].map((listens) => relay.listSaid().filter((said) => said.includes("listen laro_live") === listens));
    expect(listeners).toHaveLength(1);
    for (const said of others!) expect(optionsOf(said)).toContain("-c synchronous_commit=on");
  } finally {
    await sister.close();
  }
});
