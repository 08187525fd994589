import { audit } from "@laro/contract/audit";
import { IMAGE_BYTES_MAX } from "@laro/contract/core/images";
import { deposits } from "@laro/contract/deposits";
import { images } from "@laro/contract/images";
import { limits } from "@laro/contract/limits";
import { messages } from "@laro/contract/messages";
import { protection } from "@laro/contract/protection";
import { settings } from "@laro/contract/settings";
import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { freezeAccount } from "../../core/wallet/freeze.ts";
import { newId } from "../../platform/ids.ts";
import { addJob } from "../../platform/outbox.ts";
import { drawPicture, enterAgain, openDeposit, sendMessage } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

const DAY_MS = 24 * 60 * 60_000;
const reason = "found on the statement";

let world: World;
let officer: Person;
let slip: string;
beforeAll(async () => {
  world = await createWorld({ psp: true });
  officer = await world.operator("finance");
  slip = await drawPicture();
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const open = (person: Person, amount = 1_000_00n) => person.call(deposits.create, { requestId: newId(world.clock.now()), method: "TRANSFER", amount });
const balanceOf = async (person: Person) => (await person.call(wallet.balance, {})).balance;
const inboxOf = async (person: Person) => {
  await world.work();
  return (await person.call(messages.mine, {})).list.map(({ template, values }) => ({ template, values }));
};

async function submitted(amount?: bigint) {
  const ann = await world.player();
  const { id, reference } = await open(ann, amount);
  await ann.call(deposits.submitSlip, { id, slip });
  return { ann, id, reference };
}

test("a bank transfer shows the account to pay to until its slip is handed in, and then waits for an officer", async () => {
  const ann = await world.player();
  const opened = await open(ann);
  expect(opened).toMatchObject({ kind: "transfer", state: "pending", payUrl: null, qrPayload: null, slipId: null });
  expect(opened.receivingAccount).toEqual({ bank: "Demo Bank", holder: "Laro Demo Operations", number: "0000 1234 5678" });
  const handed = await ann.call(deposits.submitSlip, { id: opened.id, slip });
  expect(handed).toMatchObject({ state: "submitted", receivingAccount: null });
  expect((await ann.call(images.mine, { id: handed.slipId ?? "" })).base64).not.toBe("");
  expect(await balanceOf(ann)).toBe(0n);
});

test("a slip that is no picture is refused at its field, and the transfer still waits for one", async () => {
  const ann = await world.player();
  const { id } = await open(ann);
  const noImage = await ann.refusal(deposits.submitSlip, { id, slip: Buffer.from("GIF89a, which we do not take").toString("base64") });
  expect([noImage.code, noImage.values["field"]]).toEqual(["images.not_an_image", "slip"]);
  const tooLarge = await ann.refusal(deposits.submitSlip, { id, slip: Buffer.alloc(IMAGE_BYTES_MAX + 1, 1).toString("base64") });
  expect([tooLarge.code, tooLarge.values["field"]]).toEqual(["images.too_large", "slip"]);
  const garbage = await ann.request("POST", "/api/deposits.submitSlip", JSON.stringify({ id, slip: "not base64 ****" }));
  expect(garbage.answer).toMatchObject({ message: "request.invalid", value: { field: "slip" } });
  expect(await ann.call(deposits.get, { id })).toMatchObject({ state: "pending", slipId: null });
});

test("nobody hands in a slip for another, for a payment by QR code, or a second time", async () => {
  const { ann, id } = await submitted();
  const ben = await world.player();
  expect(await ben.refused(deposits.submitSlip, { id, slip })).toBe("deposits.not_found");
  expect(await ann.refused(deposits.submitSlip, { id, slip })).toBe("deposits.not_awaiting_slip");
  expect(await ann.refused(deposits.submitSlip, { id: newId(world.clock.now()), slip })).toBe("deposits.not_found");
  const code = await openDeposit(world, ann, 500_00n);
  expect(await ann.refused(deposits.submitSlip, { id: code.id, slip })).toBe("deposits.not_awaiting_slip");
});

test("of ten slips handed in at once one is kept", async () => {
  const ann = await world.player();
  const { id } = await open(ann);
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => ann.call(deposits.submitSlip, { id, slip })));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(new Set(outcomes.flatMap((one) => (one.status === "rejected" ? [(one.reason as { code: string }).code] : [])))).toEqual(
    new Set(["deposits.not_awaiting_slip"]),
  );
  const kept = await world.open.platform.database.db.selectFrom("image").select("id").where("account_id", "=", ann.id).execute();
  expect(kept).toHaveLength(1);
});

test("ten deposits of a member are under way at once; the next is refused, and so is the slip of one that expired, until one has ended", async () => {
  const ann = await world.player();
  const first = await open(ann, 500_00n);
  await world.pass(DAY_MS);
  await enterAgain(ann);
  officer = await world.operator("finance");
  await world.open.platform.database.begin((tx) => addJob(tx, "deposits:expire", {}));
  await world.work();
  expect((await ann.call(deposits.get, { id: first.id })).state).toBe("expired");
  const orders = await Promise.allSettled(Array.from({ length: 12 }, () => open(ann, 500_00n)));
  expect(orders.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
  expect(await ann.refusal(deposits.create, { requestId: newId(world.clock.now()), method: "TRANSFER", amount: 500_00n })).toMatchObject({
    code: "deposits.open_full",
    values: { maximum: 10 },
  });
  expect(await ann.refused(deposits.submitSlip, { id: first.id, slip })).toBe("deposits.open_full");
  const { list } = await ann.call(deposits.mine, { limit: 1 });
  await ann.call(deposits.submitSlip, { id: list[0]!.id, slip });
  await officer.call(deposits.reject, { id: list[0]!.id, reason });
  expect((await ann.call(deposits.submitSlip, { id: first.id, slip })).state).toBe("submitted");
});

test("a transfer without a slip cannot be approved or rejected, and neither can a payment by QR code or one nobody knows", async () => {
  const ann = await world.player();
  for (const { id } of [await open(ann), await openDeposit(world, ann, 500_00n)]) {
    expect(await officer.refused(deposits.approve, { id, paid: 500_00n, reason })).toBe("deposits.not_submitted");
    expect(await officer.refused(deposits.reject, { id, reason })).toBe("deposits.not_submitted");
  }
  expect(await officer.refused(deposits.approve, { id: newId(world.clock.now()), paid: 500_00n, reason })).toBe("deposits.not_found");
});

test("support and auditors read the queue and decide nothing, and members do neither", async () => {
  const { ann, id } = await submitted();
  for (const role of ["support", "auditor"] as const) {
    const looker = await world.operator(role);
    expect((await looker.call(deposits.queue, { state: "submitted", limit: 100 })).list.map((row) => row.id)).toContain(id);
    expect(await looker.refused(deposits.approve, { id, paid: 1n, reason })).toBe("sessions.forbidden");
    expect(await looker.refused(deposits.reject, { id, reason })).toBe("sessions.forbidden");
  }
  expect(await ann.refused(deposits.queue, { state: "submitted" })).toBe("sessions.required");
  expect(await ann.refused(deposits.approve, { id, paid: 1n, reason })).toBe("sessions.required");
});

test("an approved transfer credits what really arrived, shows both amounts, is to be staked once, and leaves a message [MSG-02]", async () => {
  const { ann, id } = await submitted();
  const approved = await officer.call(deposits.approve, { id, paid: 900_00n, reason });
  expect(approved).toMatchObject({ state: "credited", memberId: ann.id, memberName: ann.name, decidedBy: officer.name, depositedTotal: 900_00n, reason });
  expect(await ann.call(deposits.get, { id })).toMatchObject({ state: "credited", amount: 1_000_00n, paid: 900_00n, reason: null });
  expect(await balanceOf(ann)).toBe(900_00n);
  expect((await ann.call(withdrawals.terms, {})).turnoverNeeded).toBe(900_00n);
  expect(await inboxOf(ann)).toContainEqual({ template: "depositCredited", values: ["Laro", "₱", "900.00"] });
  expect(await officer.refused(deposits.approve, { id, paid: 900_00n, reason })).toBe("deposits.not_submitted");
  expect(await balanceOf(ann)).toBe(900_00n);
});

test("a rejected transfer credits nothing, shows the reason, and leaves a message [MSG-03]", async () => {
  const { ann, id } = await submitted();
  await officer.call(deposits.reject, { id, reason: "No such transfer on our account." });
  expect(await ann.call(deposits.get, { id })).toMatchObject({ state: "rejected", paid: null, reason: "No such transfer on our account." });
  expect(await balanceOf(ann)).toBe(0n);
  expect(await inboxOf(ann)).toContainEqual({ template: "depositFailed", values: ["Laro", "₱", "1,000.00"] });
  expect(await ann.refused(deposits.submitSlip, { id, slip })).toBe("deposits.not_awaiting_slip");
  expect(await officer.refused(deposits.approve, { id, paid: 1_000_00n, reason })).toBe("deposits.not_submitted");
});

test("of officers who approve and reject at the same moment one decides, and the others are told", async () => {
  const { ann, id } = await submitted();
  const other = await world.operator("superadmin");
  const decisions = [1, 2, 3].flatMap(() => [officer.call(deposits.approve, { id, paid: 1_000_00n, reason }), other.call(deposits.reject, { id, reason })]);
  const outcomes = await Promise.allSettled(decisions);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "deposits.not_submitted" } });
  const { state } = await ann.call(deposits.get, { id });
  expect(await balanceOf(ann)).toBe(state === "credited" ? 1_000_00n : 0n);
});

test.each(["0", "-900.00", "9e2", "900.001", "٩٠٠", "9007199254740993", 900, null])(
  "an officer who says that %j arrived is refused at the field",
  async (amount) => {
    const { ann, id } = await submitted();
    const { answer } = await officer.request("POST", "/api/deposits.approve", JSON.stringify({ id, paid: amount, reason }));
    expect(answer).toMatchObject({ message: "request.invalid", value: { field: "paid" } });
    expect((await ann.call(deposits.get, { id })).state).toBe("submitted");
  },
);

/** A bank transfer whose time is over. */
async function expired(ann: Person): Promise<string> {
  const { id } = await open(ann);
  await world.pass(DAY_MS);
  await world.open.platform.database.begin((tx) => addJob(tx, "deposits:expire", {}));
  await world.work();
  await enterAgain(ann);
  return id;
}

const setTransfers = async (enabled: boolean) => (await world.operator("superadmin")).call(settings.setFlag, { modId: "bankTransfer", enabled, reason });

interface Hindrance {
  readonly what: string;
  readonly code: string;
  readonly begin: (ann: Person & { readonly id: bigint }) => Promise<unknown>;
  readonly end?: () => Promise<unknown>;
}

const closeWallet = (ann: Person & { readonly id: bigint }) =>
  world.open.platform.database.begin((tx) => freezeAccount(tx, { accountId: ann.id, frozen: true, now: world.clock.now() }));
const setAmount = (ann: Person, amount: bigint) =>
  asOwner(world.open.url, "update deposit d set amount = $2 from account a where a.id = d.account_id and a.name = $1", [ann.name, amount]);
const closeDeposits = (ann: Person) => asOwner(world.open.url, "update account set restrictions = array['deposit'] where name = $1", [ann.name]);

/** What stands before a late slip, and how it is said. */
const hindrances: readonly Hindrance[] = [
  {
    what: "a limit of the member's own",
    code: "limits.deposit_reached",
    begin: (ann) => ann.call(limits.set, { kind: "deposit", period: "day", amount: 999_99n }),
  },
  { what: "a break", code: "protection.excluded", begin: (ann) => ann.call(protection.takeBreak, { period: "24h" }) },
  {
    what: "the method's day",
    code: "deposits.daily_maximum",
    begin: async (ann) => {
      for (const amount of [500_000_00n, 499_500_00n]) await open(ann, amount);
    },
  },
  { what: "a wallet that is closed", code: "wallet.closed", begin: closeWallet },
  { what: "what its method takes", code: "deposits.below_minimum", begin: (ann) => setAmount(ann, 499_99n) },
  { what: "deposits that an officer closed", code: "limits.restricted", begin: closeDeposits },
  { what: "bank transfers that are closed", code: "deposits.method_closed", begin: () => setTransfers(false), end: () => setTransfers(true) },
];

test.each(hindrances)(
  "a slip that comes after the time is over is refused by $what, and the transfer and its day are as they were",
  async ({ code, begin, end }) => {
    const ann = await world.player();
    const id = await expired(ann);
    await begin(ann);
    const leftBefore = (await ann.call(deposits.methods, {})).list.map(({ leftToday }) => leftToday);
    expect(await ann.refused(deposits.submitSlip, { id, slip })).toBe(code);
    expect(await ann.call(deposits.get, { id })).toMatchObject({ state: "expired", slipId: null });
    expect((await ann.call(deposits.methods, {})).list.map(({ leftToday }) => leftToday)).toEqual(leftBefore);
    const kept = await asOwner(world.open.url, "select i.id from image i join account a on a.id = i.account_id where a.name = $1", [ann.name]);
    expect(kept).toEqual([]);
    await end?.();
  },
);

test.each(["day", "week", "month"] as const)(
  "of ten late slips at one moment, of orders of two days, the member's own limit of a %s takes as many as it leaves room for",
  async (period) => {
    const ann = await world.player();
    const ids: string[] = [];
    for (let day = 0; day < 2; day++) {
      for (let count = 0; count < 5; count++) ids.push((await open(ann)).id);
      await world.pass(DAY_MS);
      await enterAgain(ann);
    }
    await world.open.platform.database.begin((tx) => addJob(tx, "deposits:expire", {}));
    await world.work();
    await ann.call(limits.set, { kind: "deposit", period, amount: 3_500_00n });
    const outcomes = await Promise.allSettled(ids.map((id) => ann.call(deposits.submitSlip, { id, slip })));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "limits.deposit_reached" } });
    expect(await ann.refused(deposits.create, { requestId: newId(world.clock.now()), method: "TRANSFER", amount: 1_000_00n })).toBe("limits.deposit_reached");
    expect((await ann.call(deposits.methods, {})).list.find(({ code }) => code === "TRANSFER")?.leftToday).toBe(997_000_00n);
  },
);

test("a slip that comes after the time is over is looked at all the same", async () => {
  const ann = await world.player();
  const { id } = await open(ann);
  await world.pass(DAY_MS);
  await world.open.platform.database.begin((tx) => addJob(tx, "deposits:expire", {}));
  await world.work();
  await enterAgain(ann);
  expect(await ann.call(deposits.get, { id })).toMatchObject({ state: "expired", receivingAccount: null });
  expect((await ann.call(deposits.submitSlip, { id, slip })).state).toBe("submitted");
  officer = await world.operator("finance");
  await officer.call(deposits.approve, { id, paid: 1_000_00n, reason });
  expect(await balanceOf(ann)).toBe(1_000_00n);
});

test("an officer's look at a slip and the decision are on record with their reasons", async () => {
  const { ann, id } = await submitted();
  const { slipId } = await ann.call(deposits.get, { id });
  expect((await officer.call(images.view, { id: slipId ?? "", reason: "checks the slip" })).base64).not.toBe("");
  await officer.call(deposits.approve, { id, paid: 1_000_00n, reason });
  const { list } = await (await world.operator("auditor")).call(audit.list, { kind: "command", limit: 5 });
  expect(list).toContainEqual(expect.objectContaining({ endpoint: "images.view", operator: officer.name, input: { id: slipId, reason: "checks the slip" } }));
  expect(list).toContainEqual(expect.objectContaining({ endpoint: "deposits.approve", operator: officer.name, input: { id, paid: "1000.00", reason } }));
});

test("the queue shows what waits longest first, counts every state and sums what was credited this Manila day", async () => {
  const before = await officer.call(deposits.queue, { state: "submitted", limit: 100 });
  const [first, second] = [await submitted(), await submitted()];
  const settled = await submitted();
  await officer.call(deposits.approve, { id: settled.id, paid: 700_00n, reason });
  const byCode = await openDeposit(world, first.ann, 500_00n);
  await sendMessage(world, { type: "payment.paid", reference: byCode.id, amount: "500.00" });
  const after = await officer.call(deposits.queue, { state: "submitted", limit: 100 });
  expect(after.list.slice(before.list.length).map(({ id }) => id)).toEqual([first.id, second.id]);
  expect(after.counts.submitted).toBe(before.counts.submitted + 2);
  expect(after.creditedToday).toBe(before.creditedToday + 1_200_00n);
  const page = await officer.call(deposits.queue, { state: "submitted", limit: 1 });
  const next = await officer.call(deposits.queue, { state: "submitted", limit: 1, cursor: page.next ?? "" });
  expect([...page.list, ...next.list].map(({ id }) => id)).toEqual(after.list.slice(0, 2).map(({ id }) => id));
  const newest = await officer.call(deposits.queue, { state: "credited", limit: 2 });
  expect(newest.list.map(({ id }) => id)).toEqual([byCode.id, settled.id]);
  await world.pass(DAY_MS);
  expect((await (await world.operator("finance")).call(deposits.queue, { state: "submitted" })).creditedToday).toBe(0n);
});
