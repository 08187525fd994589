import { parseEmvco } from "@laro/contract/core/emvco";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { deposits } from "@laro/contract/deposits";
import { messages } from "@laro/contract/messages";
import { wallet } from "@laro/contract/wallet";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { freezeAccount } from "../../core/wallet/freeze.ts";
import { newId } from "../../platform/ids.ts";
import { addJob } from "../../platform/outbox.ts";
import { depositIs, openDeposit, sendMessage } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { soon } from "../../testing/soon.ts";

const MINUTE_MS = 60_000;

let world: World;
beforeAll(async () => void (world = await createWorld({ psp: true })));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const order = (amount: bigint, method = "QRPH") => ({ requestId: newId(world.clock.now()), method, amount });
const balanceOf = async (person: Awaited<ReturnType<World["player"]>>) => (await person.call(wallet.balance, {})).balance;

async function expireDue(): Promise<void> {
  await world.open.platform.database.begin((tx) => addJob(tx, "deposits:expire", {}));
  await world.work();
}

test("an amount that is not a plain positive decimal is refused at the field amount", async () => {
  const ann = await world.player();
  const bad = [
    "1e3",
    "-500",
    "0",
    "0.00",
    "500.001",
    "9007199254740993",
    "٥٠٠",
    "５００",
    "500,00",
    " 500",
    "+500",
    "0x1f4",
    "NaN",
    "",
    500,
    500.5,
    null,
    ["500"],
    { amount: "500" },
  ];
  for (const amount of bad) {
    const { status, answer } = await ann.request(
      "POST",
      "/api/deposits.create",
      JSON.stringify({ requestId: newId(world.clock.now()), method: "QRPH", amount }),
    );
    expect({ amount, status, answer }).toMatchObject({ status: 400, answer: { success: false, message: "request.invalid", value: { field: "amount" } } });
  }
});

test("an amount outside the pack's limits, an unknown method and a closed wallet are refused", async () => {
  const ann = await world.player();
  expect((await ann.refusal(deposits.create, order(99_99n))).values).toMatchObject({ field: "amount", minimum: "100.00" });
  expect((await ann.refusal(deposits.create, order(50_000_01n))).values).toMatchObject({ field: "amount", maximum: "50000.00" });
  expect(await ann.refused(deposits.create, order(500_00n, "BITCOIN"))).toBe("deposits.method_closed");
  await world.open.platform.database.begin((tx) => freezeAccount(tx, { accountId: ann.id, frozen: true, now: world.clock.now() }));
  expect(await ann.refused(deposits.create, order(500_00n))).toBe("wallet.closed");
  expect((await ann.call(deposits.mine, {})).list).toEqual([]);
});

test("a trial account cannot deposit", async () => {
  const trial = await world.member({ type: accountTypes.trial });
  expect(await trial.refused(deposits.create, order(500_00n))).toBe("sessions.real_account_needed");
});

test("the same request answers the same deposit; with another amount it is refused", async () => {
  const ann = await world.player();
  const first = order(500_00n);
  const deposit = await ann.call(deposits.create, first);
  expect(await ann.call(deposits.create, first)).toEqual(deposit);
  expect(await ann.refused(deposits.create, { ...first, amount: 600_00n })).toBe("request.id_reused");
  expect((await ann.call(deposits.mine, {})).list).toEqual([deposit]);
});

test("another member's deposit looks like none", async () => {
  const [ann, ben] = [await world.player(), await world.player()];
  const { id } = await openDeposit(world, ann, 500_00n);
  expect(await ben.refused(deposits.get, { id })).toBe("deposits.not_found");
});

test("a provider that does not answer is said so, and the same request succeeds once it does", async () => {
  const ann = await world.player();
  const first = order(500_00n);
  await world.psp?.order("refuse-requests", 1);
  expect(await ann.refused(deposits.create, first)).toBe("deposits.provider_unreachable");
  expect((await ann.call(deposits.mine, {})).list).toEqual([]);
  expect((await ann.call(deposits.create, first)).state).toBe("pending");
});

test("a paid QR Ph deposit is credited once and the member finds a message with site, currency and amount [MSG-02] [ENTITY-62]", async () => {
  const ann = await world.player();
  const opened = await openDeposit(world, ann, 1_234_50n);
  const qr = parseEmvco(opened.qrPayload ?? "");
  expect([qr?.get("01"), qr?.get("53"), qr?.get("54"), qr?.get("58")]).toEqual(["12", "608", "1234.50", "PH"]);
  await world.psp?.answer(opened.payUrl ?? "", "pay");
  const credited = await depositIs(ann, opened.id, "credited");
  expect(credited).toMatchObject({ amount: 1_234_50n, paid: 1_234_50n, qrPayload: null, payUrl: null, settledAt: world.clock.now().toISOString() });
  expect(await balanceOf(ann)).toBe(1_234_50n);
  await world.work();
  expect((await ann.call(messages.mine, {})).list).toContainEqual(
    expect.objectContaining({ template: "depositCredited", values: ["Laro", "₱", "1,234.50"], readAt: null }),
  );
});

test("a credited deposit makes its member's balance, and nobody else's, look again at once", async () => {
  const [ann, ben] = [await world.player(), await world.player()];
  const heard: Record<"ann" | "ben", string[]> = { ann: [], ben: [] };
  const { live } = world.open.platform;
  for (const [name, { id }] of [
    ["ann", ann],
    ["ben", ben],
  ] as const)
    live.listen([`member:${id}`], (message) => heard[name].push(...("stale" in message ? message.stale : [])));
  const { id } = await openDeposit(world, ann, 500_00n);
  await sendMessage(world, { type: "payment.paid", reference: id, amount: "500.00" });
  await soon(() => expect(heard.ann).toEqual(expect.arrayContaining(["wallet.balance", "deposits.get", "deposits.mine"])));
  await world.work();
  await soon(() => expect(heard.ann).toContain("messages.unread"));
  expect(heard.ben.filter((endpoint) => endpoint !== "messages.mine" && endpoint !== "messages.unread")).toEqual([]);
});

test("a declined deposit fails, moves nothing and the member finds a message [MSG-03]", async () => {
  const ann = await world.player();
  const { id, payUrl } = await openDeposit(world, ann, 500_00n);
  await world.psp?.answer(payUrl ?? "", "decline");
  expect((await depositIs(ann, id, "failed")).paid).toBeNull();
  expect(await balanceOf(ann)).toBe(0n);
  await world.work();
  expect((await ann.call(messages.mine, {})).list).toContainEqual(expect.objectContaining({ template: "depositFailed", values: ["Laro", "₱", "500.00"] }));
});

test("a message sent twice credits once", async () => {
  const ann = await world.player();
  await world.psp?.order("twice", 1);
  const { id, payUrl } = await openDeposit(world, ann, 500_00n);
  await world.psp?.answer(payUrl ?? "", "pay");
  await depositIs(ann, id, "credited");
  expect(await sendMessage(world, { type: "payment.paid", reference: id, amount: "500.00" })).toBe(200);
  expect(await balanceOf(ann)).toBe(500_00n);
});

test("a wrongly signed message moves nothing, and the provider's next try credits", async () => {
  const ann = await world.player();
  await world.psp?.order("wrong-signature", 1);
  const { id, payUrl } = await openDeposit(world, ann, 500_00n);
  await world.psp?.answer(payUrl ?? "", "pay");
  await depositIs(ann, id, "credited");
  expect(await asOwner(world.open.url, "select fault, count::int from unsigned_message")).toEqual([{ fault: "webhooks.signature_wrong", count: 1 }]);
  expect(await balanceOf(ann)).toBe(500_00n);
});

test("a message that comes slowly credits", async () => {
  const ann = await world.player();
  await world.psp?.order("slow", 1);
  const { id, payUrl } = await openDeposit(world, ann, 500_00n);
  await world.psp?.answer(payUrl ?? "", "pay");
  expect((await ann.call(deposits.get, { id })).state).toBe("pending");
  await depositIs(ann, id, "credited");
});

test("money that arrives after the deposit expired is credited all the same", async () => {
  const ann = await world.player();
  const { id } = await openDeposit(world, ann, 500_00n);
  await world.pass(16 * MINUTE_MS);
  await expireDue();
  expect(await ann.call(deposits.get, { id })).toMatchObject({ state: "expired", qrPayload: null });
  expect(await sendMessage(world, { type: "payment.paid", reference: id, amount: "500.00" })).toBe(200);
  expect((await ann.call(deposits.get, { id })).state).toBe("credited");
  expect(await balanceOf(ann)).toBe(500_00n);
});

test("a deposit whose message never comes expires after its quarter of an hour and not before, and credits nothing", async () => {
  const ann = await world.player();
  await world.psp?.order("never", 1);
  const { id, payUrl } = await openDeposit(world, ann, 500_00n);
  await world.psp?.answer(payUrl ?? "", "pay");
  await world.pass(14 * MINUTE_MS);
  await expireDue();
  expect((await ann.call(deposits.get, { id })).state).toBe("pending");
  await world.pass(MINUTE_MS);
  await expireDue();
  expect((await ann.call(deposits.get, { id })).state).toBe("expired");
  expect(await balanceOf(ann)).toBe(0n);
});

test("what was really paid is credited, and both amounts stay visible", async () => {
  const ann = await world.player();
  const { id } = await openDeposit(world, ann, 500_00n);
  expect(await sendMessage(world, { type: "payment.paid", reference: id, amount: "450.25" })).toBe(200);
  expect(await ann.call(deposits.get, { id })).toMatchObject({ state: "credited", amount: 500_00n, paid: 450_25n });
  expect(await balanceOf(ann)).toBe(450_25n);
});

test("a refusal of the payer that is followed by the money is credited, and never the other way round", async () => {
  const ann = await world.player();
  const { id } = await openDeposit(world, ann, 500_00n);
  for (const type of ["payment.failed", "payment.paid", "payment.failed"])
    expect(await sendMessage(world, { type, reference: id, amount: "500.00" })).toBe(200);
  expect((await ann.call(deposits.get, { id })).state).toBe("credited");
  expect(await balanceOf(ann)).toBe(500_00n);
});

test("deposits are paged newest first, none twice and none left out", async () => {
  const ann = await world.player();
  const opened: string[] = [];
  for (let count = 0; count < 5; count++) opened.unshift((await openDeposit(world, ann, 500_00n)).id);
  const first = await ann.call(deposits.mine, { limit: 3 });
  const second = await ann.call(deposits.mine, { limit: 3, cursor: first.next ?? "" });
  expect([...first.list, ...second.list].map(({ id }) => id)).toEqual(opened);
  expect(second.next).toBeNull();
});
