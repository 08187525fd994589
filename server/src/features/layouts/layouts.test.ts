import { layouts, LAYOUTS_MAX } from "@laro/contract/layouts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const gameCode = "ROULETTE";
const kept = (place: number, bets: Record<string, unknown>) => ({ gameCode, place, bets });

test("a layout is kept for a table that has layouts, in one of fifteen places, and only as the table would take it", async () => {
  const ann = await world.player();
  expect(await world.guest().refused(layouts.mine, { gameCode })).toBe("sessions.required");
  for (const code of ["DICE", "ROULETTE_1", "constructor", ""]) expect(await ann.refused(layouts.mine, { gameCode: code })).toBe("games.not_found");
  for (const place of [0, LAYOUTS_MAX + 1, 1.5]) {
    const { answer } = await ann.request("POST", "/api/layouts.keep", JSON.stringify(kept(place, { red: "5.00" })));
    expect(answer).toMatchObject({ message: "request.invalid", value: { field: "place" } });
  }
  for (const bets of [{}, { nowhere: "5.00" }, { red: "0.00" }, { red: "5" }, { red: 5 }, { red: "-5.00" }, { red: ["5.00"] }])
    expect(await ann.refusal(layouts.keep, kept(1, bets))).toMatchObject({ code: "rounds.choice_invalid", values: { field: "bets" } });
  expect(await ann.refused(layouts.keep, kept(1, { red: "50000.00", black: "50000.00", even: "50000.00" }))).toBe("rounds.above_maximum");
  expect((await ann.call(layouts.mine, { gameCode })).list).toEqual([]);
});

test("each place holds one layout, by member, whoever keeps it last; what is taken away is gone, and nothing is staked by any of it", async () => {
  const [ann, ben] = [await world.player({ balance: 10_00n }), await world.player()];
  await Promise.all(Array.from({ length: 2 * LAYOUTS_MAX }, (_, at) => ann.call(layouts.keep, kept((at % LAYOUTS_MAX) + 1, { "17": "5.00" }))));
  expect((await ann.call(layouts.mine, { gameCode })).list).toHaveLength(LAYOUTS_MAX);
  for (let place = 3; place <= LAYOUTS_MAX; place += 1) await ann.call(layouts.remove, { gameCode, place });
  await ann.call(layouts.remove, { gameCode, place: 3 });
  await ann.call(layouts.keep, kept(2, { red: "2.00", "17": "1.00" }));
  await ann.call(layouts.keep, kept(2, { red: "2.00", "17": "1.00" }));
  await ben.call(layouts.remove, { gameCode, place: 2 });
  expect((await ann.call(layouts.mine, { gameCode })).list).toEqual([
    { place: 1, bets: { "17": "5.00" }, stake: 5_00n },
    { place: 2, bets: { red: "2.00", "17": "1.00" }, stake: 3_00n },
  ]);
  expect((await ben.call(layouts.mine, { gameCode })).list).toEqual([]);
  expect(await world.audit()).toEqual([]);
});
