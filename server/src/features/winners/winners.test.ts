import { protection } from "@laro/contract/protection";
import { house } from "@laro/contract/house";
import { rounds } from "@laro/contract/rounds";
import { winners } from "@laro/contract/winners";
import { afterAll, beforeAll, expect, test } from "vitest";
import { maskName } from "../../core/accounts/faces.ts";
import { soon } from "../../testing/soon.ts";
import { askAnew } from "../../testing/anew.ts";
import { placeBet } from "../../testing/bets.ts";
import type { Person } from "../../testing/person.ts";
import { settleWinners } from "../../testing/winners.ts";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
let ann: Person & { readonly id: bigint };
beforeAll(async () => {
  world = await createWorld();
  ann = await world.player({ balance: 10_000_00n, name: "mariasantos" });
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

/** Answers are shared for two seconds; another limit is another answer. */
let limitNum = 50;
const board = async () => (await world.guest().call(winners.board, { gameCategory: "ALL", language: "EN", limitNum: limitNum-- })).list;
const gather = () => settleWinners(world);

test.each([
  ["mariasantos", "ma***s"],
  ["abcd", "ab***d"],
  ["abz", "a***"],
  ["a", "a***"],
])("%s is shown as %s", (name, masked) => expect(maskName(name)).toBe(masked));

test("without wins there is no board, and each of its rows is a settled round that paid more than its stake, masked, with the seven keys [CALL-36, ENTITY-39]", async () => {
  expect(await board()).toEqual([]);
  await placeBet(world, ann.id, { stake: 10_00n, win: 0n });
  await placeBet(world, ann.id, { stake: 10_00n, win: 10_00n });
  await placeBet(world, ann.id, { stake: 10_00n, win: 5_00n });
  await gather();
  expect(await board()).toEqual([]);
  await placeBet(world, ann.id, { stake: 10_00n, win: 50_00n });
  const at = world.clock.now().toISOString();
  await gather();
  const list = await board();
  expect(list).toHaveLength(1);
  expect(list[0]).toEqual({
    customerName: "ma***s",
    gameName: "Dice",
    gameType: "BGS",
    iconUrl: expect.stringMatching(/^\/TCG_GAME_ICONS\/1001\.svg\?v=[\w-]{12}$/),
    winAmount: 50_00n,
    gameTime: expect.stringContaining(at.slice(0, 15)),
    nodeId: "1001",
  });
  await gather();
  expect(await board()).toHaveLength(1);
  expect((await world.guest().call(winners.board, { gameCategory: "FISH" })).list).toEqual([]);
});

test("of one member a minute shows two, the largest, and no call gets more than asked for", async () => {
  const ben = await world.player({ balance: 1_000_00n, name: "benjiereyes" });
  for (const win of [20_00n, 90_00n, 40_00n]) await placeBet(world, ben.id, { stake: 10_00n, win });
  await gather();
  expect((await board()).filter(({ customerName }) => customerName === "be***s").map(({ winAmount }) => winAmount)).toEqual(
    expect.arrayContaining([90_00n, 40_00n]),
  );
  expect((await board()).filter(({ customerName }) => customerName === "be***s")).toHaveLength(2);
  expect((await world.guest().call(winners.board, { limitNum: 1 })).list).toHaveLength(1);
  expect((await world.guest().request("GET", "/api/winners.board?limitNum=51")).status).toBe(400);
});

test("a win that officers took back is shown no more, on the board and among its day's", async () => {
  const [first, second] = [await world.operator("risk"), await world.operator("risk")];
  const faye = await world.player({ balance: 1_000_00n, name: "fayemendoza" });
  await placeBet(world, faye.id, { stake: 10_00n, win: 80_00n });
  await gather();
  const shown = async () => (await board()).filter(({ customerName }) => customerName === "fa***a").length;
  expect(await shown()).toBe(1);
  const [round] = (await faye.call(rounds.mine, {})).list;
  const reason = "The provider's result was wrong";
  const { id } = await first.call(house.correctRound, { memberId: faye.id, roundId: round!.id, win: 0n, reason });
  await second.call(house.confirm, { id, reason });
  expect(await shown()).toBe(0);
  expect((await askAnew(world, winners.byDay, {})).list.some(({ customerName }) => customerName === "fa***a")).toBe(false);
});

test("hiding tells everybody once where a win is shown and nobody where none is, whatever is repeated, and so often an hour at most", async () => {
  const [dina, elsa] = [await world.player({ name: "dinalopez" }), await world.player({ balance: 1_000_00n, name: "elsaramos" })];
  await placeBet(world, elsa.id, { stake: 10_00n, win: 60_00n });
  await gather();
  let told = 0;
  const stop = world.open.platform.live.listen(["everyone"], (message) => void ("stale" in message && message.stale.includes("winners.board") && told++));
  for (let times = 0; times < 5; times++) for (const hidden of [true, false]) await dina.call(winners.hide, { hidden });
  expect(await dina.refused(winners.hide, { hidden: true })).toBe("request.too_many");
  for (const hidden of [false, true, true]) await elsa.call(winners.hide, { hidden });
  await soon(() => expect(told).toBe(1));
  expect((await elsa.call(winners.mine, {})).hidden).toBe(true);
  stop();
  expect(told).toBe(1);
});

test("who hides or is excluded is left out at once, and a day's wins are listed by size", async () => {
  const cora = await world.player({ balance: 1_000_00n, name: "coracruz" });
  await placeBet(world, cora.id, { stake: 10_00n, win: 70_00n });
  await gather();
  const has = async () => (await board()).some(({ customerName }) => customerName === "co***z");
  expect([await has(), (await cora.call(winners.mine, {})).hidden]).toEqual([true, false]);
  expect(await cora.call(winners.hide, { hidden: true })).toEqual({ hidden: true });
  expect(await has()).toBe(false);
  await cora.call(winners.hide, { hidden: false });
  const day = await world.guest().call(winners.byDay, {});
  expect(day.list.map(({ winAmount }) => winAmount)).toEqual(day.list.map(({ winAmount }) => winAmount).toSorted((a, b) => (a < b ? 1 : -1)));
  expect([day.days, day.list.some(({ customerName }) => customerName === "co***z")]).toEqual([[day.day], true]);
  await cora.call(protection.takeBreak, { period: "24h" });
  expect(await has()).toBe(false);
  world.clock.advance(25 * 60 * 60_000);
  expect(await board()).toEqual([]);
});
