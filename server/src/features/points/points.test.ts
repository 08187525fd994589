import { type DeskItem, points } from "@laro/contract/points";
import { protection } from "@laro/contract/protection";
import { settings } from "@laro/contract/settings";
import { wallet } from "@laro/contract/wallet";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { bindPayoutAccount, PAYMENT_PASSWORD } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { addItem, redeemOf, winPoints } from "../../testing/points.ts";
import { comeBack } from "../../testing/withdrawals.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { convertPoints } from "./points.convert.ts";
import { redeemItem } from "./points.redeem.ts";

const reason = "As the brand decided";
const DAY_MS = 24 * 60 * 60_000;

let world: World;
let marketing: Person;
let ann: Awaited<ReturnType<World["player"]>>;
beforeAll(async () => {
  world = await createWorld();
  marketing = await world.operator("marketing");
});
beforeEach(async () => {
  ann = await world.player({ balance: 100_00n });
  await bindPayoutAccount(ann);
  await winPoints(world, ann.id, 2_000n);
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const balanceOf = async (person: Person = ann): Promise<number> => (await person.call(points.balance, {})).pointsBalance;
const cash = async (): Promise<bigint> => (await ann.call(wallet.balance, {})).balance;
const convert = (many: number, more = {}) => ({ requestId: newId(world.clock.now()), points: many, paymentPassword: PAYMENT_PASSWORD, ...more });
const proven = () => Promise.resolve();

/** Sends what the contract would not let through. */
const hostile = async (name: string, input: unknown): Promise<string> => {
  const { answer } = await ann.request("POST", `/api/${name}`, JSON.stringify({ sealed: await ann.seal(name, input) }), { "content-type": "application/json" });
  return answer.success ? "done" : answer.message;
};

/** As someone whose payment password was just checked: many at once cost no hashing. */
const convertNow = (accountId: bigint, many: number) =>
  convertPoints(world.open.platform, { accountId, request: { requestId: newId(world.clock.now()), points: many }, prove: proven, now: world.clock.now() });
const redeemNow = (accountId: bigint, item: DeskItem) =>
  redeemItem(world.open.platform, { accountId, request: redeemOf(item), prove: proven, now: world.clock.now() });

test("points become money by the ratio in whole hundreds: they fall and the balance rises, once for a request, and the record names it [POINTS-05, CALL-60]", async () => {
  expect(await ann.refused(points.convert, convert(150))).toBe("points.step");
  expect(await ann.refused(points.convert, convert(2_100))).toBe("points.insufficient");
  expect(await ann.refused(points.convert, convert(500, { paymentPassword: "" }))).toBe("points.password_missing");
  expect(await ann.refused(points.convert, convert(500, { paymentPassword: "000000" }))).toBe("accounts.payment_password_wrong");
  expect([await balanceOf(), await cash()]).toEqual([2_000, 100_00n]);
  const asked = convert(500);
  const done = await ann.call(points.convert, asked);
  expect(done).toEqual({ pointsBalance: 1_500, changedPoints: -500, amount: 5_00n });
  expect(await ann.call(points.convert, asked)).toEqual(done);
  expect(await ann.refused(points.convert, { ...asked, points: 600 })).toBe("request.id_reused");
  expect([await balanceOf(), await cash()]).toEqual([1_500, 105_00n]);
  const [line] = (await ann.call(wallet.history, { kind: "points" })).list;
  expect(line).toMatchObject({ kind: "points", amount: 5_00n, balanceAfter: 105_00n });
  const [detail] = (await ann.call(points.details, {})).list;
  expect(detail).toMatchObject({ type: "converted", changedPoints: -500, pointsBalance: 1_500, amount: 5_00n, pointsRatio: "100 : 1.00" });
});

test("of 20 conversions at once a day's 50,000 points are converted and not one more", async () => {
  await winPoints(world, ann.id, 200_000n);
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => convertNow(ann.id, 5_000)));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
  expect(await ann.call(points.balance, {})).toMatchObject({ pointsBalance: 152_000, convertedToday: 50_000 });
  expect(await ann.refusal(points.convert, convert(100))).toMatchObject({ code: "points.day_full", values: expect.objectContaining({ left: 0 }) });
  expect(await cash()).toBe(600_00n);
  await world.pass(DAY_MS);
  await comeBack(ann);
  expect((await ann.call(points.convert, convert(50_000))).pointsBalance).toBe(102_000);
  marketing = await world.operator("marketing");
});

test("a redeem needs the payment password, a receiving address and a mobile number: each that is empty is refused at its field and nothing is taken [POINTS-03, VALID-44]", async () => {
  const item = await addItem(marketing);
  for (const [more, code, field] of [
    [{ paymentPassword: "" }, "points.password_missing", "paymentPassword"],
    [{ address: "" }, "points.address_missing", "address"],
    [{ address: "   " }, "points.address_missing", "address"],
    [{ mobileNum: "" }, "codes.phone_missing", "mobileNum"],
    [{ mobileNum: "12345" }, "codes.phone_invalid", "mobileNum"],
    [{ paymentPassword: "111222" }, "accounts.payment_password_wrong", "paymentPassword"],
  ] as const)
    expect(await ann.refusal(points.redeem, redeemOf(item, more))).toMatchObject({ code, values: expect.objectContaining({ field }) });
  expect([await balanceOf(), (await ann.call(points.redeems, {})).list]).toEqual([2_000, []]);
});

test("a redeem takes its points and waits in process; history and details show all thirteen of its parts [ENTITY-49, POINTS-02, CALL-54, CALL-55, CALL-56, CALL-57, CALL-59]", async () => {
  const item = await addItem(marketing, { stock: 5, perMember: 3, group: "Rainy days", units: "piece" });
  const shown = (await ann.call(points.rewards, { group: "Rainy days", language: "TY" })).list;
  expect(shown).toEqual([
    expect.objectContaining({ id: item.id, name: "Payong", description: "Asul", stock: 5, perMember: 3, mine: 0, pointsRequirement: 500 }),
  ]);
  const asked = redeemOf(item, { quantity: 2 });
  const made = await ann.call(points.redeem, asked);
  expect(await ann.call(points.redeem, asked)).toEqual(made);
  expect(await ann.refused(points.redeem, { ...asked, address: "Elsewhere 1, Cebu" })).toBe("request.id_reused");
  expect(made).toMatchObject({
    reference: expect.stringMatching(/^R-1\d{3}$/),
    applyTime: world.clock.now().toISOString(),
    type: "goods",
    name: "Umbrella",
    quantity: 2,
    pointsRequirement: 500,
    amountRequirement: 0n,
    status: "inProcess",
    points: 1_000,
    units: "piece",
    remark: "",
  });
  expect((await ann.call(points.redeems, { status: "inProcess" })).list).toEqual([made]);
  const [line] = (await ann.call(points.details, { kind: "redeemed" })).list;
  expect(line).toMatchObject({ reference: made.reference, name: "Umbrella", changedPoints: -1_000, pointsBalance: 1_000, remark: "", pointsRatio: "" });
  expect((await ann.call(points.rewards, { group: "Rainy days" })).list).toEqual([expect.objectContaining({ stock: 3, mine: 2 })]);
});

test("of 50 who redeem the last of an item at once one gets it and 49 keep their points", async () => {
  const item = await addItem(marketing, { stock: 1, pointsRequirement: 100 });
  const members = await Promise.all(Array.from({ length: 50 }, () => world.member({ type: accountTypes.player })));
  await Promise.all(members.map((member) => winPoints(world, member.id, 100n)));
  const answers = await Promise.allSettled(members.map((member) => redeemNow(member.id, item)));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const codes = answers.flatMap((answer) => (answer.status === "rejected" ? [(answer.reason as { code: string }).code] : []));
  expect(new Set(codes)).toEqual(new Set(["points.out_of_stock"]));
  const [{ left }] = (await asOwner<{ left: string }>(
    world.open.url,
    "select sum(balance)::text as left from points_account where account_id = any($1::bigint[])",
    [members.map((member) => String(member.id))],
  )) as [{ left: string }];
  expect(left).toBe("4900");
});

test("one member's calls at once get no more of an item than each member may have, and no more than their points pay for", async () => {
  const few = await addItem(marketing, { perMember: 2, pointsRequirement: 100 });
  const answers = await Promise.allSettled(Array.from({ length: 6 }, () => redeemNow(ann.id, few)));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(await ann.refusal(points.redeem, redeemOf(few))).toMatchObject({ code: "points.member_full", values: expect.objectContaining({ maximum: 2 }) });
  const dear = await addItem(marketing, { pointsRequirement: 900 });
  const tries = await Promise.allSettled(Array.from({ length: 5 }, () => redeemNow(ann.id, dear)));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(await balanceOf()).toBe(0);
  expect(await ann.refusal(points.redeem, redeemOf(dear))).toMatchObject({
    code: "points.insufficient",
    values: expect.objectContaining({ needed: 900, balance: 0 }),
  });
});

test("an item that asks for play, a draft, a closed one and one that does not exist are refused, and so is another's id", async () => {
  const played = await addItem(marketing, { amountRequirement: 500_00n });
  expect(await ann.refusal(points.redeem, redeemOf(played))).toMatchObject({
    code: "points.play_needed",
    values: expect.objectContaining({ needed: "500.00", valid: "0.00" }),
  });
  const draft = await addItem(marketing, { state: "draft", words: {} });
  for (const id of [draft.id, (await addItem(marketing, { state: "closed" })).id, newId(world.clock.now())]) {
    expect(await ann.refused(points.redeem, redeemOf({ ...draft, id }))).toBe("points.item_not_found");
    expect((await ann.call(points.rewards, { limit: 100 })).list.map((item) => item.id)).not.toContain(id);
  }
  for (const quantity of [0, -1, 11, 1.5, 1e300, "1"]) expect(await hostile(points.redeem.name, { ...redeemOf(played), quantity })).toBe("request.invalid");
  for (const many of [0, -100, 1_000_000_100, 0.5, "100"])
    expect(await hostile(points.convert.name, { ...convert(100), points: many })).toBe("request.invalid");
  const [item, bea] = [await addItem(marketing), await world.player()];
  await bindPayoutAccount(bea);
  await winPoints(world, bea.id, 500n);
  const asked = redeemOf(item);
  const [mine, hers] = [await ann.call(points.redeem, asked), await bea.call(points.redeem, asked)];
  expect(hers.reference).not.toBe(mine.reference);
  expect((await bea.call(points.redeems, {})).list.map(({ id }) => id)).toEqual([hers.id]);
});

test("whoever may not be rewarded converts and redeems nothing, and keeps what they have; a trial and a guest are asked for an account", async () => {
  const item = await addItem(marketing);
  await ann.call(protection.takeBreak, { period: "24h" });
  expect(await ann.refused(points.redeem, redeemOf(item))).toBe("rewards.closed");
  expect(await ann.refused(points.convert, convert(100))).toBe("rewards.closed");
  expect(await balanceOf()).toBe(2_000);
  expect(await world.guest().refused(points.balance, {})).toBe("sessions.required");
  const trial = await world.member({ type: accountTypes.trial });
  expect(await trial.refused(points.convert, convert(100))).toBe("sessions.real_account_needed");
});

test("an item that costs something else by now than the member saw takes nothing", async () => {
  const seen = await addItem(marketing, { pointsRequirement: 500 });
  const { redeemed: _, picture: __, ...saved } = seen;
  await marketing.call(points.saveItem, { ...saved, pointsRequirement: 1_500, reason });
  expect(await ann.refusal(points.redeem, redeemOf(seen))).toMatchObject({ code: "points.cost_changed", values: { points: 1_500 } });
  expect(await balanceOf()).toBe(2_000);
});

test("with the flag off every call says that points are closed and balances stay; on again the mall opens [PROD-12, SITE-02]", async () => {
  const admin = await world.operator("superadmin");
  const item = await addItem(marketing);
  await admin.call(settings.setFlag, { modId: "pointsSystem", enabled: false, reason });
  for (const endpoint of [points.balance, points.rewards, points.redeems, points.config, points.details])
    expect(await ann.refused(endpoint, {})).toBe("points.closed");
  expect(await ann.refused(points.redeem, redeemOf(item))).toBe("points.closed");
  expect(await ann.refused(points.convert, convert(100))).toBe("points.closed");
  await admin.call(settings.setFlag, { modId: "pointsSystem", enabled: true, reason });
  expect(await balanceOf()).toBe(2_000);
  expect((await ann.call(points.rewards, { limit: 100 })).list.map(({ id }) => id)).toContain(item.id);
});

test("the ratio, the steps and the exchange ratio table are told [CALL-58]", async () => {
  const config = await ann.call(points.config, {});
  expect(config).toMatchObject({ pointsRatio: "100 : 1.00", step: 100, stepAmount: 1_00n, convertedDayMax: 50_000 });
  expect(config.ratios).toHaveLength(12);
  const of = (name: string) => config.ratios.find(({ category }) => category === name)?.amount;
  expect([of("RNG"), of("LIVE"), of("BGS")]).toEqual([10_00n, 20_00n, 10_00n]);
});

test("lists go page by page and neither lose nor repeat a row", async () => {
  for (let sort = 0; sort < 5; sort++) await addItem(marketing, { group: "Pages", sort: sort % 2, pointsRequirement: 1 });
  for (let count = 0; count < 5; count++) await winPoints(world, ann.id, 1n);
  const walk = async (read: (cursor: string | undefined) => Promise<{ list: readonly unknown[]; next: string | null }>): Promise<unknown[]> => {
    const all: unknown[] = [];
    for (let cursor: string | undefined; ;) {
      const { list, next } = await read(cursor);
      all.push(...list);
      if (next === null) return all;
      cursor = next;
    }
  };
  const items = await walk((cursor) => ann.call(points.rewards, { group: "Pages", limit: 2, cursor }));
  const lines = await walk((cursor) => ann.call(points.details, { limit: 2, cursor }));
  expect([items.length, new Set(items.map((item) => (item as { id: string }).id)).size, lines.length]).toEqual([5, 5, 6]);
  expect(new Set(lines.map((line) => (line as { reference: string }).reference)).size).toBe(6);
});
