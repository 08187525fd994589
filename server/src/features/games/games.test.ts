import { games } from "@laro/contract/games";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";
import { soon } from "../../testing/soon.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

/** Writes the day's count of each game as the worker would, games that are no longer offered included. */
const countAs = (rounds: Readonly<Record<number, number>>) =>
  world.open.platform.database.pool.query(
    `insert into game_popularity (game_id, rounds, counted_at)
     select game::smallint, rounds, now() from unnest($1::int[], $2::bigint[]) as counted (game, rounds)
     on conflict (game_id) do update set rounds = excluded.rounds`,
    [Object.keys(rounds), Object.values(rounds)],
  );
const DICE = 1;
const MANGO_RUSH = 2;
const played = ["DICE", "MANGO_RUSH"];
/** Answers are shared for two seconds; another page size is another answer. */
let looks = 0;
const listPlayed = async () =>
  (await world.guest().call(games.list, { pageSize: 50 + (looks++ % 50) })).list.filter(({ gameCode }) => played.includes(gameCode));
const figures = async () => {
  const list = await listPlayed();
  return Object.fromEntries(list.map(({ gameCode, popularity, isHot }) => [gameCode, [popularity, isHot]]));
};
/** The lobby is from memory and may be a second old. */
const shows = (expected: Awaited<ReturnType<typeof figures>>) => soon(async () => expect(await figures()).toEqual(expected));

test("a tile's popularity is no figure at all until enough games were really played, and for a game only with enough rounds of its own", async () => {
  expect(await figures()).toEqual({ DICE: [null, 0], MANGO_RUSH: [null, 0] });
  await countAs({ [DICE]: 50_000, [MANGO_RUSH]: 20_000 });
  await shows({ DICE: [null, 1], MANGO_RUSH: [null, 1] });
  await countAs(Object.fromEntries(Array.from({ length: 8 }, (_, game) => [101 + game, 1_000 + game])));
  await shows({ DICE: [2_000, 1], MANGO_RUSH: [1_850, 1] });
  await countAs({ [MANGO_RUSH]: 99 });
  await shows({ DICE: [2_000, 1], MANGO_RUSH: [null, 0] });
  expect((await listPlayed()).map(({ gameCode }) => gameCode)).toEqual(played);
});
