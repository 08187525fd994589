import { audit } from "@laro/contract/audit";
import { deposits } from "@laro/contract/deposits";
import { messages } from "@laro/contract/messages";
import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readReport } from "../../core/payments/report.ts";
import { newId } from "../../platform/ids.ts";
import { addJob } from "../../platform/outbox.ts";
import { recordedMessages, sendMessage } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { comeBack, lookAtSilence, type Member, paid as paidIn, requested as requestedIn, withdrawalIs } from "../../testing/withdrawals.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { sendPayout } from "./withdrawals.payout.ts";

const MINUTE_MS = 60_000;
const reason = "checked";

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

const requested = () => requestedIn(world);
const paid = () => paidIn(world, officer);

const balancesOf = async (person: Member) => {
  const { balance, locked } = await person.call(wallet.balance, {});
  return { balance, locked };
};
const inboxOf = async (person: Member) => {
  await world.work();
  return (await person.call(messages.mine, {})).list.map(({ template, values }) => ({ template, values }));
};
const payoutsReported = async (reference: string): Promise<unknown[]> =>
  (await readReport(world.open.platform, "2026-10-05")).payouts.filter((entry) => entry.reference === reference);

test("support may look at the queue but not decide, and a member may do neither", async () => {
  const { ann, id } = await requested();
  const support = await world.operator("support");
  expect((await support.call(withdrawals.queue, { state: "pending" })).list.map((row) => row.id)).toContain(id);
  expect(await support.refused(withdrawals.approve, { id, reason })).toBe("sessions.forbidden");
  expect(await ann.refused(withdrawals.queue, { state: "pending" })).toBe("sessions.required");
  expect(await ann.refused(withdrawals.approve, { id, reason })).toBe("sessions.required");
});

test("a withdrawal nobody knows cannot be decided", async () => {
  const id = newId(world.clock.now());
  expect(await officer.refused(withdrawals.approve, { id, reason })).toBe("withdrawals.not_found");
  expect(await officer.refused(withdrawals.reject, { id, reason })).toBe("withdrawals.not_found");
});

test("of two officers who decide at the same moment one does, and the other is told", async () => {
  const { ann, id } = await requested();
  const other = await world.operator("superadmin");
  const outcomes = await Promise.allSettled([officer.call(withdrawals.approve, { id, reason }), other.call(withdrawals.reject, { id, reason })]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "withdrawals.not_pending" } });
  expect(["approved", "rejected"]).toContain((await ann.call(withdrawals.get, { id })).state);
  await world.work();
});

test("a rejected withdrawal gives the money back, shows the reason and leaves a message [MSG-05]", async () => {
  const { ann, id } = await requested();
  expect(await balancesOf(ann)).toEqual({ balance: 600_00n, locked: 400_00n });
  await officer.call(withdrawals.reject, { id, reason: "The name does not match." });
  expect(await ann.call(withdrawals.get, { id })).toMatchObject({ state: "rejected", reason: "The name does not match." });
  expect(await balancesOf(ann)).toEqual({ balance: 1_000_00n, locked: 0n });
  expect(await inboxOf(ann)).toContainEqual({ template: "withdrawalRejected", values: ["Laro", "₱", "400.00"] });
  expect(await officer.refused(withdrawals.approve, { id, reason })).toBe("withdrawals.not_pending");
});

test("an approved withdrawal leaves a message, is paid, and closes at the member's word [MSG-04]", async () => {
  const { ann, id } = await requested();
  const approved = await officer.call(withdrawals.approve, { id, reason });
  expect(approved).toMatchObject({
    state: "approved",
    memberId: ann.id,
    memberName: ann.name,
    decidedBy: officer.name,
    holder: "Ann Reyes",
    balance: 600_00n,
    reason,
  });
  expect(await inboxOf(ann)).toContainEqual({ template: "withdrawalApproved", values: ["Laro", "₱", "400.00"] });
  const { receivedBy, reason: shown } = await withdrawalIs(ann, id, "paid");
  expect([receivedBy, shown]).toEqual([new Date(world.clock.now().getTime() + 30 * MINUTE_MS).toISOString(), null]);
  expect(await balancesOf(ann)).toEqual({ balance: 600_00n, locked: 0n });
  expect(await inboxOf(ann)).toContainEqual({ template: "withdrawalPaid", values: ["Laro", "₱", "400.00"] });
  expect(await ann.call(withdrawals.confirm, { id, answer: "received" })).toMatchObject({
    state: "received",
    receivedBy: null,
    closedAt: world.clock.now().toISOString(),
  });
  expect(await ann.refused(withdrawals.confirm, { id, answer: "received" })).toBe("withdrawals.not_paid");
  const superadmin = await world.operator("superadmin");
  expect((await superadmin.call(audit.list, {})).list).toContainEqual(
    expect.objectContaining({ endpoint: "withdrawals.approve", operator: officer.name, input: { id, reason } }),
  );
});

test("silence for thirty minutes counts as received, and not a minute less [WALLET-05]", async () => {
  const { ann, id } = await paid();
  await world.pass(29 * MINUTE_MS);
  await lookAtSilence(world);
  expect((await ann.call(withdrawals.get, { id })).state).toBe("paid");
  await world.pass(MINUTE_MS);
  await lookAtSilence(world);
  expect((await ann.call(withdrawals.get, { id })).state).toBe("received");
});

test("a payout the provider cannot make gives the money back and leaves a message", async () => {
  const { ann, id } = await requested();
  await world.psp?.order("payout-fails", 1);
  await officer.call(withdrawals.approve, { id, reason });
  await world.work();
  await withdrawalIs(ann, id, "failed");
  expect(await balancesOf(ann)).toEqual({ balance: 1_000_00n, locked: 0n });
  expect(await inboxOf(ann)).toContainEqual({ template: "withdrawalFailed", values: ["Laro", "₱", "400.00"] });
});

test("a payout that is sent many times is paid once, and its message counted once", async () => {
  const { ann, id } = await requested();
  await world.psp?.order("twice", 1);
  await officer.call(withdrawals.approve, { id, reason });
  await Promise.all([1, 2, 3].map(() => sendPayout(world.open.platform, id)));
  await world.work();
  await withdrawalIs(ann, id, "paid");
  await sendPayout(world.open.platform, id);
  expect(await payoutsReported(id)).toHaveLength(1);
  expect((await inboxOf(ann)).filter(({ template }) => template === "withdrawalPaid")).toHaveLength(1);
  expect(await balancesOf(ann)).toEqual({ balance: 600_00n, locked: 0n });
});

test("a provider that is away keeps the withdrawal approved and the money held, and the job tries again", async () => {
  const { ann, id } = await requested();
  await officer.call(withdrawals.approve, { id, reason });
  await world.psp?.order("refuse-requests", 1);
  await world.work();
  expect((await ann.call(withdrawals.get, { id })).state).toBe("approved");
  expect(await balancesOf(ann)).toEqual({ balance: 600_00n, locked: 400_00n });
  await sendPayout(world.open.platform, id);
  await withdrawalIs(ann, id, "paid");
});

test("a message that contradicts what was settled is refused, recorded and moves nothing", async () => {
  const { ann, id } = await requested();
  expect(await sendMessage(world, { type: "payout.paid", reference: id, amount: "400.00" })).toBe(409);
  expect((await ann.call(withdrawals.get, { id })).state).toBe("pending");
  expect(await world.audit()).toContainEqual(expect.stringMatching(new RegExp(`^audit_a11.*${id}`)));
  contradicted.push(id);
  const settled = await paid();
  expect(await sendMessage(world, { type: "payout.failed", reference: settled.id, amount: "400.00" })).toBe(409);
  expect((await settled.ann.call(withdrawals.get, { id: settled.id })).state).toBe("paid");
  expect(await balancesOf(settled.ann)).toEqual({ balance: 600_00n, locked: 0n });
  expect((await recordedMessages(world)).filter(({ fault }) => fault === "webhooks.contradiction")).toHaveLength(2);
});

test("a second payout of what is paid moves nothing and waits for a person's eye; hearing of the first again is no news", async () => {
  const { ann, id } = await paid();
  const [row] = await asOwner<{ providerId: string }>(world.open.url, 'select provider_ref as "providerId" from withdrawal where id = $1', [id]);
  const first = { type: "payout.paid", reference: id, amount: "400.00", providerId: row!.providerId };
  const flagged = async () => (await recordedMessages(world)).filter(({ accepted, fault }) => accepted && fault === "webhooks.contradiction").length;
  const before = await flagged();
  expect(await sendMessage(world, first)).toBe(200);
  expect(await flagged()).toBe(before);
  for (const changed of [{ providerId: "out_again" }, { amount: "399.00" }]) expect(await sendMessage(world, { ...first, ...changed })).toBe(200);
  expect(await flagged()).toBe(before + 2);
  const { list } = await officer.call(deposits.messages, { limit: 2 });
  const { reference } = await ann.call(withdrawals.get, { id });
  expect(list).toMatchObject([399_00n, 400_00n].map((amount) => ({ fault: "webhooks.contradiction", type: "payout.paid", amount, about: reference })));
  expect(await balancesOf(ann)).toEqual({ balance: 600_00n, locked: 0n });
});

test("an approved payout whose job spent its attempts is sent again an hour after the decision, and one whose job still tries is left to it", async () => {
  const [spent, trying] = [await requested(), await requested()];
  for (const { id } of [spent, trying]) await officer.call(withdrawals.approve, { id, reason });
  const key = ({ id }: { id: string }) => `payout:${id}`;
  await asOwner(world.open.url, "update graphile_worker._private_jobs set attempts = max_attempts where key = $1", [key(spent)]);
  await asOwner(world.open.url, "update graphile_worker._private_jobs set attempts = 3, run_at = now() + interval '1 hour' where key = $1", [key(trying)]);
  const look = async () => {
    await world.open.platform.database.begin((tx) => addJob(tx, "withdrawals:sendAgain", {}));
    await world.work();
  };
  await world.pass(59 * MINUTE_MS);
  await look();
  await comeBack(spent.ann);
  expect((await spent.ann.call(withdrawals.get, { id: spent.id })).state).toBe("approved");
  await world.pass(MINUTE_MS);
  await look();
  await withdrawalIs(spent.ann, spent.id, "paid");
  const left = await asOwner(world.open.url, "select key, attempts from graphile_worker.jobs where key = any($1::text[])", [[spent, trying].map(key)]);
  expect(left).toEqual([{ key: key(trying), attempts: 3 }]);
  officer = await world.operator("finance");
});

test("a payout of another amount than was approved is refused, and the money stays held", async () => {
  const { ann, id } = await requested();
  await world.psp?.order("never", 1);
  await officer.call(withdrawals.approve, { id, reason });
  await world.work();
  expect(await sendMessage(world, { type: "payout.paid", reference: id, amount: "399.00" })).toBe(409);
  contradicted.push(id);
  expect(await balancesOf(ann)).toEqual({ balance: 600_00n, locked: 400_00n });
});

test("the queue shows what waits longest first, counts every state and sums what was paid this Manila day", async () => {
  const before = await officer.call(withdrawals.queue, { state: "pending", limit: 100 });
  const [first, second] = [await requested(), await requested()];
  await paid();
  const after = await officer.call(withdrawals.queue, { state: "pending", limit: 100 });
  expect(after.list.slice(before.list.length).map(({ id }) => id)).toEqual([first.id, second.id]);
  expect(after.counts.pending).toBe(before.counts.pending + 2);
  expect(after.paidToday).toBe(before.paidToday + 400_00n);
  const page = await officer.call(withdrawals.queue, { state: "pending", limit: 1 });
  const next = await officer.call(withdrawals.queue, { state: "pending", limit: 1, cursor: page.next ?? "" });
  expect([...page.list, ...next.list].map(({ id }) => id)).toEqual(after.list.slice(0, 2).map(({ id }) => id));
  const newest = await officer.call(withdrawals.queue, { state: "paid", limit: 100 });
  const numbers = newest.list.map(({ reference }) => Number(reference.slice(2)));
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  await world.pass(24 * 60 * MINUTE_MS);
  // A day later every session is over, so the officer logs in again.
  expect((await (await world.operator("finance")).call(withdrawals.queue, { state: "paid" })).paidToday).toBe(0n);
});
