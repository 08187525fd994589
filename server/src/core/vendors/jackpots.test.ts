import { jackpots, type VendorJackpot } from "@laro/contract/jackpots";
import { vendors } from "@laro/contract/vendors";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { listJackpots } from "../../features/jackpots/jackpots.ts";
import { packs } from "../settings/packs.ts";
import { readJackpots } from "./jackpots.ts";
import { lineBounds, setLineBounds } from "./lines.ts";

const MINUTE_MS = 60_000;
/** The only vendor that is asked here, and how many of its games have a jackpot. */
const VENDOR = "JDB";

let world: World;
beforeAll(async () => {
  world = await createWorld({ catalogue: true, vendor: true });
  await world.vendor!.setClock(world.clock.now());
  await asOwner(world.open.url, "update vendor set state = 'off' where code <> $1 and id <> 1", [VENDOR]);
  await asOwner(world.open.url, "update catalogue_version set version = version + 1");
});
beforeEach(async () => {
  await asOwner(world.open.url, "delete from vendor_jackpot_level");
  setLineBounds(world.open.platform, lineBounds);
});
afterAll(() => world.close());

/** What a page is told, past the two seconds in which answers are shared. */
const shown = async (): Promise<readonly VendorJackpot[]> => {
  const { database, config } = world.open.platform;
  return (await listJackpots(database.db, { language: "EN", now: world.clock.now(), pack: packs[config.pack] })).vendors;
};
const kept = () => asOwner<{ amount: string }>(world.open.url, "select amount::text as amount from vendor_jackpot_level");

test("what a vendor says its games' jackpots stand at is asked by a job and shown for five minutes, the largest first, with who says so; no page asks a vendor", async () => {
  expect(await shown()).toEqual([]);
  await readJackpots(world.open.platform);
  const first = await shown();
  expect(first.length).toBeGreaterThan(0);
  expect(first.length).toBeLessThanOrEqual(6);
  expect(first[0]).toMatchObject({ vendorName: VENDOR, simulated: true, at: world.clock.now().toISOString() });
  expect(first.map(({ amount }) => amount)).toEqual(first.map(({ amount }) => amount).toSorted((a, b) => (a < b ? 1 : -1)));
  const told = (await world.guest().call(jackpots.list, { language: "TL" })).vendors;
  expect(told.map(({ nodeId, amount }) => [nodeId, amount])).toEqual(first.map(({ nodeId, amount }) => [nodeId, amount]));
  await world.vendor!.order("dead", 1);
  await world.pass(MINUTE_MS);
  await readJackpots(world.open.platform);
  expect((await shown()).map(({ amount }) => amount)).toEqual(first.map(({ amount }) => amount));
  await world.pass(4 * MINUTE_MS - 1);
  expect(await shown()).toHaveLength(first.length);
  await world.pass(1);
  expect(await shown()).toEqual([]);
  await readJackpots(world.open.platform);
  const later = await shown();
  expect(later).toHaveLength(first.length);
  expect(later[0]!.amount).toBeGreaterThan(first[0]!.amount);
});

test("levels that are too many, in another currency, of games we do not have, or no amounts at all are not kept; what is finer than a centavo is rounded down", async () => {
  for (const [fault, amounts] of [
    ["jackpots-too-many", 0],
    ["jackpots-other-currency", 0],
    ["jackpots-unknown-game", 0],
    ["jackpots-nonsense", 0],
    ["html", 0],
  ] as const) {
    await world.vendor!.order(fault, 1);
    await readJackpots(world.open.platform);
    expect([fault, (await kept()).length]).toEqual([fault, amounts]);
  }
  await world.vendor!.order("jackpots-finer", 1);
  await readJackpots(world.open.platform);
  expect(new Set((await kept()).map(({ amount }) => amount))).toEqual(new Set(["1234567"]));
});

test("the jackpot of a game that cannot be played is not shown, and one its vendor tells of no more is forgotten", async () => {
  await readJackpots(world.open.platform);
  const before = await shown();
  const officer = await world.operator("superadmin");
  await officer.call(vendors.setGame, { nodeId: before[0]!.nodeId, state: "hidden", words: "", reason: "It is being looked at" });
  await expect.poll(async () => (await shown()).map(({ nodeId }) => nodeId)).not.toContain(before[0]!.nodeId);
  await expect
    .poll(
      async () => {
        await readJackpots(world.open.platform);
        const [row] = await asOwner<{ n: number }>(
          world.open.url,
          "select count(*)::int as n from vendor_jackpot_level l join game g on g.id = l.game_id where g.node_id = $1",
          [Number(before[0]!.nodeId)],
        );
        return row!.n;
      },
      { timeout: 5_000, interval: 300 },
    )
    .toBe(0);
});
