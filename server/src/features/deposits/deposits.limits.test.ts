import { deposits } from "@laro/contract/deposits";
import { limits } from "@laro/contract/limits";
import { settings } from "@laro/contract/settings";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { packs } from "../../core/settings/packs.ts";
import { newId } from "../../platform/ids.ts";
import { enterAgain, sendMessage } from "../../testing/cashier.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

const DAY_MS = 24 * 60 * 60_000;
const reason = "seen by the owner";

let world: World;
beforeAll(async () => void (world = await createWorld({ psp: true })));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const order = (amount: bigint, method = "QRPH") => ({ requestId: newId(world.clock.now()), method, amount });
const leftOf = async (person: Person, code: string) => (await person.call(deposits.methods, {})).list.find((method) => method.code === code)?.leftToday;
const setFlag = async (modId: string, enabled: boolean) => (await world.operator("superadmin")).call(settings.setFlag, { modId, enabled, reason });

test("each method of the pack stands with its kind, limits and minutes", async () => {
  const { list, hasLimit } = await (await world.player()).call(deposits.methods, {});
  expect(list.map(({ code, kind }) => [code, kind])).toEqual([
    ["QRPH", "qr"],
    ["GCASH", "checkout"],
    ["MAYA", "checkout"],
    ["BANK", "checkout"],
    ["TRANSFER", "transfer"],
  ]);
  expect(list.at(-1)).toEqual({
    code: "TRANSFER",
    name: "Bank transfer",
    kind: "transfer",
    minimum: 500_00n,
    maximum: 500_000_00n,
    leftToday: 1_000_000_00n,
    minutes: 1_440,
  });
  expect(hasLimit).toBe(false);
});

test.each([
  ["GCASH", 99_99n, "deposits.below_minimum"],
  ["GCASH", 50_000_01n, "deposits.above_maximum"],
  ["BANK", 499_99n, "deposits.below_minimum"],
  ["BANK", 200_000_01n, "deposits.above_maximum"],
  ["TRANSFER", 499_99n, "deposits.below_minimum"],
  ["TRANSFER", 500_000_01n, "deposits.above_maximum"],
] as const)("%s refuses an amount just outside its limits: %d is %s", async (method, amount, code) => {
  const ann = await world.player();
  const refusal = await ann.refusal(deposits.create, order(amount, method));
  expect([refusal.code, refusal.values["field"]]).toEqual([code, "amount"]);
  expect((await ann.call(deposits.mine, {})).list).toEqual([]);
});

test.each(["gcash", "GCASH ", "", "__proto__", "toString"])("a method %j that the pack does not name is closed", async (method) => {
  expect(await (await world.player()).refused(deposits.create, order(500_00n, method))).toBe("deposits.method_closed");
});

test("a checkout opens the provider's page and no QR code", async () => {
  for (const method of ["GCASH", "MAYA", "BANK"]) {
    const opened = await (await world.player()).call(deposits.create, order(500_00n, method));
    expect(opened).toMatchObject({ kind: "checkout", state: "pending", qrPayload: null, receivingAccount: null });
    expect(await (await fetch(opened.payUrl ?? "")).text()).toContain("₱500.00");
  }
});

test("a method's day is full at its maximum and not a centavo before, and says what is left", async () => {
  const ann = await world.player();
  for (const amount of [50_000_00n, 49_000_00n]) await ann.call(deposits.create, order(amount, "GCASH"));
  expect(await leftOf(ann, "GCASH")).toBe(1_000_00n);
  const refusal = await ann.refusal(deposits.create, order(1_000_01n, "GCASH"));
  expect([refusal.code, refusal.values]).toEqual(["deposits.daily_maximum", { field: "amount", left: "1000.00" }]);
  await ann.call(deposits.create, order(1_000_00n, "GCASH"));
  expect(await leftOf(ann, "GCASH")).toBe(0n);
  expect(await leftOf(ann, "MAYA")).toBe(100_000_00n);
});

test("all methods together fill the account's day", async () => {
  const ann = await world.player();
  for (const amount of [500_000_00n, 499_000_00n]) await ann.call(deposits.create, order(amount, "TRANSFER"));
  expect(await leftOf(ann, "QRPH")).toBe(1_000_00n);
  expect((await ann.refusal(deposits.create, order(1_000_01n))).values).toMatchObject({ left: "1000.00" });
  expect((await ann.call(deposits.create, order(1_000_00n))).state).toBe("pending");
});

test("what is declined frees the day again, and what was paid counts as it was paid", async () => {
  const ann = await world.player();
  const [first, second] = [await ann.call(deposits.create, order(50_000_00n, "GCASH")), await ann.call(deposits.create, order(50_000_00n, "GCASH"))];
  expect(await ann.refused(deposits.create, order(100_00n, "GCASH"))).toBe("deposits.daily_maximum");
  await sendMessage(world, { type: "payment.failed", reference: first.id, amount: "50000.00" });
  expect(await leftOf(ann, "GCASH")).toBe(50_000_00n);
  await sendMessage(world, { type: "payment.paid", reference: second.id, amount: "40000.00" });
  expect(await leftOf(ann, "GCASH")).toBe(60_000_00n);
});

test("twenty deposits opened at once pass no limit of the day", async () => {
  const ann = await world.player();
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => ann.call(deposits.create, order(30_000_00n, "GCASH"))));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  expect(new Set(outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [(outcome.reason as { code: string }).code] : [])))).toEqual(
    new Set(["deposits.daily_maximum"]),
  );
  expect(await leftOf(ann, "GCASH")).toBe(10_000_00n);
});

test("one request sent twenty times at once opens one deposit, and every sender is shown it", async () => {
  const ann = await world.player();
  const same = order(500_00n, "TRANSFER");
  const opened = await Promise.all(Array.from({ length: 20 }, () => ann.call(deposits.create, same)));
  expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
  expect((await ann.call(deposits.mine, {})).list).toHaveLength(1);
});

test("a member's own deposit limit stops twenty at once where it stands", async () => {
  const ann = await world.player();
  await ann.call(limits.set, { kind: "deposit", period: "day", amount: 1_000_00n });
  expect((await ann.call(deposits.methods, {})).hasLimit).toBe(true);
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => ann.call(deposits.create, order(400_00n, "GCASH"))));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "limits.deposit_reached" } });
});

test("a provider that is away uses up no limit", async () => {
  const ann = await world.player();
  await ann.call(limits.set, { kind: "deposit", period: "day", amount: 500_00n });
  await world.psp?.order("refuse-requests", 2);
  const first = order(500_00n);
  for (const asked of [first, order(500_00n)]) expect(await ann.refused(deposits.create, asked)).toBe("deposits.provider_unreachable");
  expect(await leftOf(ann, "QRPH")).toBe(packs.sandbox.deposit.methods[0].dailyMaximumMinor);
  const opened = await ann.call(deposits.create, first);
  expect(opened.state).toBe("pending");
  expect(Date.parse(opened.expiresAt)).toBe(world.clock.now().getTime() + 15 * 60_000);
  expect(await ann.refused(deposits.create, order(500_00n))).toBe("limits.deposit_reached");
});

test("an order the provider did not take, asked for again on another day, counts for that day", async () => {
  const ann = await world.player();
  await world.psp?.order("refuse-requests", 1);
  const first = order(50_000_00n, "GCASH");
  expect(await ann.refused(deposits.create, first)).toBe("deposits.provider_unreachable");
  await world.pass(DAY_MS);
  await enterAgain(ann);
  await ann.call(limits.set, { kind: "deposit", period: "day", amount: 50_000_00n });
  expect(await ann.call(deposits.create, first)).toMatchObject({ state: "pending", createdAt: world.clock.now().toISOString() });
  expect(await leftOf(ann, "GCASH")).toBe(50_000_00n);
  expect(await ann.refused(deposits.create, order(100_00n))).toBe("limits.deposit_reached");
});

test("bank transfers are closed while their flag is off", async () => {
  const ann = await world.player();
  await setFlag("bankTransfer", false);
  expect((await ann.call(deposits.methods, {})).list.map(({ code }) => code)).not.toContain("TRANSFER");
  expect(await ann.refused(deposits.create, order(500_00n, "TRANSFER"))).toBe("deposits.method_closed");
  await setFlag("bankTransfer", true);
  expect((await ann.call(deposits.create, order(500_00n, "TRANSFER"))).state).toBe("pending");
});

test("the next Manila day takes the method's maximum again", async () => {
  const ann = await world.player();
  for (let count = 0; count < 2; count++) await ann.call(deposits.create, order(50_000_00n, "MAYA"));
  await world.pass(DAY_MS);
  await enterAgain(ann);
  expect(await leftOf(ann, "MAYA")).toBe(100_000_00n);
  expect((await ann.call(deposits.create, order(500_00n, "MAYA"))).state).toBe("pending");
});
