import { mangoRushMachine } from "@laro/engines/slots/mango-rush";
import { settleStops, totalPays } from "@laro/engines/slots/reels";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";
import { packs } from "../settings/packs.ts";
import { engineOf, listHouseGames } from "./catalogue.ts";
import { isNewAt } from "./tiles.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

test("the house's rows say what its engines are", async () => {
  const { rows } = await world.open.platform.database.pool.query(
    `select id, node_id, game_code, name, game_type, stake_min, stake_max, max_win_multiple, rtp_bps, rtp_source, state from game where vendor_id = 1 and game_type <> 'PVP' order by id`,
  );
  expect(rows).toEqual(
    listHouseGames().map((game) => {
      const engine = engineOf(game);
      const { numerator, denominator } = engine.exactReturn();
      return {
        id: game.gameId,
        node_id: Number(game.nodeId),
        game_code: game.gameCode,
        name: game.displayName,
        game_type: engine.gameType,
        stake_min: engine.stakeMin,
        stake_max: engine.stakeMax,
        max_win_multiple: Number(engine.maxWinMultiple.numerator / engine.maxWinMultiple.denominator),
        rtp_bps: Number((numerator * 10_000n) / denominator),
        rtp_source: "exact",
        state: "open",
      };
    }),
  );
});

test.each([
  ["2026-10-04T15:59:59Z", false],
  ["2026-10-04T16:30:00Z", true],
  ["2026-11-03T15:59:59Z", true],
  ["2026-11-03T16:00:00Z", false],
])("a game of 5 October is new on 30 days of Manila's calendar: at %s %j", (now, isNew) => {
  expect(isNewAt({ releasedOn: "2026-10-05" }, { pack: packs.sandbox, now: new Date(now) })).toBe(isNew);
  expect(isNewAt({ releasedOn: null }, { pack: packs.sandbox, now: new Date(now) })).toBe(false);
});

test("Mango Rush's volatility is the step of its deviation, which many spins come near", () => {
  const { strips, lines } = mangoRushMachine;
  const SPINS = 200_000;
  // The same numbers each time (Numerical Recipes' generator).
  let state = 1;
  const draw = (count: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  const wins = Array.from({ length: SPINS }, () => {
    const stops = strips.map((strip) => draw(strip.length));
    return totalPays(settleStops(mangoRushMachine, stops)) / lines.length;
  });
  const mean = wins.reduce((sum, win) => sum + win, 0) / SPINS;
  const deviation = Math.sqrt(wins.reduce((sum, win) => sum + (win - mean) ** 2, 0) / SPINS);
  expect(1 + [1, 3, 7, 15].filter((step) => deviation >= step).length).toBe(3);
});

test("a statement that changes what a lobby shows raises the catalogue's version", async () => {
  const { pool } = world.open.platform.database;
  const read = async (): Promise<bigint> => (await pool.query<{ version: bigint }>("select version from catalogue_version")).rows[0]!.version;
  const before = await read();
  await pool.query("update game set words = words || ' more' where id < 3");
  expect(await read()).toBe(before + 1n);
  await pool.query("update studio set sort = sort");
  expect(await read()).toBe(before + 2n);
});
