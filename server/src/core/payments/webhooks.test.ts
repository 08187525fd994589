import { randomUUID } from "node:crypto";
import { deposits } from "@laro/contract/deposits";
import { wallet } from "@laro/contract/wallet";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openDeposit, recordedMessages, sendMessage } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";

const MINUTE_MS = 60_000;

let world: World;
beforeAll(async () => {
  world = await createWorld({ psp: true });
});
/** What a provider said that the ledger rightly does not: the audit shows it until an officer has explained it. */
const contradicted: string[] = [];
afterEach(async () =>
  expect((await world.audit()).filter((fault) => !contradicted.some((id) => fault.startsWith("audit_a11") && fault.includes(id)))).toEqual([]),
);
afterAll(() => world.close());

/** The fault of what came last, on record one by one when it was signed, as a number when it was not. */
async function lastFault(): Promise<string | null | undefined> {
  const [unsigned] = await asOwner<{ fault: string }>(world.open.url, "select fault from unsigned_message");
  return unsigned?.fault ?? (await recordedMessages(world)).at(-1)?.fault;
}

/** Sends a message about a fresh deposit, and expects it to move nothing and to be on record with its fault. */
async function expectRefused(send: (reference: string) => Promise<number>, status: number, fault: string): Promise<void> {
  const member = await world.player();
  const { id } = await openDeposit(world, member, 500_00n);
  await asOwner(world.open.url, "delete from unsigned_message");
  expect(await send(id)).toBe(status);
  expect(await lastFault()).toBe(fault);
  expect((await member.call(deposits.get, { id })).state).toBe("pending");
  expect((await member.call(wallet.balance, {})).balance).toBe(0n);
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

test("an event that was taken and then tells another story is refused, moves nothing and waits for a person, once however often it comes", async () => {
  const ben = await world.player();
  const [first, second] = [await openDeposit(world, ben, 500_00n), await openDeposit(world, ben, 500_00n)];
  const message = { ...paid(first.id), id: randomUUID(), providerId: "pay_once" };
  expect(await sendMessage(world, message)).toBe(200);
  contradicted.push(second.id);
  for (const changed of [{ reference: second.id }, { amount: "400.00" }, { providerId: "pay_twice" }, { type: "payment.failed" }])
    for (let again = 0; again < 2; again++) expect(await sendMessage(world, { ...message, ...changed })).toBe(409);
  expect(await sendMessage(world, message)).toBe(200);
  expect((await ben.call(deposits.get, { id: second.id })).state).toBe("pending");
  expect((await ben.call(wallet.balance, {})).balance).toBe(500_00n);
  const refused = { eventId: message.id, accepted: false, fault: "webhooks.contradiction" };
  expect((await recordedMessages(world)).filter(({ eventId }) => eventId === message.id)).toEqual([
    { eventId: message.id, accepted: true, fault: null },
    ...Array.from({ length: 4 }, () => refused),
  ]);
});

test("one payment of the provider's told of two deposits is refused and on record, and the first stays credited", async () => {
  const ben = await world.player();
  const [first, second] = [await openDeposit(world, ben, 500_00n), await openDeposit(world, ben, 500_00n)];
  expect(await sendMessage(world, { ...paid(first.id), providerId: "pay_of_two" })).toBe(200);
  contradicted.push(second.id);
  const message = { ...paid(second.id), id: randomUUID(), providerId: "pay_of_two" };
  const answers = await Promise.all(Array.from({ length: 10 }, () => sendMessage(world, message)));
  expect(new Set(answers)).toEqual(new Set([409]));
  expect((await recordedMessages(world)).filter(({ eventId }) => eventId === message.id)).toEqual([
    { eventId: message.id, accepted: false, fault: "webhooks.contradiction" },
  ]);
  expect((await ben.call(deposits.get, { id: second.id })).state).toBe("pending");
  expect((await ben.call(wallet.balance, {})).balance).toBe(500_00n);
});

test("a fault of ours with a message that was read is on record once, and its next try is taken", async () => {
  const ben = await world.player();
  const { id } = await openDeposit(world, ben, 500_00n);
  const message = { ...paid(id), id: randomUUID(), providerId: "pay_at_a_bad_time" };
  await asOwner(world.open.url, "alter table deposit add constraint planted check (provider_ref is distinct from 'pay_at_a_bad_time')");
  for (let again = 0; again < 2; again++) expect(await sendMessage(world, message)).toBe(500);
  const faulty = { eventId: message.id, accepted: false, fault: "server.unknown" };
  expect((await recordedMessages(world)).filter(({ eventId }) => eventId === message.id)).toEqual([faulty]);
  await asOwner(world.open.url, "alter table deposit drop constraint planted");
  expect(await sendMessage(world, message)).toBe(200);
  expect((await ben.call(wallet.balance, {})).balance).toBe(500_00n);
});
