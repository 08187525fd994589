import { randomUUID } from "node:crypto";
import { deposits } from "@laro/contract/deposits";
import { wallet } from "@laro/contract/wallet";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openDeposit, recordedMessages, sendMessage } from "../../testing/cashier.ts";
import type { Person } from "../../testing/person.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";

const MINUTE_MS = 60_000;

let world: World;
let ann: Person;
beforeAll(async () => {
  world = await createWorld({ psp: true });
  ann = await world.player();
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

/** The fault of what came last, on record one by one when it was signed, as a number when it was not. */
async function lastFault(): Promise<string | null | undefined> {
  const [unsigned] = await asOwner<{ fault: string }>(world.open.url, "select fault from unsigned_message");
  return unsigned?.fault ?? (await recordedMessages(world)).at(-1)?.fault;
}

/** Sends a message about a fresh deposit, and expects it to move nothing and to be on record with its fault. */
async function expectRefused(send: (reference: string) => Promise<number>, status: number, fault: string): Promise<void> {
  const { id } = await openDeposit(world, ann, 500_00n);
  await asOwner(world.open.url, "delete from unsigned_message");
  expect(await send(id)).toBe(status);
  expect(await lastFault()).toBe(fault);
  expect((await ann.call(deposits.get, { id })).state).toBe("pending");
  expect((await ann.call(wallet.balance, {})).balance).toBe(0n);
}

const paid = (reference: string) => ({ type: "payment.paid", reference, amount: "500.00" });

test("a message signed with another secret is refused, counted and moves nothing", () =>
  expectRefused((id) => sendMessage(world, paid(id), { secret: "not the provider's secret" }), 401, "webhooks.signature_wrong"));

test("a message whose body was changed after signing is refused, counted and moves nothing", () =>
  expectRefused((id) => sendMessage(world, paid(id), { signedBody: JSON.stringify(paid(id)) }), 401, "webhooks.signature_wrong"));

test("a message without a signature is refused", async () => {
  const response = await fetch(`${world.address}/gateway/psp`, { method: "POST", body: "{}" });
  expect(response.status).toBe(401);
});

test("a message signed more than five minutes ago or ahead is refused, counted and moves nothing", async () => {
  for (const minutes of [-6, 6]) {
    const at = new Date(world.clock.now().getTime() + minutes * MINUTE_MS);
    await expectRefused((id) => sendMessage(world, paid(id), { at }), 401, "webhooks.too_old");
  }
});

test("a message about a reference nobody knows is refused and recorded", async () => {
  for (const reference of [randomUUID(), "W-1001"]) await expectRefused(() => sendMessage(world, paid(reference)), 404, "webhooks.reference_unknown");
});

test("a signed message that is not what was agreed is refused and recorded", async () => {
  for (const changed of [
    { amount: "500.001" },
    { amount: "-500.00" },
    { amount: 500 },
    { currency: "USD" },
    { type: "payment.refunded" },
    { id: "" },
    { providerId: "\u0000" },
  ]) {
    await expectRefused((id) => sendMessage(world, { ...paid(id), ...changed }), 400, "request.malformed");
  }
  expect(await sendMessage(world, "{")).toBe(400);
});

test("a body above 64 KiB is refused before it is read as a message", async () => {
  const before = await recordedMessages(world);
  expect(await sendMessage(world, { ...paid(randomUUID()), more: "x".repeat(64 * 1024) })).toBe(413);
  expect(await recordedMessages(world)).toEqual(before);
});

test("fifty copies of one message at the same moment act once, and every sender hears yes", async () => {
  const ben = await world.player();
  const deposit = await openDeposit(world, ben, 500_00n);
  const message = { ...paid(deposit.id), id: randomUUID(), providerId: "pay_of_ben" };
  const answers = await Promise.all(Array.from({ length: 50 }, () => sendMessage(world, message)));
  expect(new Set(answers)).toEqual(new Set([200]));
  expect((await ben.call(wallet.history, { kind: "deposit" })).list).toMatchObject([{ amount: 500_00n, balanceAfter: 500_00n }]);
  expect((await recordedMessages(world)).filter(({ eventId }) => eventId === message.id)).toEqual([{ eventId: message.id, accepted: true, fault: null }]);
});

test("an event that was taken acts no second time, whatever it says then", async () => {
  const ben = await world.player();
  const [first, second] = [await openDeposit(world, ben, 500_00n), await openDeposit(world, ben, 500_00n)];
  const id = randomUUID();
  for (const { id: reference } of [first, second]) expect(await sendMessage(world, { ...paid(reference), id })).toBe(200);
  expect((await ben.call(deposits.get, { id: second.id })).state).toBe("pending");
  expect((await ben.call(wallet.balance, {})).balance).toBe(500_00n);
});
