import { adjustments } from "@laro/contract/adjustments";
import { audit } from "@laro/contract/audit";
import { type Difference, reconciliation } from "@laro/contract/reconciliation";
import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createPayout, tellHistory } from "../../core/payments/psp.ts";
import { readReport } from "../../core/payments/report.ts";
import { getWalletId, postMovement } from "../../core/wallet/wallet.ts";
import { derivedId, newId, type OwnId } from "../../platform/ids.ts";
import { addJob } from "../../platform/outbox.ts";
import { bindPayoutAccount, depositIs, openDeposit, PAYMENT_PASSWORD, sendMessage } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { soon } from "../../testing/soon.ts";

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;
/** The world begins on this Monday, at noon in Manila. */
const FIRST_DAY = "2026-10-05";

let world: World;
let officer: Person;
beforeAll(async () => {
  world = await createWorld({ psp: true });
  officer = await world.operator("finance");
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const today = (): string => new Date(world.clock.now().getTime() + 8 * HOUR_MS).toISOString().slice(0, 10);

type Member = Awaited<ReturnType<World["player"]>>;

/** Opens a deposit, pays it and waits until it is credited. */
async function paidDeposit(person: Person, amount: bigint): Promise<string> {
  const { id, payUrl } = await openDeposit(world, person, amount);
  await world.psp!.answer(payUrl!, "pay");
  await depositIs(person, id, "credited");
  return id;
}

/** Pays a deposit of which the provider tells nobody. */
async function unheardDeposit(person: Person, amount: bigint): Promise<string> {
  const { id, payUrl } = await openDeposit(world, person, amount);
  await world.psp!.order("never", 1);
  await world.psp!.answer(payUrl!, "pay");
  return id;
}

/** Someone with nothing left to stake asks for money and is paid. */
async function paidWithdrawal(amount: bigint): Promise<{ ann: Member; id: string }> {
  const ann = await world.player({ balance: amount });
  const payoutAccountId = await bindPayoutAccount(ann);
  const { id } = await ann.call(withdrawals.request, { requestId: newId(world.clock.now()), amount, payoutAccountId, paymentPassword: PAYMENT_PASSWORD });
  await officer.call(withdrawals.approve, { id, reason: "checked" });
  await world.work();
  await soon(async () => expect((await ann.call(withdrawals.get, { id })).state).toBe("paid"));
  return { ann, id };
}

/** Ends the running day, so that it can be checked; answers which it was. */
async function endDay(): Promise<string> {
  const day = today();
  await world.pass(DAY_MS);
  officer = await world.operator("finance");
  return day;
}

async function listed(state: "open" | "explained" = "open"): Promise<readonly Difference[]> {
  return (await officer.call(reconciliation.differences, { state, limit: 100 })).list;
}

const ofReference = async (reference: string): Promise<readonly Difference[]> =>
  [...(await listed()), ...(await listed("explained"))].filter((difference) => difference.reference === reference);

test("a day that is not over, a day that is none and roles that may not are refused", async () => {
  expect(await officer.refused(reconciliation.run, { day: today() })).toBe("reconciliation.day_not_over");
  expect(await officer.refused(reconciliation.run, { day: "2999-12-31" })).toBe("reconciliation.day_not_over");
  const { answer } = await officer.request("POST", "/api/reconciliation.run", JSON.stringify({ day: "2026-02-30" }));
  expect(answer).toMatchObject({ message: "request.invalid", value: { field: "day" } });
  for (const role of ["support", "risk", "auditor"] as const)
    expect(await (await world.operator(role)).refused(reconciliation.run, { day: "2026-10-01" })).toBe("sessions.forbidden");
  expect(await (await world.operator("auditor")).refused(reconciliation.explain, { id: 1n, explanation: "not mine" })).toBe("sessions.forbidden");
  expect(await officer.refused(reconciliation.explain, { id: 987n, explanation: "of nothing" })).toBe("reconciliation.not_found");
});

test("a provider that does not answer, or answers nonsense, changes nothing", async () => {
  await world.psp!.order("refuse-requests", 3);
  expect(await officer.refused(reconciliation.run, { day: "2026-10-04" })).toBe("reconciliation.report_unreachable");
  await world.psp!.order("refuse-requests", 0);
  expect((await officer.call(reconciliation.days, {})).list).toEqual([]);
  const { config, clock } = world.open.platform;
  await expect(readReport({ config: { ...config, pspSecret: "another secret of the same length" }, clock }, FIRST_DAY)).rejects.toMatchObject({
    code: "reconciliation.report_unreachable",
  });
});

test("the database derives the same id as the server, whatever the parts", async () => {
  for (const [kind, ...parts] of [["deposit-credit", newId(world.clock.now())], ["hold"], ["release", "y", "z"]] as const) {
    const [row] = await asOwner<{ id: string }>(world.open.url, "select derived_id(variadic $1::text[])::text as id", [[kind, ...parts]]);
    expect(row?.id).toBe(derivedId(kind, ...parts));
  }
});

test("a day on which both sides tell the same has no difference, and bank transfers, fees and other days are not held against it", async () => {
  const ann = await world.player();
  await paidDeposit(ann, 300_00n);
  await paidWithdrawal(400_00n);
  const approved = newId(world.clock.now());
  const { platform } = world.open;
  await plantTransfer(ann, approved, 700_00n);
  await postCredit(ann, derivedId("deposit-credit", approved), 700_00n);
  const day = await endDay();
  const checked = await officer.call(reconciliation.run, { day });
  expect(checked).toEqual({
    party: "psp",
    day: FIRST_DAY,
    state: "checked",
    isCut: false,
    checkedAt: platform.clock.now().toISOString(),
    paidIn: 300_00n,
    theirsIn: 300_00n,
    paidOut: checked.theirsOut,
    theirsOut: checked.theirsOut,
    open: 0,
    explained: 0,
  });
  expect(checked.theirsOut).toBeGreaterThan(0n);
  expect(await listed()).toEqual([]);
  expect((await officer.call(audit.list, { kind: "command", limit: 1 })).list).toMatchObject([
    { endpoint: "reconciliation.run", operator: officer.name, input: { day } },
  ]);
});

/** A bank transfer as it stands once an officer approved it. */
const plantTransfer = (ann: Member, id: string, amountMinor: bigint): Promise<unknown> =>
  asOwner(
    world.open.url,
    "insert into deposit (id, account_id, method, amount, paid, state, created_at, expires_at, settled_at, decided_by) values ($1, $2, 'TRANSFER', $4, $4, 'credited', $3, $3, $3, 'Officer')",
    [id, String(ann.id), world.clock.now(), amountMinor],
  );

/** Puts a line against the provider's account into the journal, as whoever bypasses the cashier would. */
async function postCredit(ann: Member, ref: OwnId, amountMinor: bigint): Promise<void> {
  const { database, timeZone } = world.open.platform;
  await database.begin(async (tx) => {
    const walletId = await getWalletId(tx, { accountId: ann.id, kind: "main" });
    await postMovement(tx, { now: world.clock.now(), timeZone }, { ref, walletId, contra: "psp:deposit", kind: "deposit", amountMinor });
  });
}

test("differences on both sides and of amounts are each listed once over three runs, with whose money it is and its line", async () => {
  const ann = await world.player();
  await paidDeposit(ann, 250_00n);
  const unheard = await unheardDeposit(ann, 120_00n);
  const lost = newId(world.clock.now());
  const planted = derivedId("deposit-credit", lost);
  await postCredit(ann, planted, 55_00n);
  const { id: other } = await openDeposit(world, ann, 900_00n);
  expect(await sendMessage(world, { type: "payment.paid", reference: other, amount: "900.00" })).toBe(200);
  const { id: agreed } = await paidWithdrawal(300_00n);
  const day = await endDay();
  await officer.call(reconciliation.run, { day });
  const first = await listed();
  for (let run = 0; run < 2; run++) await officer.call(reconciliation.run, { day });
  expect(await listed()).toEqual(first);
  expect(first.map(({ flow, kind, reference, ours, theirs }) => [flow, kind, reference, ours, theirs]).sort()).toEqual(
    [
      ["payment", "missingHere", unheard, null, 120_00n],
      ["payment", "missingThere", planted, 55_00n, null],
      ["payment", "missingThere", other, 900_00n, null],
    ].sort(),
  );
  expect(first.find(({ reference }) => reference === other)).toMatchObject({ memberName: ann.name, shortReference: expect.stringMatching(/^D-\d+$/) });
  const { line } = first.find(({ reference }) => reference === other)!;
  const { list } = await officer.call(wallet.lines, { memberName: ann.name, reference: line! });
  expect(list).toMatchObject([{ kind: "deposit", amount: 900_00n, contra: "psp:deposit" }]);
  expect(first.find(({ reference }) => reference === planted)).toMatchObject({ memberName: ann.name, shortReference: null, line: planted });
  expect(first.find(({ reference }) => reference === unheard)).toMatchObject({ memberName: ann.name, line: null });
  const { list: days } = await officer.call(reconciliation.days, { limit: 1 });
  expect(days).toMatchObject([{ day, paidIn: 1_205_00n, theirsIn: 370_00n, open: 3 }]);
  expect(await ofReference(agreed)).toEqual([]);
  expect(await world.audit()).toEqual([expect.stringContaining("audit_a46")]);
  // Once its deposit is found again the books are whole.
  await plantTransfer(ann, lost, 55_00n);
});

test("an amount that differs is one difference with both amounts, and a payout the provider made twice is seen", async () => {
  const { id, payUrl } = await openDeposit(world, await world.player(), 500_00n);
  expect(await sendMessage(world, { type: "payment.paid", reference: id, amount: "450.00" })).toBe(200);
  await world.psp!.answer(payUrl!, "pay");
  const { ann, id: payout } = await paidWithdrawal(300_00n);
  const { platform } = world.open;
  await world.psp!.order("forget-payouts", 1);
  const sent = (await ann.call(withdrawals.get, { id: payout })).payout;
  await createPayout(platform, { reference: payout, amountMinor: sent, bank: "GCASH", holder: "Ann Reyes", number: "09170001234" });
  await soon(async () => {
    const { payouts } = await readReport(platform, today());
    expect(payouts.filter(({ reference }) => reference === payout)).toHaveLength(2);
  });
  const day = await endDay();
  await officer.call(reconciliation.run, { day });
  expect(await ofReference(id)).toMatchObject([{ kind: "amount", ours: 450_00n, theirs: 500_00n }]);
  expect(await ofReference(payout)).toMatchObject([{ flow: "payout", kind: "amount", ours: sent, theirs: sent * 2n, memberName: ann.name }]);
});

test("what was explained stays explained, is kept with who said it, and money that comes later closes a difference by itself", async () => {
  const ann = await world.player();
  const [late, lost] = [await unheardDeposit(ann, 160_00n), await unheardDeposit(ann, 170_00n)];
  const day = await endDay();
  await officer.call(reconciliation.run, { day });
  const [difference] = await ofReference(lost);
  const explained = await officer.call(reconciliation.explain, { id: difference!.id, explanation: "The provider sends it back, ticket 77" });
  expect(explained).toMatchObject({ explanation: "The provider sends it back, ticket 77", explainedBy: officer.name });
  await officer.call(reconciliation.run, { day });
  expect(await ofReference(lost)).toEqual([explained]);
  expect(await ofReference(late)).toMatchObject([{ kind: "missingHere", explanation: null }]);
  await world.pass(2 * DAY_MS);
  expect(await sendMessage(world, { type: "payment.paid", reference: late, amount: "160.00" })).toBe(200);
  const lateDay = await endDay();
  await officer.call(reconciliation.run, { day: lateDay });
  expect(await ofReference(late)).toMatchObject([{ day, ours: 160_00n, theirs: 160_00n, explanation: "resolved by itself", explainedBy: "system" }]);
  await officer.call(reconciliation.run, { day });
  expect(await ofReference(late)).toHaveLength(1);
  expect((await officer.call(reconciliation.days, { limit: 100 })).list.find((one) => one.day === day)).toMatchObject({ open: 0 });
});

test("a difference that was explained is open again once its figures change, and not before", async () => {
  const { id, payUrl } = await openDeposit(world, await world.player(), 500_00n);
  expect(await sendMessage(world, { type: "payment.paid", reference: id, amount: "450.00" })).toBe(200);
  await world.psp!.answer(payUrl!, "pay");
  const paidAt = world.clock.now();
  const day = await endDay();
  await officer.call(reconciliation.run, { day });
  const [difference] = await ofReference(id);
  const explain = () => officer.call(reconciliation.explain, { id: difference!.id, explanation: "They keep 50.00 as a fee" });
  const explained = await explain();
  await officer.call(reconciliation.run, { day });
  expect(await ofReference(id)).toEqual([explained]);
  const reported = (amountMinor: bigint) => tellHistory(world.open.platform, [{ flow: "payments", reference: id, amountMinor, at: paidAt }]);
  await reported(9_500_00n);
  await officer.call(reconciliation.run, { day });
  expect(await ofReference(id)).toEqual([{ ...explained, theirs: 9_500_00n, explanation: null, explainedBy: null }]);
  await explain();
  await officer.call(reconciliation.run, { day });
  expect(await ofReference(id)).toMatchObject([{ theirs: 9_500_00n, explainedBy: officer.name }]);
});

test("a payment made before midnight and heard of after it is no difference on either day", async () => {
  const midnightIsIn = DAY_MS - ((world.clock.now().getTime() + 8 * HOUR_MS) % DAY_MS);
  await world.pass(midnightIsIn - 60_000);
  const ann = await world.player();
  const id = await unheardDeposit(ann, 180_00n);
  const day = today();
  await world.pass(120_000);
  expect(await sendMessage(world, { type: "payment.paid", reference: id, amount: "180.00" })).toBe(200);
  await depositIs(ann, id, "credited");
  const next = await endDay();
  for (const one of [day, next, day]) await officer.call(reconciliation.run, { day: one });
  expect(next).not.toBe(day);
  expect(await ofReference(id)).toEqual([]);
});

test("money taken back from a member is a difference of its own that names the correction", async () => {
  const ann = await world.player();
  await paidDeposit(ann, 190_00n);
  const [ana, ben] = [await world.operator("finance"), await world.operator("finance")];
  const original = (await ann.call(wallet.history, { kind: "deposit" })).list[0]!.reference;
  const { id, reference } = await ana.call(adjustments.proposeReversal, { memberName: ann.name, original, reason: "Paid from another's card" });
  await ben.call(adjustments.confirm, { id, reason: "Checked" });
  const day = await endDay();
  await officer.call(reconciliation.run, { day });
  const difference = (await listed()).find((one) => one.day === day);
  expect(difference).toMatchObject({ kind: "missingThere", ours: -190_00n, shortReference: reference, memberName: ann.name });
});

test("two runs at once list a difference once, and the job checks the last three days that are over", async () => {
  const ann = await world.player();
  const id = await unheardDeposit(ann, 110_00n);
  const day = await endDay();
  await Promise.all(Array.from({ length: 6 }, () => officer.call(reconciliation.run, { day })));
  expect(await ofReference(id)).toHaveLength(1);
  await asOwner(world.open.url, "delete from reconciliation_day");
  await world.open.platform.database.begin((tx) => addJob(tx, "reconciliation:run", {}));
  await world.work();
  const { list } = await officer.call(reconciliation.days, {});
  const before = (days: number) => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
  expect(list.map((one) => one.day)).toEqual([day, before(1), before(2)]);
  await world.psp!.order("refuse-requests", 9);
  await world.open.platform.database.begin((tx) => addJob(tx, "reconciliation:run", {}));
  await world.work();
  await world.psp!.order("refuse-requests", 0);
});

test("differences are filtered, paged none twice and none left out, and read as a file", async () => {
  const all = await listed();
  expect(all.length).toBeGreaterThan(4);
  const first = await officer.call(reconciliation.differences, { state: "open", limit: 2 });
  const second = await officer.call(reconciliation.differences, { state: "open", limit: 100, cursor: first.next ?? "" });
  expect([...first.list, ...second.list]).toEqual(all);
  const { day } = all[0]!;
  expect((await officer.call(reconciliation.differences, { state: "open", day, limit: 100 })).list).toEqual(all.filter((one) => one.day === day));
  const { text, headers } = await officer.download(reconciliation.differencesCsv, { state: "open" });
  const [heading, ...lines] = text.trim().split("\r\n");
  expect(heading).toBe("day,flow,kind,reference,shortReference,member,payer,ours,theirs,explanation,explainedBy");
  expect(lines.map((line) => line.split(",")[3])).toEqual(all.map(({ reference }) => reference));
  expect(headers.get("content-disposition")).toBe('attachment; filename="reconciliation-open.csv"');
  const strange = await officer.download(reconciliation.differencesCsv, { state: "open", party: '"Ж\u{1040}; x' });
  expect(strange.headers.get("content-disposition")).toBe('attachment; filename="reconciliation-_x-open.csv"');
  expect((await (await world.operator("risk")).download(reconciliation.differencesCsv, { state: "open" })).text).toBe("sessions.forbidden");
  for (const cursor of ["x", "2026-02-30", "'"]) await officer.call(reconciliation.days, { cursor });
});
