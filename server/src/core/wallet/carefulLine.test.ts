import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { CONNECTIONS } from "../../platform/db.ts";
import { placeBet } from "../../testing/bets.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { getWalletId } from "./wallet.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

test("while somebody holds a wallet's row, its postings wait in a line of their own: nobody else's wait for them, and past the line they are refused", async () => {
  const { database } = world.open.platform;
  const [ann, ben] = [await world.player({ balance: 100_00n }), await world.player({ balance: 100_00n })];
  const walletId = await getWalletId(database.db, { accountId: ann.id, kind: "main" });
  const holder = new pg.Client({ connectionString: world.open.url });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query("begin");
  await holder.query("select 1 from wallet where id = $1 for update", [walletId]);
  const decided: string[] = [];
  const bets = Array.from({ length: 40 }, async () => decided.push(await placeBet(world, ann.id, { stake: 1_00n })));
  await expect.poll(() => decided.length).toBe(40 - 17);
  expect(new Set(decided)).toEqual(new Set(["server.busy"]));
  // As many reads as the pool has connections, and another member's bet.
  await Promise.all(Array.from({ length: CONNECTIONS }, () => database.pool.query("select pg_sleep(0.01)")));
  expect(await placeBet(world, ben.id, { stake: 1_00n })).toBe("played");
  expect(decided).toHaveLength(40 - 17);
  await holder.query("rollback");
  await Promise.all(bets);
  expect(decided.filter((code) => code === "played")).toHaveLength(17);
  expect(await world.audit()).toEqual([]);
});
