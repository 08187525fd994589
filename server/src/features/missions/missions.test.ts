import { campaigns } from "@laro/contract/campaigns";
import { leaderboards } from "@laro/contract/leaderboards";
import { missions } from "@laro/contract/missions";
import { protection } from "@laro/contract/protection";
import { rewards } from "@laro/contract/rewards";
import { wallet } from "@laro/contract/wallet";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { beginCounting, count, openCampaign } from "../../testing/campaigns.ts";
import { enterAgain } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { play } from "../../testing/vip.ts";
import { createWorld, type World } from "../../testing/world.ts";

const HOUR_MS = 60 * 60_000;
let world: World;
let officer: Person;
beforeAll(async () => {
  world = await createWorld();
  await beginCounting(world);
});
beforeEach(async () => void (officer = await world.operator("marketing")));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const mission = (target: bigint) => openCampaign(world, officer, { rule: { trigger: { on: "played", target, categories: [] } } });
const openBoard = () =>
  openCampaign(world, officer, {
    endsAt: new Date(world.clock.now().getTime() + HOUR_MS).toISOString(),
    rule: {
      trigger: { on: "ranked", categories: [] },
      gift: null,
      prizes: [
        { count: 1, gift: { gives: "cash", amount: 300_00n } },
        { count: 1, gift: { gives: "points", points: 500 } },
      ],
    },
  });

test("the summary is a GET that lists missions with progress, and counts those that run and can be claimed, as the badges do [CALL-51]", async () => {
  const [small, large] = [await mission(50_00n), await mission(500_00n)];
  const ann = await world.player();
  expect(await world.guest().refused(missions.summary, {})).toBe("sessions.required");
  expect([missions.summary.method, (await ann.call(rewards.summary, {})).missionCount]).toEqual(["GET", 0]);
  for (const code of [small, large]) await ann.call(campaigns.join, { code });
  await play(world, [ann.id, 60_00n, 0n]);
  await count(world);
  const summary = await ann.call(missions.summary, { language: "TY" });
  const shown = summary.list.filter(({ code }) => [small, large].includes(code)).map(({ label, progress, target }) => [label, progress, target]);
  expect([summary.running, summary.claimable, shown]).toEqual([
    1,
    1,
    [
      ["claim", "6000", "5000"],
      ["signed", "6000", "50000"],
    ],
  ]);
  expect(summary.countedUpTo).not.toBeNull();
  expect(await ann.call(rewards.summary, {})).toMatchObject({ missionCount: 1, availablePromoCount: 1 });
  await ann.call(campaigns.claim, { code: small });
  expect([(await ann.call(missions.summary, {})).claimable, (await ann.call(rewards.summary, {})).missionCount]).toEqual([0, 0]);
});

test("the leaderboard is a GET with masked names by score, who was there first before an equal one, and the member's own place; who did not join is not listed [CALL-52]", async () => {
  const code = await openBoard();
  const [ann, ben, cat, dan] = [await world.player(), await world.player(), await world.player(), await world.player()];
  expect(missions.leaderboard.method).toBe("GET");
  for (const one of [ann, ben, cat]) await one.call(leaderboards.join, { code });
  expect(await ann.refused(leaderboards.join, { code })).toBe("campaigns.already_in");
  await play(world, [ann.id, 40_00n, 0n], [dan.id, 900_00n, 0n]);
  await world.pass(60_000);
  await play(world, [ben.id, 40_00n, 0n], [cat.id, 90_00n, 0n]);
  await count(world);
  const { board } = await ben.call(missions.leaderboard, {});
  expect(board?.top.map(({ place, score, isMine }) => [place, score, isMine])).toEqual([
    [1, 90_00n, false],
    [2, 40_00n, false],
    [3, 40_00n, true],
  ]);
  for (const { name } of board!.top) expect(name).toMatch(/^pl\*\*\*/);
  expect([board?.mine, (await dan.call(missions.leaderboard, {})).board?.mine]).toEqual([{ place: 3, score: 40_00n }, null]);
  const page = await world.guest().call(leaderboards.rank, { code, limit: 2 });
  const rest = await world.guest().call(leaderboards.rank, { code, limit: 2, cursor: page.next! });
  expect([page.list.map(({ place }) => place), rest.list.map(({ place }) => place), rest.next]).toEqual([[1, 2], [3], null]);
  expect(await world.guest().refused(leaderboards.rank, { code: "NOSUCH" })).toBe("leaderboards.none");
});

test("when a board is over its places are given out once, and whoever is on a break is left out", async () => {
  const code = await openBoard();
  const [ann, ben, cat] = [await world.player(), await world.player(), await world.player()];
  for (const one of [ann, ben, cat]) await one.call(leaderboards.join, { code });
  await play(world, [ann.id, 90_00n, 0n], [ben.id, 60_00n, 0n], [cat.id, 30_00n, 0n]);
  await count(world);
  await ann.call(protection.takeBreak, { period: "24h" });
  await world.pass(HOUR_MS);
  await Promise.all([count(world), count(world)]);
  await count(world);
  for (const one of [ann, ben, cat]) await enterAgain(one);
  const balances = await Promise.all([ann, ben, cat].map(async (one) => (await one.call(wallet.balance, {})).balance));
  expect(balances).toEqual([0n, 300_00n, 0n]);
  expect((await cat.call(campaigns.get, { code })).label).toBe("close");
  // Nobody else sees that somebody was passed over, not after the break either; their own place stays theirs to see.
  const seenBy = async (one: Person) => (await one.call(leaderboards.list, {})).list.find((board) => board.code === code);
  const places = async (one: Person) => (await seenBy(one))?.top.map(({ place, gift }) => [place, gift?.gives ?? null]);
  for (const hours of [0, 25]) {
    await world.pass(hours * HOUR_MS);
    for (const one of [ann, cat]) await enterAgain(one);
    expect(await places(cat)).toEqual([
      [1, "cash"],
      [2, "points"],
    ]);
    expect((await seenBy(cat))?.mine?.place).toBe(2);
    expect(await places(ann)).toEqual([
      [1, null],
      [2, "cash"],
      [3, "points"],
    ]);
    expect((await seenBy(ann))?.mine?.place).toBe(1);
  }
});

test.each([
  ["closed", "update account set closed = true where id = $1"],
  [
    "excluded",
    "insert into exclusion (id, account_id, kind, period, starts_at, ends_at, firm_until, made_by) values (gen_random_uuid(), $1, 'self', '6m', now(), 'infinity', 'infinity', 'test')",
  ],
  ["hidden", "insert into winner_hidden values ($1, now())"],
])("a board that runs lists no member who is %s, and the places of the others close up", async (_, hide) => {
  const code = await openBoard();
  const [ann, ben] = [await world.player(), await world.player()];
  for (const one of [ann, ben]) await one.call(leaderboards.join, { code });
  await play(world, [ann.id, 90_00n, 0n], [ben.id, 60_00n, 0n]);
  await count(world);
  await asOwner(world.open.url, hide, [ann.id]);
  const { list } = await world.guest().call(leaderboards.rank, { code });
  expect(list.map(({ place, score }) => [place, score])).toEqual([[1, 60_00n]]);
  expect((await ben.call(leaderboards.list, {})).list.find((board) => board.code === code)?.mine?.place).toBe(1);
  await asOwner(world.open.url, "update account set closed = false where id = $1", [ann.id]);
});
