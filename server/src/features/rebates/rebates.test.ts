import { gameCategories } from "@laro/contract/core/gameCategories";
import { protection } from "@laro/contract/protection";
import { rebates } from "@laro/contract/rebates";
import { rewards } from "@laro/contract/rewards";
import { settings } from "@laro/contract/settings";
import { vipLabels } from "@laro/contract/vip";
import { wallet } from "@laro/contract/wallet";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { enterAgain } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import { playOn } from "../../testing/rebates.ts";
import { countDays } from "../../testing/vip.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { payDueRebates } from "./rebates.claim.ts";
import { keepThinGames } from "./rebates.games.ts";

const DAY_MS = 24 * 60 * 60_000;
const reason = "As the brand decided";

let world: World;
let ann: Awaited<ReturnType<World["player"]>>;
beforeAll(async () => {
  world = await createWorld();
  await keepThinGames(world.open.platform.database, { now: world.clock.now(), timeZone: world.open.platform.timeZone });
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});
beforeEach(async () => {
  await world.pass(DAY_MS);
  ann = await world.player();
});

const asked = () => ({ requestId: newId(world.clock.now()) });
const balanceOf = async (person = ann): Promise<bigint> => {
  const [main] = await asOwner<{ balance: string }>(world.open.url, "select balance::text from wallet where account_id = $1 and kind = 1", [person.id]);
  return BigInt(main!.balance);
};

/** Has members play slots and the day close: each 1,000.00 of a Bronze member brings 3.00. */
async function earn(people: readonly { readonly id: bigint }[], stake = 1_000_00n): Promise<void> {
  for (const { id } of people) await playOn(world, id, "slot", stake);
  await world.pass(DAY_MS);
  await countDays(world);
}

/** What the clock does every five minutes. */
const tick = (): Promise<void> => payDueRebates(world.open.platform);

test("one press pays all that is open of closed days into the main wallet, once for a request and once in all however many press, and the record, the days and the reward centre say so [CENTRE-14, CONST-37]", async () => {
  expect(await ann.refused(rebates.claim, asked())).toBe("rebates.nothing");
  await earn([ann]);
  await earn([ann], 500_00n);
  await enterAgain(ann);
  expect(await ann.call(rewards.summary, {})).toMatchObject({ availablePromoCount: 1, rebate: 4_50n });
  const request = asked();
  const answers = await Promise.allSettled([request, request, asked(), asked(), asked()].map((input) => ann.call(rebates.claim, input)));
  expect(answers.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(0);
  expect(await balanceOf()).toBe(4_50n);
  expect(await ann.refused(rebates.claim, asked())).toBe("rebates.nothing");
  const [movement, ...others] = (await ann.call(wallet.history, { kind: "rebate" })).list;
  expect([movement, others]).toMatchObject([{ kind: "rebate", amount: 4_50n, balanceAfter: 4_50n }, []]);
  const { list } = await ann.call(rebates.history, {});
  expect(list.map(({ amount, label, paidAt, lines }) => [amount, label, paidAt !== null, lines])).toEqual([
    [1_50n, "Bronze", true, [{ category: "RNG", valid: 500_00n, bps: 30, amount: 1_50n }]],
    [3_00n, "Bronze", true, [{ category: "RNG", valid: 1_000_00n, bps: 30, amount: 3_00n }]],
  ]);
  const first = await ann.call(rebates.history, { limit: 1 });
  expect([...first.list, ...(await ann.call(rebates.history, { limit: 1, cursor: first.next! })).list]).toEqual(list);
  expect(await ann.call(rewards.summary, {})).toMatchObject({ availablePromoCount: 0, rebate: 0n });
});

test("a repeated request answers as the first did", async () => {
  await earn([ann]);
  await enterAgain(ann);
  const request = asked();
  const paid = await ann.call(rebates.claim, request);
  expect([paid, await ann.call(rebates.claim, request)]).toEqual([
    { amount: 3_00n, lines: 1 },
    { amount: 3_00n, lines: 1 },
  ]);
  expect(await balanceOf()).toBe(3_00n);
});

test("what nobody claims is paid by itself seven days after its day closed, what is younger waits, and three processes pay it once", async () => {
  const bea = await world.player();
  await earn([ann, bea]);
  await world.pass(5 * DAY_MS);
  await earn([ann], 500_00n);
  await tick();
  // The day closed six midnights ago: its seventh day is over at the next one.
  expect([await balanceOf(), await balanceOf(bea)]).toEqual([0n, 0n]);
  await world.pass(DAY_MS);
  await Promise.all([tick(), tick(), tick()]);
  await tick();
  expect([await balanceOf(), await balanceOf(bea)]).toEqual([3_00n, 3_00n]);
  await enterAgain(ann);
  expect((await ann.call(rebates.mine, {})).open).toEqual({ amount: 1_50n, days: 1 });
});

test("a run of payments has the desk add up its days once, however many it pays", async () => {
  await earn([ann, await world.player(), await world.player()]);
  await world.pass(8 * DAY_MS);
  const { live } = world.open.platform;
  const said: string[] = [];
  const stop = live.listen(["operators"], (message) => "stale" in message && said.push(...message.stale));
  await tick();
  live.stale(["audit.list"], ["operators"]);
  await expect.poll(() => said).toContain("audit.list");
  stop();
  expect(said.filter((name) => name === "rebates.days")).toHaveLength(1);
});

test("a time-out stops no claim; who is excluded is paid all that is open at once", async () => {
  const [bea] = [await world.player()];
  await earn([ann, bea]);
  for (const person of [ann, bea]) await enterAgain(person);
  await ann.call(protection.takeBreak, { period: "7d" });
  expect((await ann.call(rebates.claim, asked())).amount).toBe(3_00n);
  await tick();
  expect(await balanceOf(bea)).toBe(0n);
  await bea.call(protection.excludeMyself, { period: "6m", password: bea.password });
  await tick();
  expect([await balanceOf(), await balanceOf(bea)]).toEqual([3_00n, 3_00n]);
});

test.each([
  ["an officer closed it to bonuses", "update account set restrictions = '{bonus}' where id = $1", "update account set restrictions = '{}' where id = $1"],
  [
    "a signal is open",
    "insert into signal (id, rule, rule_version, key, account_id, subjects, figures, day, holds, opened_at) values (gen_random_uuid(), 'sameDevice', 1, 'rebates', $1::bigint, array[$1::bigint], '{}', now()::date, false, now())",
    "delete from signal where account_id = $1",
  ],
  [
    "an alert is open",
    "insert into aml_alert (id, account_id, rule, rule_version, day, amount, figures, due_on, opened_at) values (gen_random_uuid(), $1, 'large', 1, now()::date, 1, '{}', now()::date, now())",
    "delete from aml_alert where account_id = $1",
  ],
])("the lines of an account wait while %s, for the clock too, and are there afterwards", async (_, close, open) => {
  await earn([ann]);
  await asOwner(world.open.url, close, [ann.id]);
  await enterAgain(ann);
  expect(await ann.refused(rebates.claim, asked())).toBe("rewards.closed");
  expect((await ann.call(rebates.mine, {})).mayClaim).toBe(false);
  expect(await ann.call(rewards.summary, {})).toMatchObject({ availablePromoCount: 0, rebate: 3_00n });
  await world.pass(10 * DAY_MS);
  await tick();
  expect(await balanceOf()).toBe(0n);
  await asOwner(world.open.url, open, [ann.id]);
  await enterAgain(ann);
  expect((await ann.call(rebates.mine, {})).mayClaim).toBe(true);
  await tick();
  expect(await balanceOf()).toBe(3_00n);
});

test("switched off, rebates answer that they are closed, but a repeated claim what it was paid, and what was earned is paid by itself all the same", async () => {
  const bea = await world.player();
  await earn([ann, bea]);
  for (const person of [ann, bea]) await enterAgain(person);
  const request = asked();
  await bea.call(rebates.claim, request);
  const admin = await world.operator("superadmin");
  await admin.call(settings.setFlag, { modId: "rebates", enabled: false, reason });
  expect([await ann.refused(rebates.mine, {}), await ann.refused(rebates.history, {}), await ann.refused(rebates.claim, asked())]).toEqual(
    Array.from({ length: 3 }, () => "rebates.closed"),
  );
  expect(await bea.call(rebates.claim, request)).toEqual({ amount: 3_00n, lines: 1 });
  expect(await ann.call(rewards.summary, {})).toMatchObject({ availablePromoCount: 0, rebate: 0n });
  await world.pass(8 * DAY_MS);
  await tick();
  expect(await balanceOf()).toBe(3_00n);
  await (await world.operator("superadmin")).call(settings.setFlag, { modId: "rebates", enabled: true, reason });
});

test("the rates are the operators' table, changed by two of them for days that begin afterwards; none is above 1.00 % [CONST-37]", async () => {
  const [marketing, finance] = [await world.operator("marketing"), await world.operator("finance")];
  const { rates: shipped, version } = await marketing.call(rebates.rates, {});
  expect(vipLabels.map((label) => [shipped[label].RNG, shipped[label].LIVE, shipped[label].PVP])).toEqual([
    [30, 20, 0],
    [50, 30, 0],
    [65, 40, 0],
    [80, 50, 0],
  ]);
  const changed = (bps: number) => ({ ...shipped, Bronze: { ...shipped.Bronze, RNG: bps } });
  expect(await marketing.refusal(rebates.proposeRates, { rates: changed(101), reason })).toMatchObject({
    code: "rebates.rates_wrong",
    values: expect.objectContaining({ field: "rates.Bronze.RNG", maximum: "1.00" }),
  });
  expect(await (await world.operator("support")).refused(rebates.rates, {})).toBe("sessions.forbidden");
  const { id } = await marketing.call(rebates.proposeRates, { rates: changed(100), reason });
  expect(await marketing.refused(rebates.proposeRates, { rates: changed(40), reason })).toBe("rebates.already_proposed");
  expect(await marketing.refused(rebates.confirmRates, { id, reason })).toBe("rebates.own_proposal");
  expect(await finance.refused(rebates.confirmRates, { id: newId(world.clock.now()), reason })).toBe("rebates.proposal_not_found");
  expect(await finance.refused(rebates.proposeRates, { rates: shipped, reason })).toBe("sessions.forbidden");
  await playOn(world, ann.id, "slot", 1_000_00n);
  expect((await finance.call(rebates.rates, {})).games).not.toBeNull();
  expect(await finance.call(rebates.confirmRates, { id, reason })).toEqual({ version: version + 1 });
  expect((await finance.call(rebates.rates, {})).games).toBeNull();
  await world.work();
  expect((await finance.call(rebates.rates, {})).games).toEqual(expect.arrayContaining([{ game: "Dice", category: "BGS", percent: 43 }]));
  expect(await finance.refused(rebates.declineRates, { id, reason })).toBe("rebates.not_proposed");
  const mine = await ann.call(rebates.mine, {});
  expect([mine.rates.Bronze.RNG, mine.next?.rates.Bronze.RNG, mine.today.amount]).toEqual([30, 100, 3_00n]);
  await earn([]);
  await enterAgain(ann);
  expect(await ann.call(rebates.mine, {})).toMatchObject({ rates: { Bronze: { RNG: 100 } }, next: null, open: { amount: 3_00n } });
  await earn([ann]);
  await enterAgain(ann);
  expect((await ann.call(rebates.history, {})).list.map(({ lines }) => lines[0]!.bps)).toEqual([100, 30]);
  const back = await (await world.operator("marketing")).call(rebates.proposeRates, { rates: shipped, reason });
  await (await world.operator("finance")).call(rebates.confirmRates, { id: back.id, reason });
});

test("officers see what each day came to and how much of it is paid, and take a day away as a file; roles without the desk see nothing", async () => {
  const bea = await world.player();
  await earn([ann, bea]);
  await enterAgain(ann);
  await ann.call(rebates.claim, asked());
  const finance = await world.operator("finance");
  const [day] = (await finance.call(rebates.days, { limit: 1 })).list;
  expect(day).toMatchObject({ members: 2, amount: 6_00n, paid: 3_00n });
  const { text } = await finance.download(rebates.dayCsv, { day: day!.day });
  const [head, ...lines] = text.trimEnd().split("\r\n");
  expect(head).toBe("day,member,name,label,category,valid,rate,rebate,paid");
  expect(lines.map((line) => line.split(",").slice(2, 8))).toEqual([
    [ann.name, "Bronze", "RNG", "1000.00", "0.30", "3.00"],
    [bea.name, "Bronze", "RNG", "1000.00", "0.30", "3.00"],
  ]);
  expect(lines.map((line) => line.endsWith(","))).toEqual([false, true]);
  expect(await (await world.operator("kyc")).refused(rebates.days, {})).toBe("sessions.forbidden");
});

test("a table has a rate for every label and category", async () => {
  const { rates } = await ann.call(rebates.mine, {});
  expect(vipLabels.flatMap((label) => gameCategories.map((category) => typeof rates[label][category])).every((type) => type === "number")).toBe(true);
});

test("no service changes or removes a line or a claim, and none is paid twice", async () => {
  const { pool } = world.open.platform.database;
  for (const change of [
    "update rebate set amount = 1",
    "delete from rebate",
    "truncate rebate",
    "update rebate_claim set amount = 1",
    "delete from rebate_claim",
  ])
    await expect(pool.query(change)).rejects.toThrow(/permission denied/);
  await earn([ann]);
  await enterAgain(ann);
  await ann.call(rebates.claim, asked());
  await expect(pool.query("update rebate set claim_id = null where account_id = $1", [ann.id])).rejects.toThrow("paid once");
});
