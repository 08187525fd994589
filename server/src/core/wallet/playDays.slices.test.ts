import { games } from "@laro/contract/games";
import { afterAll, beforeAll, expect, test } from "vitest";
import { placeBet } from "../../testing/bets.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { listPlay, rollUpPlay, sumPlay } from "./playDays.ts";
import { getWalletId } from "./wallet.ts";
import { soon } from "../../testing/soon.ts";

const DAY_MS = 24 * 60 * 60_000;
const ONE_SLICE = { walletsPerSlice: 2, slicesMax: 1 };

let world: World;
let people: readonly { readonly id: bigint; readonly walletId: bigint }[];
beforeAll(async () => {
  world = await createWorld();
  people = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const { id } = await world.player({ balance: 1_000_00n });
      return { id, walletId: await getWalletId(world.open.platform.database.db, { accountId: id, kind: "main" }) };
    }),
  );
});
afterAll(() => world.close());

const rollUp = (pace: Partial<typeof ONE_SLICE> = {}): Promise<void> => {
  const { database, timeZone } = world.open.platform;
  return rollUpPlay(database, { now: world.clock.now(), timeZone }, pace);
};

const count = async (table: string): Promise<number> =>
  (await asOwner<{ count: number }>(world.open.url, `select count(*)::int as count from ${table}`))[0]!.count;

/** Of what was written last, one wallet's day: a slice may have written two. */
const addToLast = (more: 1 | -1): Promise<unknown> =>
  asOwner(
    world.open.url,
    `update play_day set rounds = rounds + ${more} where (day, wallet_id) = (select day, wallet_id from play_day order by day desc, wallet_id limit 1)`,
  );

const readAll = () => {
  const { database, timeZone } = world.open.platform;
  return Promise.all(
    people.map(async ({ walletId }) => {
      const filter = { basis: "settled" as const, walletIds: [walletId], timeZone };
      return { sum: await sumPlay(database.db, filter), days: await listPlay(database.db, filter) };
    }),
  );
};

const playAll = async (stake: bigint): Promise<void> => {
  for (const { id } of people) await placeBet(world, id, { stake, win: stake / 2n });
};

test("while a day is half written, totals, days of play and the audit say what they said before, slice after slice", async () => {
  await playAll(10_00n);
  await world.pass(DAY_MS);
  await playAll(4_00n);
  await world.pass(DAY_MS);
  const before = await readAll();
  for (let slices = 1; (await count("play_day_done")) < 2; slices++) {
    expect(slices).toBeLessThan(100);
    await rollUp(ONE_SLICE);
    expect(await count("play_day_part")).toBeLessThanOrEqual(slices);
    expect(await readAll()).toEqual(before);
    expect(await world.audit()).toEqual([]);
  }
  // Four people with some wallets each took several slices for each day, each of which wrote its own part.
  expect(await count("play_day_part")).toBeGreaterThan(4);
  expect(await count("play_day")).toBe(2 * people.length);
});

test("a slice that is not what its rounds say is found before its day is done", async () => {
  await playAll(2_00n);
  await world.pass(DAY_MS);
  while ((await count("play_day")) < 2 * people.length + 1) await rollUp(ONE_SLICE);
  expect(await world.audit()).toEqual([]);
  await addToLast(1);
  expect(await world.audit()).toEqual([expect.stringContaining("audit_a9")]);
  await addToLast(-1);
  await rollUp();
  expect(await world.audit()).toEqual([]);
});

test("of processes that write at once none writes twice, and all of a day is written in the end", async () => {
  await playAll(3_00n);
  await world.pass(DAY_MS);
  await Promise.all([1, 2, 3, 4].map(() => rollUp({ walletsPerSlice: 1 })));
  await rollUp();
  expect(await count("play_day")).toBe(4 * people.length);
  expect(await world.audit()).toEqual([]);
});

test("the popularity of games is that of the last day that is written down", async () => {
  const [first] = people;
  await placeBet(world, first!.id, { stake: 1_00n, win: 0n });
  let looks = 0;
  /** Of another size each time, because an answer that everyone shares is kept for a moment; the catalogue itself may be a second old. */
  const expectPopularity = async (order: readonly string[]): Promise<void> => {
    await asOwner(world.open.url, "select graphile_worker.add_job('games:countPopularity', '{}'::json)");
    await world.work();
    await soon(async () => {
      const { list } = await world.guest().call(games.list, { pageSize: 50 + (looks++ % 50) });
      expect(list.map(({ gameCode }) => gameCode).filter((code) => order.includes(code))).toEqual(order);
    });
  };
  await asOwner(world.open.url, "insert into play_day select -1, max(day), 2, 1000, 0, 0 from play_day_done");
  await expectPopularity(["MANGO_RUSH", "DICE"]);
  await asOwner(world.open.url, "delete from play_day where wallet_id = -1");
  await world.pass(DAY_MS);
  await rollUp();
  // What nobody played on that day is not popular for what was played before.
  await expectPopularity(["DICE", "MANGO_RUSH"]);
});
