import { RefusedCall } from "@laro/contract/core/call";
import { campaigns } from "@laro/contract/campaigns";
import { deposits } from "@laro/contract/deposits";
import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readReport } from "../../core/payments/report.ts";
import { newId } from "../../platform/ids.ts";
import { openCampaign } from "../../testing/campaigns.ts";
import { bindPayoutAccount, drawPicture } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { askFor, type Member, requested as requestedIn, withdrawalIs } from "../../testing/withdrawals.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { sendPayout } from "./withdrawals.payout.ts";

const LARGE = 50_000_00n;
const reason = "checked";

let world: World;
let [ben, eva]: Person[] = [];
beforeAll(async () => {
  world = await createWorld({ psp: true });
  [ben, eva] = [await world.operator("finance"), await world.operator("finance")];
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const officers = (): readonly [Person, Person] => [ben!, eva!];
const requested = (amount = LARGE) => requestedIn(world, amount, 60_000_00n);
const dayNow = () => new Date(world.clock.now().getTime() + 8 * 60 * 60_000).toISOString().slice(0, 10);
const payoutsOf = async (id: string) => (await readReport(world.open.platform, dayNow())).payouts.filter(({ reference }) => reference === id);

test("an officer who approved a large withdrawal is refused a second time, and nothing is sent", async () => {
  const { ann, id } = await requested();
  const [first] = officers();
  const checked = await first.call(withdrawals.approve, { id, reason });
  expect(checked).toMatchObject({ state: "checked", approvalsNeeded: 2, approvals: [{ officer: first.name, reason }], decidedBy: null });
  expect(await first.refused(withdrawals.approve, { id, reason })).toBe("withdrawals.own_approval");
  await world.work();
  expect((await ann.call(withdrawals.get, { id })).state).toBe("checked");
  expect(await ann.call(wallet.balance, {})).toMatchObject({ balance: 10_000_00n, locked: LARGE });
  expect(await payoutsOf(id)).toEqual([]);
});

test("the database itself takes one approval of an officer for a withdrawal", async () => {
  const { id } = await requested();
  await officers()[0].call(withdrawals.approve, { id, reason });
  const again = asOwner(
    world.open.url,
    "insert into withdrawal_approval select withdrawal_id, operator_id, 'another name', reason, at from withdrawal_approval where withdrawal_id = $1",
    [id],
  );
  await expect(again).rejects.toMatchObject({ constraint: "withdrawal_approval_pkey" });
});

test("a large withdrawal is sent once two officers approved it", async () => {
  const { ann, id } = await requested();
  const [first, second] = officers();
  await first.call(withdrawals.approve, { id, reason });
  expect((await first.call(withdrawals.queue, { state: "checked" })).list.map((row) => row.id)).toContain(id);
  const approved = await second.call(withdrawals.approve, { id, reason: "looked again" });
  expect(approved).toMatchObject({ state: "approved", decidedBy: second.name, approvals: [{ officer: first.name }, { officer: second.name }] });
  await world.work();
  await withdrawalIs(ann, id, "paid");
  expect(await payoutsOf(id)).toHaveLength(1);
});

test("below the limit one officer is enough", async () => {
  const { id } = await requested(LARGE - 1n);
  expect(await officers()[0].call(withdrawals.approve, { id, reason })).toMatchObject({ state: "approved", approvalsNeeded: 1 });
});

test("of five withdrawals just below the limit that one member asks for on one day, one is sent on one officer's word", async () => {
  const ann = await world.player({ balance: 300_000_00n });
  const to = await bindPayoutAccount(ann);
  const ids: string[] = [];
  for (let count = 0; count < 5; count++) ids.push((await askFor(world, ann, to, LARGE - 1n)).id);
  const [first, second] = officers();
  const rows = [];
  for (const id of ids) rows.push(await first.call(withdrawals.approve, { id, reason }));
  expect(rows.map(({ state, approvalsNeeded }) => `${state} ${approvalsNeeded}`)).toEqual(["approved 1", "checked 2", "checked 2", "checked 2", "checked 2"]);
  expect(await first.refused(withdrawals.approve, { id: ids[1]!, reason })).toBe("withdrawals.own_approval");
  expect(await second.call(withdrawals.approve, { id: ids[1]!, reason })).toMatchObject({ state: "approved", approvalsNeeded: 2 });
});

test("of five officers who approve five withdrawals of one member at the same moment one is enough for one", async () => {
  const ann = await world.player({ balance: 300_000_00n });
  const to = await bindPayoutAccount(ann);
  const five: { id: string; officer: Person }[] = [];
  for (let count = 0; count < 5; count++) five.push({ id: (await askFor(world, ann, to, LARGE - 1n)).id, officer: await world.operator("finance") });
  const answers = await Promise.all(five.map(({ id, officer }) => officer.call(withdrawals.approve, { id, reason })));
  expect(answers.map(({ state }) => state).toSorted()).toEqual(["approved", "checked", "checked", "checked", "checked"]);
});

test("a small withdrawal after a large one on one day shows in the queue that it needs two officers, and on the next day one", async () => {
  const { ann, to, id } = await requested();
  for (const officer of officers()) await officer.call(withdrawals.approve, { id, reason });
  const small = await askFor(world, ann, to, 300_00n);
  const inQueue = async () => (await officers()[0].call(withdrawals.queue, { state: "pending", limit: 100 })).list.find((row) => row.id === small.id);
  expect(await inQueue()).toMatchObject({ approvalsNeeded: 2, approvals: [] });
  await world.pass(24 * 60 * 60_000);
  [ben, eva] = [await world.operator("finance"), await world.operator("finance")];
  expect(await inQueue()).toMatchObject({ approvalsNeeded: 1 });
  expect(await officers()[0].call(withdrawals.approve, { id: small.id, reason })).toMatchObject({ state: "approved" });
});

/** A bank transfer of a member that one officer credits. */
async function creditedBy(officer: Person, ann: Member): Promise<string> {
  const { id } = await ann.call(deposits.create, { requestId: newId(world.clock.now()), method: "TRANSFER", amount: 500_00n });
  await ann.call(deposits.submitSlip, { id, slip: await drawPicture() });
  expect(await officer.call(deposits.approve, { id, paid: 500_00n, reason })).toMatchObject({ state: "credited" });
  return id;
}

test("who alone credited a member's transfer within seven days sends no withdrawal of theirs alone: another officer is needed too, and is enough by themselves", async () => {
  const [first, second] = officers();
  const { ann, to, id } = await requested(400_00n);
  const another = await askFor(world, ann, to, 300_00n);
  const late = await askFor(world, ann, to, 200_00n);
  const transfer = await creditedBy(first, ann);
  expect(await first.call(withdrawals.approve, { id, reason })).toMatchObject({ state: "checked", approvalsNeeded: 2 });
  expect(await second.call(withdrawals.approve, { id, reason })).toMatchObject({ state: "approved", decidedBy: second.name });
  expect(await second.call(withdrawals.approve, { id: another.id, reason })).toMatchObject({ state: "approved", approvalsNeeded: 1 });
  await asOwner(world.open.url, "update deposit set settled_at = settled_at - interval '7 days' where id = $1", [transfer]);
  expect(await first.call(withdrawals.approve, { id: late.id, reason })).toMatchObject({ state: "approved", approvalsNeeded: 1 });
});

test("who alone published the campaign a member was rewarded by, or accepted their application, sends no withdrawal of theirs alone", async () => {
  const [maker, other] = [await world.operator("superadmin"), await world.operator("superadmin")];
  const [open, applied] = [await openCampaign(world, maker), await openCampaign(world, other, { rule: { reviewed: true } })];
  const { ann, to, id } = await requested(400_00n);
  const [another, third] = [await askFor(world, ann, to, 300_00n), await askFor(world, ann, to, 200_00n)];
  await ann.call(campaigns.join, { code: open });
  await ann.call(campaigns.claim, { code: open });
  expect(await maker.call(withdrawals.approve, { id, reason })).toMatchObject({ state: "checked", approvalsNeeded: 2 });
  const accepting = await world.operator("superadmin");
  await ann.call(campaigns.apply, { code: applied, comment: "Please", images: [] });
  const { list } = await accepting.call(campaigns.applications, { state: "applying", limit: 100 });
  const application = list.find(({ memberId }) => memberId === BigInt(ann.id))!;
  await accepting.call(campaigns.take, { id: application.id });
  await accepting.call(campaigns.decide, { id: application.id, accept: true, reason });
  expect(await accepting.call(withdrawals.approve, { id: another.id, reason })).toMatchObject({ state: "checked", approvalsNeeded: 2 });
  expect(await (await world.operator("superadmin")).call(withdrawals.approve, { id: third.id, reason })).toMatchObject({ state: "approved" });
});

test("who lifted the freeze of a member's wallets sends no withdrawal of theirs alone; who froze nothing does", async () => {
  const [first, second] = officers();
  const { ann, to, id } = await requested(400_00n);
  const another = await askFor(world, ann, to, 300_00n);
  await second.call(wallet.setFrozen, { memberName: ann.name, frozen: false, reason });
  await first.call(wallet.setFrozen, { memberName: ann.name, frozen: true, reason });
  await first.call(wallet.setFrozen, { memberName: ann.name, frozen: false, reason });
  expect(await first.call(withdrawals.approve, { id, reason })).toMatchObject({ state: "checked", approvalsNeeded: 2 });
  expect(await second.call(withdrawals.approve, { id: another.id, reason })).toMatchObject({ state: "approved", approvalsNeeded: 1 });
});

test("after one approval any officer may still reject, and the money comes back", async () => {
  const { ann, id } = await requested();
  const [first] = officers();
  await first.call(withdrawals.approve, { id, reason });
  expect((await first.call(withdrawals.reject, { id, reason: "on second thoughts" })).state).toBe("rejected");
  expect(await ann.call(wallet.balance, {})).toMatchObject({ balance: 60_000_00n, locked: 0n });
  expect(await officers()[1].refused(withdrawals.approve, { id, reason })).toBe("withdrawals.not_pending");
});

test("fifty approvals of two officers at the same moment count once for each and send one payout", async () => {
  const { ann, id } = await requested();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 25 }, () => officers().map((officer) => officer.call(withdrawals.approve, { id, reason }))).flat(),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  const codes = outcomes.flatMap((outcome) => (outcome.status === "rejected" && outcome.reason instanceof RefusedCall ? [outcome.reason.code] : []));
  expect(codes).toHaveLength(48);
  expect(codes.filter((code) => code !== "withdrawals.own_approval" && code !== "withdrawals.not_pending")).toEqual([]);
  const { approvals } = (await officers()[0].call(withdrawals.queue, { state: "approved", limit: 100 })).list.find((row) => row.id === id)!;
  expect(approvals.map(({ officer }) => officer).toSorted()).toEqual(
    officers()
      .map(({ name }) => name)
      .toSorted(),
  );
  // The job may run as often as it likes, now and after the provider's word.
  await Promise.all(Array.from({ length: 20 }, () => sendPayout(world.open.platform, id)));
  await world.work();
  await withdrawalIs(ann, id, "paid");
  for (let again = 0; again < 5; again++) await sendPayout(world.open.platform, id);
  expect(await payoutsOf(id)).toHaveLength(1);
  expect(await ann.call(wallet.balance, {})).toMatchObject({ balance: 10_000_00n, locked: 0n });
});

test("of an approval and a rejection of a checked withdrawal at the same moment one happens", async () => {
  const { ann, id } = await requested();
  const [first, second] = officers();
  await first.call(withdrawals.approve, { id, reason });
  const outcomes = await Promise.allSettled([second.call(withdrawals.approve, { id, reason }), first.call(withdrawals.reject, { id, reason })]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(["approved", "rejected"]).toContain((await ann.call(withdrawals.get, { id })).state);
});
