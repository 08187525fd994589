import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { sweepLaunches } from "./launches.ts";

const DAY_MS = 24 * 60 * 60_000;

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

test("launches that are kept no longer all go, so many at a time, a visitor's after a day and a member's after ninety", async () => {
  const ago = (days: number) => new Date(world.clock.now().getTime() - days * DAY_MS);
  for (const [account, days] of [
    [null, 2],
    [7, 91],
    [8, 89],
  ] as const)
    await asOwner(
      world.open.url,
      "insert into launch (id, account_id, game_id, mode, language, at) select gen_random_uuid(), $1, 1, 'demo', 'EN', $2 from generate_series(1, 5)",
      [account, ago(days)],
    );
  await sweepLaunches(world.open.platform.database, world.clock.now(), 3);
  expect(await asOwner(world.open.url, "select account_id::int as account, count(*)::int as n from launch group by 1")).toEqual([{ account: 8, n: 5 }]);
});
