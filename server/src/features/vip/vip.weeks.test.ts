import { randomUUID } from "node:crypto";
import { bonuses } from "@laro/contract/bonuses";
import { protection } from "@laro/contract/protection";
import { rounds } from "@laro/contract/rounds";
import { settings } from "@laro/contract/settings";
import { vip } from "@laro/contract/vip";
import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/routes.ts";
import { giveBonusBetsOf } from "../../testing/bonusBets.ts";
import { enterAgain } from "../../testing/cashier.ts";
import { closeDays } from "../../core/activity/activity.close.ts";
import { asOwner } from "../../testing/owner.ts";
import { games, playOn } from "../../testing/rebates.ts";
import { countDays, dayAfter, goTo, mondayAfter, play, settle } from "../../testing/vip.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { countVip } from "./vip.count.ts";
import { listLevels } from "./vip.levels.ts";
import { settleWeeks } from "./vip.settle.ts";

let world: World;
/** The Monday of the week that is played. */
let monday = "2026-10-05";
beforeAll(async () => {
  world = await createWorld();
  // Dice bring no rebate here: a week's figures are those of its play, but where a test says otherwise.
  await asOwner(world.open.url, "update game set category = 'PVP' where id = $1", [games.dice]);
  await settleWeeks(world.open.platform);
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

type Member = Awaited<ReturnType<World["player"]>>;

/** The lifetime bets of VIP 4, 6 and 10. */
const [VIP4, VIP6, VIP10] = [100_000_00n, 350_000_00n, 2_000_000_00n];

/** Members of levels, whose play of before stands in another week. */
async function risen(...valids: readonly bigint[]): Promise<Member[]> {
  const people: Member[] = [];
  for (const valid of valids) {
    const person = await world.player();
    await play(world, [person.id, valid, valid + 1n]);
    people.push(person);
  }
  monday = mondayAfter(world.clock.now());
  await goTo(world, monday, 12);
  await settle(world);
  return people;
}

/** Goes to the Monday after the week that is played, at an hour. */
const goPast = (hours: number): Promise<void> => goTo(world, dayAfter(monday, 7), hours);

async function weekOf(person: Member) {
  await enterAgain(person);
  const { list } = await person.call(vip.weeks, {});
  return list.find(({ week }) => week === monday);
}

/** Closes the days that are over and counts them, and gives no rebates of them yet. */
async function countVipAlone(): Promise<void> {
  await closeDays(world.open.platform.database, { now: world.clock.now(), timeZone: world.open.platform.timeZone });
  await countVip(world.open.platform);
}

const bonusesOf = async (person: Member) => {
  await enterAgain(person);
  return (await person.call(bonuses.mine, {})).list.filter(({ code }) => code === "VIPWEEK");
};

test("VIP 6 staked 42,310.00 and won 38,905.50 at live tables, and 126.93 came back as rebate: 5 % of 3,277.57 is 163.87, given on Monday from two o'clock on as a bonus to be staked once in 7 days, line by line [VIP-01, VIP-02, CONST-38]", async () => {
  const [ann] = (await risen(VIP6)) as [Member];
  await playOn(world, ann.id, "roulette", 40_000_00n, 38_000_00n);
  await goTo(world, dayAfter(monday, 6), 23.9);
  await playOn(world, ann.id, "roulette", 2_310_00n, 905_50n);
  await goPast(0.1);
  await settle(world);
  expect(await weekOf(ann)).toBeUndefined();
  await goPast(1.99);
  await countVipAlone();
  await settleWeeks(world.open.platform);
  expect(await weekOf(ann)).toBeUndefined();
  // Until the rebates of its days are given, the week waits.
  await goPast(2);
  await settleWeeks(world.open.platform);
  expect(await weekOf(ann)).toBeUndefined();
  const before = await world.open.platform.database.db
    .selectFrom("wallet")
    .select("balance")
    .where("account_id", "=", ann.id)
    .where("kind", "=", 1)
    .executeTakeFirstOrThrow();
  for (let again = 0; again < 3; again++) await settle(world);
  const [bonus, ...others] = await bonusesOf(ann);
  expect(others).toEqual([]);
  expect(bonus).toMatchObject({
    amount: 163_87n,
    turnoverNeeded: 163_87n,
    state: "active",
    expiresAt: new Date(world.clock.now().getTime() + 7 * 24 * 60 * 60_000).toISOString(),
  });
  expect(await weekOf(ann)).toEqual({
    week: monday,
    level: 6,
    stake: 42_310_00n,
    win: 38_905_50n,
    rebate: 126_93n,
    base: 3_277_57n,
    bonusBps: 500,
    weekMax: 1_000_00n,
    bonus: 163_87n,
    state: "given",
    reference: bonus!.reference,
  });
  expect((await ann.call(vip.mine, {})).lastWeek).toMatchObject({ week: monday, bonus: 163_87n });
  expect(await ann.call(wallet.balance, {})).toMatchObject({ balance: before.balance, bonus: 163_87n });
  expect((await ann.call(withdrawals.terms, {})).turnover).toEqual([]);
});

test("VIP 10 gets 10 % and no more than its level's most, and a week that was won, lost too little or was closed to the member gives nothing and says so [VIP-03, CONST-38]", async () => {
  const people = await risen(VIP10, VIP10, VIP4, VIP4, VIP4, VIP4, VIP4 - 1n);
  const [ten, most, won, small, least, away, three] = people as [Member, Member, Member, Member, Member, Member, Member];
  await play(world, [ten.id, 1_000_09n, 0n], [most.id, 80_000_00n, 0n], [won.id, 500_00n, 500_01n], [small.id, 19_99n, 0n], [least.id, 20_00n, 0n]);
  await play(world, [away.id, 500_00n, 0n], [three.id, 0n + 1n, 0n]);
  await enterAgain(away);
  await away.call(protection.takeBreak, { period: "30d" });
  await goPast(3);
  await settle(world);
  expect(await Promise.all([ten, most, won, small, least].map(weekOf))).toMatchObject([
    { level: 10, bonusBps: 1_000, base: 1_000_09n, bonus: 100_00n, state: "given" },
    { level: 10, base: 80_000_00n, weekMax: 5_000_00n, bonus: 5_000_00n, state: "given" },
    { level: 4, base: 0n, bonus: 0n, state: "noLoss", reference: "" },
    { level: 4, base: 19_99n, bonus: 0n, state: "tooSmall", reference: "" },
    { level: 4, base: 20_00n, bonus: 1_00n, state: "given" },
  ]);
  const rows = await world.open.platform.database.db
    .selectFrom("vip_week")
    .select(["account_id", "state", "bonus"])
    .where("week", "=", monday)
    .where("account_id", "in", [away.id, three.id])
    .execute();
  // The seventh reached VIP 4 in this very week and staked a centavo.
  expect(rows.map(({ state, bonus }) => [state, bonus])).toEqual(
    expect.arrayContaining([
      ["rewards", 0n],
      ["tooSmall", 0n],
    ]),
  );
  const finance = await world.operator("finance");
  const [payout] = (await finance.call(vip.payouts, {})).list;
  expect(payout).toMatchObject({ week: monday, members: 7, given: 3, amount: 5_101_00n });
  const { text: file } = await finance.download(vip.weekCsv, { week: monday });
  const lines = file.trimEnd().split("\r\n");
  expect([lines[0], lines.length]).toEqual(["week,member,name,level,stake,win,rebate,base,rate,maximum,bonus,state,reference", 8]);
  expect(lines).toContain(`${monday},${most.id},${most.name},10,80000.00,0.00,0.00,80000.00,10.00,5000.00,5000.00,given,${(await weekOf(most))!.reference}`);
  expect((await finance.download(vip.weekCsv, { week: dayAfter(monday, 1) })).text.trimEnd().split("\r\n")).toHaveLength(1);
  expect(await (await world.operator("support")).refused(vip.payouts, {})).toBe("sessions.forbidden");
});

test("what counts is the level when Sunday ended, not the one at the payment", async () => {
  const [ann] = (await risen(VIP10 - 1_000_00n)) as [Member];
  await play(world, [ann.id, 999_99n, 0n]);
  await goPast(0.5);
  await play(world, [ann.id, 100_000_00n, 0n]);
  await goTo(world, dayAfter(monday, 8), 9);
  await settle(world);
  expect(await weekOf(ann)).toMatchObject({ level: 9, bonusBps: 500, bonus: 49_99n });
  expect((await ann.call(vip.mine, {})).vipRankLevel).toBe(10);
});

/** Puts the levels in force once more, as another version. */
async function confirmAgain(): Promise<void> {
  const [one, two] = [await world.operator("marketing"), await world.operator("marketing")];
  const levels = [...(await listLevels(world.open.platform.database.db))];
  const { id } = await one.call(vip.proposeLevels, { levels, reason: "the same once more" });
  await two.call(vip.confirmLevels, { id, reason: "the same once more" });
  await countDays(world);
}

/** A platform whose transactions end before they are committed from the n-th on, as if its process had died. */
function dying(platform: Platform, after: number): Platform {
  let begun = 0;
  const begin = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
    platform.database.begin(async (tx) => {
      const result = await work(tx);
      if (++begun > after) throw new Error("died");
      return result;
    });
  return { ...platform, database: { ...platform.database, begin }, log: world.open.platform.log };
}

test("two weeks that the clock jumped over, settled by many at once and cut off anywhere between and across a change of the table, give each week once to each member", async () => {
  const people = await risen(VIP4, VIP4, VIP4, VIP4);
  const [first, second] = [monday, dayAfter(monday, 7)];
  for (const { id } of people) await play(world, [id, 1_000_00n, 0n]);
  await goTo(world, dayAfter(second, 2), 12);
  for (const { id } of people) await play(world, [id, 3_000_00n, 0n]);
  await goTo(world, dayAfter(second, 9), 9);
  await countDays(world);
  const { platform } = world.open;
  for (const after of [0, 1, 2, 4]) await settleWeeks(dying(platform, after)).catch(() => undefined);
  await confirmAgain();
  await Promise.all(Array.from({ length: 6 }, (_, turn) => settleWeeks(turn % 2 === 0 ? platform : dying(platform, turn)).catch(() => undefined)));
  await settleWeeks(platform);
  for (const person of people) {
    const given = await bonusesOf(person);
    expect(given.map(({ amount, state }) => [amount, state])).toEqual([
      [150_00n, "waiting"],
      [50_00n, "active"],
    ]);
    expect((await person.call(vip.weeks, { limit: 2 })).list.map(({ week, bonus, reference }) => [week, bonus, reference])).toEqual([
      [second, 150_00n, given[0]!.reference],
      [first, 50_00n, given[1]!.reference],
    ]);
  }
  const payouts = (await (await world.operator("auditor")).call(vip.payouts, { limit: 2 })).list;
  expect(payouts.map(({ week, members, given, amount }) => [week, members, given, amount])).toEqual([
    [second, 4, 4, 600_00n],
    [first, 4, 4, 200_00n],
  ]);
});

test("a member reads only their own weeks, in pages; nothing is settled while the feature is off, and what a week gave is given when it is on again", async () => {
  const [ann, ben] = (await risen(VIP4, VIP4)) as [Member, Member];
  await play(world, [ann.id, 1_000_00n, 0n]);
  await goPast(1.9);
  const admin = await world.operator("superadmin");
  const setVip = (enabled: boolean) => admin.call(settings.setFlag, { modId: "vip", enabled, reason: "as the owner wants it" });
  await setVip(false);
  await goPast(2.1);
  await settle(world);
  expect(
    await world.open.platform.database.db.selectFrom("vip_week").select("week").where("account_id", "=", ann.id).where("week", "=", monday).execute(),
  ).toEqual([]);
  await setVip(true);
  await settle(world);
  expect((await weekOf(ann))!.bonus).toBe(50_00n);
  expect(await weekOf(ben)).toBeUndefined();
  const all = await ann.call(vip.weeks, {});
  const first = await ann.call(vip.weeks, { limit: 1 });
  const second = await ann.call(vip.weeks, { limit: 1, cursor: first.next! });
  expect([[...first.list, ...second.list], second.next]).toEqual([all.list, null]);
  expect(await ann.call(vip.weeks, { cursor: "2026-13-45" })).toEqual(all);
});

test("the stake of a bonus bet is nobody's loss: a week's figures leave it out and keep what it won", async () => {
  const [ann] = (await risen(VIP4)) as [Member];
  await play(world, [ann.id, 1_000_00n, 0n]);
  await enterAgain(ann);
  await giveBonusBetsOf(world, ann, { stake: 50_00n });
  let won = 0n;
  for (let left = 3; left > 0; left--) {
    world.clock.advance(1_000);
    const [bet] = (await ann.call(bonuses.bets, {})).list;
    const choice = { target: 5_000, side: "under" };
    const round = await ann.call(rounds.play, { requestId: randomUUID(), gameCode: "DICE", stake: 50_00n, choice, bonusBetId: bet!.id });
    won += round.win;
  }
  await goPast(3);
  await settle(world);
  expect(await weekOf(ann)).toMatchObject({ stake: 1_000_00n, win: won, base: 1_000_00n - won });
});

test("the table that counts is the one that held when Sunday ended", async () => {
  const [ann] = (await risen(VIP4)) as [Member];
  await play(world, [ann.id, 1_000_00n, 0n]);
  await goPast(0.5);
  await countDays(world);
  const [one, two] = [await world.operator("marketing"), await world.operator("marketing")];
  const reason = "a richer week";
  const { list } = await world.guest().call(vip.levels, {});
  const richer = list.map((level) => ({ ...level, bonusBps: level.bonusBps * 2 }));
  const { id } = await one.call(vip.proposeLevels, { levels: richer, reason });
  await two.call(vip.confirmLevels, { id, reason });
  await goPast(3);
  await settle(world);
  expect(await weekOf(ann)).toMatchObject({ bonusBps: 500, bonus: 50_00n });
  await play(world, [ann.id, 1_000_00n, 0n]);
  monday = dayAfter(monday, 7);
  await goPast(3);
  await settle(world);
  expect(await weekOf(ann)).toMatchObject({ bonusBps: 1_000, bonus: 100_00n });
});
