import { games } from "@laro/contract/games";
import { recents } from "@laro/contract/recents";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { sweepLaunches } from "./launches.ts";

const DAY_MS = 24 * 60 * 60_000;

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

test("launches that are kept no longer all go, so many at a time: a visitor's and an unused ticket after a day, a member's and a game last started after ninety", async () => {
  const ago = (days: number) => new Date(world.clock.now().getTime() - days * DAY_MS);
  for (const [account, days, isOpened] of [
    [null, 2, true],
    [6, 2, false],
    [7, 91, true],
    [8, 89, true],
  ] as const)
    await asOwner(
      world.open.url,
      `insert into launch (id, account_id, game_id, mode, language, at, opened_at)
       select gen_random_uuid(), $1, 1, 'demo', 'EN', $2, case when $3 then $2::timestamptz end from generate_series(1, 5)`,
      [account, ago(days), isOpened],
    );
  const { id } = await world.player();
  for (const [game, days] of [
    [1, 91],
    [2, 89],
  ] as const)
    await asOwner(world.open.url, "insert into started_game values ($1, $2, $3)", [id, game, ago(days)]);
  await sweepLaunches(world.open.platform.database, world.clock.now(), 3);
  expect(await asOwner(world.open.url, "select account_id::int as account, count(*)::int as n from launch group by 1")).toEqual([{ account: 8, n: 5 }]);
  expect(await asOwner(world.open.url, "select game_id as game from started_game")).toEqual([{ game: 2 }]);
});

test("who opens games again and again leaves one row a game, the newest first", async () => {
  const ann = await world.player({ balance: 100_00n });
  const { list } = await ann.call(games.list, { gameType: "BGS" });
  const [one, other] = list.map(({ nodeId }) => nodeId);
  for (const nodeId of [one, other, one, other, one]) await ann.call(games.launch, { nodeId: nodeId! });
  expect((await ann.call(recents.list, {})).list.map(({ nodeId }) => nodeId)).toEqual([one, other]);
  expect(await asOwner(world.open.url, "select count(*)::int as n from started_game where account_id = $1", [ann.id])).toEqual([{ n: 2 }]);
  expect(await asOwner(world.open.url, "select count(*)::int as n from launch where account_id = $1", [ann.id])).toEqual([{ n: 0 }]);
});
