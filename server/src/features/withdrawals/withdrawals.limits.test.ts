import { accounts } from "@laro/contract/accounts";
import { messages } from "@laro/contract/messages";
import { payoutAccounts } from "@laro/contract/payoutAccounts";
import { rounds } from "@laro/contract/rounds";
import { settings } from "@laro/contract/settings";
import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import { Refusal } from "@laro/contract/core/errors";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { voidTurnover } from "../../core/turnover/turnover.ts";
import { newId } from "../../platform/ids.ts";
import { bindPayoutAccount, openDeposit, PAYMENT_PASSWORD, sendMessage } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { askFor, comeBack, type Member, paid, picture, withdrawalIs } from "../../testing/withdrawals.ts";
import { createWorld, type World } from "../../testing/world.ts";

const HOUR_MS = 60 * 60_000;
const reason = "checked";

let world: World;
let officer: Person;
beforeAll(async () => {
  world = await createWorld({ psp: true });
  officer = await world.operator("finance");
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

async function memberWith(balance: bigint): Promise<{ ann: Member; to: bigint }> {
  const ann = await world.player({ balance });
  return { ann, to: await bindPayoutAccount(ann) };
}

/** Fires twenty requests at one moment and answers how many were made and why the others were not. */
async function fireTwenty(ann: Member, to: bigint, amount: bigint): Promise<{ made: number; codes: readonly string[] }> {
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => askFor(world, ann, to, amount)));
  const faults = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
  const codes = faults.map((fault) => (fault instanceof Refusal ? fault.code : String(fault)));
  return { made: 20 - codes.length, codes: [...new Set(codes)] };
}

const risksOf = async (id: string) => {
  const { list } = await officer.call(withdrawals.queue, { state: "pending", limit: 100 });
  return list.find((row) => row.id === id)?.risks;
};

test("of twenty withdrawals at the same moment no more are made than a day allows", async () => {
  const { ann, to } = await memberWith(10_000_00n);
  expect(await fireTwenty(ann, to, 200_00n)).toEqual({ made: 10, codes: ["withdrawals.daily_count"] });
  expect(await ann.call(wallet.balance, {})).toMatchObject({ balance: 8_000_00n, locked: 2_000_00n });
  expect(await ann.call(withdrawals.terms, {})).toMatchObject({ countLeftToday: 0, leftToday: 298_000_00n, fee: 15_00n });
});

test("of twenty withdrawals at the same moment no more is asked for than a day's maximum", async () => {
  const { ann, to } = await memberWith(2_000_000_00n);
  expect(await fireTwenty(ann, to, 100_000_00n)).toEqual({ made: 3, codes: ["withdrawals.daily_maximum"] });
  const refused = { requestId: newId(world.clock.now()), amount: 200_00n, payoutAccountId: to, paymentPassword: PAYMENT_PASSWORD };
  expect((await ann.refusal(withdrawals.request, refused)).values).toMatchObject({ field: "amount", left: "0.00" });
});

test("of twenty withdrawals at the same moment no more is held than there is", async () => {
  const { ann, to } = await memberWith(700_00n);
  expect(await fireTwenty(ann, to, 300_00n)).toEqual({ made: 2, codes: ["wallet.insufficient_funds"] });
  expect(await ann.call(wallet.balance, {})).toMatchObject({ balance: 100_00n, locked: 600_00n });
});

test("what was rejected does not count for the day, and at Manila's midnight a new day begins", async () => {
  const { ann, to } = await memberWith(2_000_00n);
  const { id } = await askFor(world, ann, to, 500_00n);
  expect(await ann.call(withdrawals.terms, {})).toMatchObject({ countLeftToday: 9, leftToday: 299_500_00n });
  await officer.call(withdrawals.reject, { id, reason });
  expect(await ann.call(withdrawals.terms, {})).toMatchObject({ countLeftToday: 10, leftToday: 300_000_00n });
  for (let count = 0; count < 4; count++) await askFor(world, ann, to, 200_00n);
  expect(await ann.call(withdrawals.terms, {})).toMatchObject({ countLeftToday: 6, fee: 15_00n });
  await world.pass(12 * HOUR_MS);
  await comeBack(ann);
  expect(await ann.call(withdrawals.terms, {})).toMatchObject({ countLeftToday: 10, fee: 0n });
  officer = await world.operator("finance");
});

test("past the free ones of a day a withdrawal costs its fee: the rest is sent, and the fee stays", async () => {
  const { ann, to } = await memberWith(2_000_00n);
  for (let count = 0; count < 3; count++) expect(await askFor(world, ann, to, 200_00n)).toMatchObject({ fee: 0n, payout: 200_00n });
  const { id, fee, payout } = await askFor(world, ann, to, 400_00n);
  expect([fee, payout]).toEqual([15_00n, 385_00n]);
  await officer.call(withdrawals.approve, { id, reason });
  // The whole amount is not what was sent.
  expect(await sendMessage(world, { type: "payout.paid", reference: id, amount: "400.00" })).toBe(409);
  await world.work();
  await withdrawalIs(ann, id, "paid");
  await world.work();
  expect((await ann.call(messages.mine, {})).list).toContainEqual(expect.objectContaining({ template: "withdrawalPaid", values: ["Laro", "₱", "385.00"] }));
  const fees = await asOwner<{ kept: string }>(world.open.url, "select sum(-amount)::text as kept from transfer where contra = -303");
  expect(fees).toEqual([{ kept: "1500" }]);
  expect(await ann.call(wallet.balance, {})).toMatchObject({ balance: 1_000_00n, locked: 600_00n });
});

test("a rejected withdrawal gives the fee back with the amount", async () => {
  const { ann, to } = await memberWith(1_000_00n);
  for (let count = 0; count < 3; count++) await askFor(world, ann, to, 200_00n);
  const { id } = await askFor(world, ann, to, 300_00n);
  await officer.call(withdrawals.reject, { id, reason });
  expect(await ann.call(wallet.balance, {})).toMatchObject({ balance: 400_00n, locked: 600_00n });
});

test("a return of all that was sent gives the fee back as well, a return of a part does not", async () => {
  const [proof, other] = [await picture(), await world.operator("finance")];
  const outcomes = [
    { amount: 285_00n, returned: 300_00n },
    { amount: 284_99n, returned: 284_99n },
  ];
  for (const { amount, returned } of outcomes) {
    const { ann, to } = await memberWith(1_000_00n);
    for (let count = 0; count < 3; count++) await askFor(world, ann, to, 200_00n);
    const { id } = await askFor(world, ann, to, 300_00n);
    await officer.call(withdrawals.approve, { id, reason });
    await world.work();
    await withdrawalIs(ann, id, "paid");
    await ann.call(withdrawals.confirm, { id, answer: "notReceived", proof });
    await officer.call(withdrawals.proposeReturn, { id, amount, reason });
    await other.call(withdrawals.confirmReturn, { id, amount, reason });
    expect(await ann.call(withdrawals.get, { id })).toMatchObject({ state: "returned", fee: 15_00n, payout: 285_00n, returned });
    expect((await ann.call(wallet.balance, {})).balance).toBe(100_00n + returned);
  }
});

test("an officer sees why a withdrawal deserves a second look, each reason with its figure", async () => {
  const ann = await world.player();
  const to = await bindPayoutAccount(ann);
  const deposit = await openDeposit(world, ann, 50_000_00n);
  await sendMessage(world, { type: "payment.paid", reference: deposit.id, amount: "50000.00" });
  await world.open.platform.database.begin((tx) => voidTurnover(tx, { accountId: ann.id, source: "deposit", sourceId: deposit.id }));
  await ann.call(rounds.play, { requestId: newId(world.clock.now()), gameCode: "DICE", stake: 500_00n, choice: { target: 9799, side: "under" } });
  await world.pass(7 * 60_000);
  const first = await askFor(world, ann, to, 25_000_00n);
  expect(await risksOf(first.id)).toEqual([
    { reason: "firstWithdrawal", figure: "1" },
    { reason: "newPayoutAccount", figure: "0" },
    { reason: "largeAmount", figure: "25000.00" },
    { reason: "quickAfterDeposit", figure: "7" },
    { reason: "littlePlay", figure: "1" },
  ]);
  await askFor(world, ann, to, 200_00n);
  const third = await askFor(world, ann, to, 200_00n);
  expect(await risksOf(third.id)).toContainEqual({ reason: "manyToday", figure: "3" });
});

test("a withdrawal like those before it has no reason for a second look", async () => {
  const { ann, to } = await paid(world, officer);
  await world.pass(25 * HOUR_MS);
  officer = await world.operator("finance");
  const { id } = await askFor(world, ann, to, 200_00n);
  expect(await risksOf(id)).toEqual([]);
});

test("a payout account in another name than the verified one is refused, when it is bound and when it is used; case, spaces and accents do not count", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  const early = await bindPayoutAccount(ann);
  await asOwner(world.open.url, "update account set verified_name = 'José  dela CRUZ', verification = 'A' where id = $1", [ann.id]);
  const add = (holder: string, number: string) => ({ bank: "MAYA", holder, number, paymentPassword: PAYMENT_PASSWORD });
  expect(await ann.refusal(payoutAccounts.add, add("Ann Reyes", "09170000001"))).toMatchObject({ code: "payoutAccounts.name_differs", field: "holder" });
  const { id } = await ann.call(payoutAccounts.add, add("jose Dela Cruz", "09170000002"));
  await expect(askFor(world, ann, early, 200_00n)).rejects.toMatchObject({ code: "payoutAccounts.name_differs" });
  expect(await askFor(world, ann, id, 200_00n)).toMatchObject({ state: "pending", numberMasked: "•••• 0002" });
  expect((await ann.call(accounts.me, {})).verification).toBe("A");
});

test("the minutes of silence are a setting: those paid from then on have it, within its bounds [CONST-30]", async () => {
  const admin = await world.operator("superadmin");
  expect(await officer.refused(settings.setCashier, { autoReceiptMinutes: 45, reason })).toBe("sessions.forbidden");
  for (const autoReceiptMinutes of [4, 1_441, 7.5]) {
    const { answer } = await admin.request("POST", "/api/settings.setCashier", JSON.stringify({ autoReceiptMinutes, reason }));
    expect(answer).toMatchObject({ message: "request.invalid", value: { field: "autoReceiptMinutes" } });
  }
  const before = await paid(world, officer);
  expect((await admin.call(settings.site, {})).cashier).toEqual({ autoReceiptMinutes: 30 });
  expect((await admin.call(settings.setCashier, { autoReceiptMinutes: 45, reason })).cashier).toEqual({ autoReceiptMinutes: 45 });
  const after = await paid(world, officer);
  const minutesOf = async ({ ann, id }: { ann: Member; id: string }) => {
    const { paidAt, receivedBy } = await ann.call(withdrawals.get, { id });
    return (Date.parse(receivedBy ?? "") - Date.parse(paidAt ?? "")) / 60_000;
  };
  expect([await minutesOf(before), await minutesOf(after)]).toEqual([30, 45]);
  expect((await after.ann.call(withdrawals.terms, {})).autoReceiptMinutes).toBe(45);
});
