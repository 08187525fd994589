import { randomUUID } from "node:crypto";
import { deposits } from "@laro/contract/deposits";
import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { openDeposit, recordedMessages, sendMessage } from "../../testing/cashier.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

const MINUTE_MS = 60_000;

let world: World;
let officer: Person;
beforeAll(async () => {
  world = await createWorld({ psp: true });
  officer = await world.operator("finance");
});
/** What a provider said that the ledger rightly does not: the audit shows it until an officer has explained it. */
const contradicted: string[] = [];
afterEach(async () =>
  expect((await world.audit()).filter((fault) => !contradicted.some((id) => fault.startsWith("audit_a11") && fault.includes(id)))).toEqual([]),
);
afterAll(() => world.close());

const paid = (reference: string, more: object = {}) => ({ type: "payment.paid", reference, amount: "500.00", ...more });
const balanceOf = async (person: Person) => (await person.call(wallet.balance, {})).balance;
const newestFaulty = async () => (await officer.call(deposits.messages, { limit: 1 })).list[0];

test("members cannot read the provider's messages, nor can support", async () => {
  expect(await (await world.player()).refused(deposits.messages, {})).toBe("sessions.required");
  expect(await (await world.operator("support")).refused(deposits.messages, {})).toBe("sessions.forbidden");
});

test("fifty identical messages of fifty events at the same moment credit once", async () => {
  const ann = await world.player();
  const { id } = await openDeposit(world, ann, 500_00n);
  const answers = await Promise.all(Array.from({ length: 50 }, () => sendMessage(world, paid(id, { providerId: "pay_the_same" }))));
  expect(new Set(answers)).toEqual(new Set([200]));
  expect((await ann.call(wallet.history, { kind: "deposit" })).list).toHaveLength(1);
  expect(await balanceOf(ann)).toBe(500_00n);
  expect((await ann.call(withdrawals.terms, {})).turnoverNeeded).toBe(500_00n);
});

test.each([
  ["450.25", 450_25n],
  ["0.01", 1n],
  ["512.00", 512_00n],
  ["50000000.00", 50_000_000_00n],
] as const)("%s that arrive for 500.00 asked are credited as they came, staked once, and both amounts stay visible", async (amount, minor) => {
  const ann = await world.player();
  const { id } = await openDeposit(world, ann, 500_00n);
  expect(await sendMessage(world, paid(id, { amount }))).toBe(200);
  expect(await ann.call(deposits.get, { id })).toMatchObject({ state: "credited", amount: 500_00n, paid: minor });
  expect(await balanceOf(ann)).toBe(minor);
  expect((await ann.call(withdrawals.terms, {})).turnoverNeeded).toBe(minor);
  expect((await officer.call(deposits.queue, { state: "credited", limit: 1 })).list).toMatchObject([{ id, amount: 500_00n, paid: minor }]);
});

test.each(["0", "0.00", "-5.00", "500.001", "1e3", "9007199254740993", "٥٠٠.٠٠", "1000000000.01", 500, 500.5, null])(
  "a signed message whose amount is %j is refused, recorded and moves nothing",
  async (amount) => {
    const ann = await world.player();
    const { id } = await openDeposit(world, ann, 500_00n);
    expect(await sendMessage(world, paid(id, { amount }))).toBe(400);
    expect((await recordedMessages(world)).at(-1)).toMatchObject({ accepted: false, fault: "request.malformed" });
    expect(await balanceOf(ann)).toBe(0n);
  },
);

test("a second payment of what is credited moves nothing and waits for a person's eye", async () => {
  const ann = await world.player();
  const { id, reference } = await openDeposit(world, ann, 500_00n);
  const first = paid(id, { providerId: `pay_${id}` });
  for (const message of [first, first]) expect(await sendMessage(world, message)).toBe(200);
  const before = await newestFaulty();
  expect(before?.about).not.toBe(reference);
  expect(await sendMessage(world, paid(id, { providerId: "pay_again", amount: "123.00" }))).toBe(200);
  expect(await newestFaulty()).toMatchObject({ fault: "webhooks.contradiction", type: "payment.paid", amount: 123_00n, about: reference });
  expect(await balanceOf(ann)).toBe(500_00n);
});

test("a refusal that follows the money moves nothing and is recorded as a contradiction", async () => {
  const ann = await world.player();
  const { id, reference } = await openDeposit(world, ann, 500_00n);
  for (const type of ["payment.paid", "payment.failed"]) expect(await sendMessage(world, paid(id, { type }))).toBe(200);
  expect(await newestFaulty()).toMatchObject({ fault: "webhooks.contradiction", type: "payment.failed", about: reference });
  expect((await ann.call(deposits.get, { id })).state).toBe("credited");
});

test("a message signed by someone else, long ago or about nothing is on the officers' list with its fault and nothing an outsider wrote", async () => {
  const { id, reference } = await openDeposit(world, await world.player(), 500_00n);
  const then = new Date(world.clock.now().getTime() - 6 * MINUTE_MS);
  expect(await sendMessage(world, paid(id), { secret: "not the provider's secret" })).toBe(401);
  expect(await newestFaulty()).toMatchObject({ fault: "webhooks.signature_wrong", type: null, amount: null, about: null });
  expect(await sendMessage(world, paid(id), { at: then })).toBe(401);
  expect(await newestFaulty()).toMatchObject({ fault: "webhooks.too_old", about: null });
  for (const unknown of [randomUUID(), "W-1001"]) {
    expect(await sendMessage(world, paid(unknown))).toBe(404);
    expect(await newestFaulty()).toMatchObject({ fault: "webhooks.reference_unknown", type: "payment.paid", about: null });
  }
  const list = await officer.call(deposits.messages, { limit: 2 });
  expect((await officer.call(deposits.messages, { limit: 2, cursor: list.next ?? "" })).list).toHaveLength(2);
  expect(list.list.map(({ about }) => about)).not.toContain(reference);
});

test("the provider's word about a bank transfer, which it never opened, is refused", async () => {
  const ann = await world.player();
  const { id, reference } = await ann.call(deposits.create, { requestId: newId(world.clock.now()), method: "TRANSFER", amount: 500_00n });
  for (const type of ["payment.paid", "payment.failed"]) expect(await sendMessage(world, paid(id, { type }))).toBe(409);
  contradicted.push(id);
  expect(await newestFaulty()).toMatchObject({ fault: "webhooks.contradiction", about: reference });
  expect((await ann.call(deposits.get, { id })).state).toBe("pending");
  expect(await balanceOf(ann)).toBe(0n);
});
