import { bonuses } from "@laro/contract/bonuses";
import { eligibility } from "@laro/contract/eligibility";
import { messages } from "@laro/contract/messages";
import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import { afterAll, beforeAll, expect, test } from "vitest";
import { grantBonus } from "../../core/bonuses/bonuses.ts";
import { packs } from "../../core/settings/packs.ts";
import { newId } from "../../platform/ids.ts";
import { placeBet } from "../../testing/bets.ts";
import { enterAgain } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { caseOf } from "../../testing/verifications.ts";
import { type Member, requested } from "../../testing/withdrawals.ts";
import { createWorld, type World } from "../../testing/world.ts";

const DAY_MS = 24 * 60 * 60_000;
const reason = "seen on the papers of the member";
const appeal = "I was born in 1990, the paper is my brother's.";

let world: World;
let risk: Person;
let second: Person;
beforeAll(async () => {
  world = await createWorld();
  [risk, second] = [await world.operator("risk"), await world.operator("risk")];
});
afterAll(() => world.close());

/** Lets days pass, which no session of the staff lasts: two others come to work. */
async function passDays(days: number): Promise<void> {
  await world.pass(days * DAY_MS);
  [risk, second] = [await world.operator("risk"), await world.operator("risk")];
}

async function opened(balance = 1_000_00n): Promise<{ ann: Member; id: string }> {
  const ann = await world.player({ balance });
  const { id } = await risk.call(eligibility.open, { memberId: ann.id, cause: "underage", reason });
  return { ann, id };
}

async function noticed(balance = 1_000_00n): Promise<{ ann: Member; id: string }> {
  const { ann, id } = await opened(balance);
  await risk.call(eligibility.notice, { id, reason });
  return { ann, id };
}

async function upheld(balance = 1_000_00n): Promise<{ ann: Member; id: string }> {
  const { ann, id } = await noticed(balance);
  await ann.call(eligibility.appeal, { id, appeal });
  await second.call(eligibility.uphold, { id, reason });
  return { ann, id };
}

const mainOf = async (ann: Member): Promise<bigint> => (await ann.call(wallet.balance, {})).balance;
const own = async (ann: Member) => (await ann.call(eligibility.mine, {})).list[0]!;

const heldIn = async ({ id }: Member): Promise<bigint> =>
  BigInt((await asOwner<{ balance: string }>(world.open.url, "select balance::text from wallet where account_id = $1 and kind = 4", [id]))[0]?.balance ?? 0);

test("only risk officers and superadmins move a case on, and a member sees none but their own", async () => {
  const { ann, id } = await noticed();
  for (const role of ["support", "finance", "kyc", "auditor", "marketing"] as const) {
    const officer = await world.operator(role);
    expect(await officer.refused(eligibility.notice, { id, reason })).toBe("sessions.forbidden");
    expect(await officer.refused(eligibility.uphold, { id, reason })).toBe("sessions.forbidden");
    const settlement = { id, returned: 0n, regulatorReference: "PAGCOR 1", reason };
    expect(await officer.refused(eligibility.proposeSettlement, settlement)).toBe("sessions.forbidden");
    expect(await officer.refused(eligibility.settle, settlement)).toBe("sessions.forbidden");
  }
  const stranger = await world.player();
  expect(await stranger.refused(eligibility.appeal, { id, appeal })).toBe("eligibility.not_found");
  expect((await stranger.call(eligibility.mine, {})).list).toEqual([]);
  expect((await own(ann)).state).toBe("noticed");
});

test("a withdrawal that waits is ended before a case is settled, and what came of it, or came in later, is held with the rest", async () => {
  const { ann, id: order } = await requested(world, 400_00n, 1_000_00n);
  const { id } = await risk.call(eligibility.open, { memberId: ann.id, cause: "underage", reason });
  await risk.call(eligibility.notice, { id, reason });
  await ann.call(eligibility.appeal, { id, appeal });
  await second.call(eligibility.uphold, { id, reason });
  const settlement = { id, returned: 0n, regulatorReference: "PAGCOR 1", reason };
  expect(await risk.refused(eligibility.proposeSettlement, settlement)).toBe("eligibility.money_open");
  await (await world.operator("finance")).call(withdrawals.reject, { id: order, reason });
  expect(await risk.call(eligibility.proposeSettlement, settlement)).toMatchObject({ held: 1_000_00n });
  await world.give(ann.id, 50_00n);
  expect(await second.refused(eligibility.settle, settlement)).toBe("eligibility.money_open");
  expect(await risk.call(eligibility.proposeSettlement, settlement)).toMatchObject({ held: 1_050_00n });
  expect(await second.call(eligibility.settle, settlement)).toMatchObject({ state: "settled", remitted: 1_050_00n });
  expect([await mainOf(ann), await heldIn(ann)]).toEqual([0n, 0n]);
  expect(await world.audit()).toEqual([]);
});

test("each step comes from its own states and from no other", async () => {
  const none = newId(world.clock.now());
  const settlement = { returned: 0n, regulatorReference: "PAGCOR 1", reason };
  const steps = (id: string) => ({
    notice: () => risk.refused(eligibility.notice, { id, reason }),
    uphold: () => second.refused(eligibility.uphold, { id, reason }),
    propose: () => risk.refused(eligibility.proposeSettlement, { id, ...settlement }),
    settle: () => second.refused(eligibility.settle, { id, ...settlement }),
    clearing: () => risk.refused(eligibility.proposeClearing, { id, reason }),
    clear: () => second.refused(eligibility.clear, { id, reason }),
  });
  for (const step of Object.values(steps(none))) expect(await step()).toBe("eligibility.not_found");
  const refused = async (id: string, names: readonly (keyof ReturnType<typeof steps>)[]) => {
    for (const name of names) expect(await steps(id)[name](), name).toBe("eligibility.not_open");
  };
  const first = await opened();
  await refused(first.id, ["uphold", "propose", "settle"]);
  expect(await first.ann.refused(eligibility.appeal, { id: first.id, appeal })).toBe("eligibility.not_found");
  await risk.call(eligibility.notice, { id: first.id, reason });
  await refused(first.id, ["notice", "propose", "settle"]);
  await first.ann.call(eligibility.appeal, { id: first.id, appeal });
  expect(await first.ann.refused(eligibility.appeal, { id: first.id, appeal })).toBe("eligibility.not_open");
  await second.call(eligibility.uphold, { id: first.id, reason });
  await refused(first.id, ["notice", "uphold", "clearing", "clear"]);
  await risk.call(eligibility.proposeSettlement, { id: first.id, ...settlement });
  await second.call(eligibility.settle, { id: first.id, ...settlement });
  await refused(first.id, ["notice", "uphold", "propose", "settle", "clearing", "clear"]);
  expect(await world.audit()).toEqual([]);
});

test("an open case tells its member that there is one and not why; the notice tells the reason, holds the money and begins fifteen days", async () => {
  const { ann, id } = await opened(750_00n);
  expect(await own(ann)).toMatchObject({ state: "open", cause: null, notice: null, held: 0n, appealUntil: null });
  expect(await mainOf(ann)).toBe(750_00n);
  const told = await risk.call(eligibility.notice, { id, reason });
  expect(told).toMatchObject({ state: "noticed", held: 750_00n, available: 0n, noticedBy: risk.name });
  const mine = await own(ann);
  expect(mine).toMatchObject({ state: "noticed", cause: "underage", notice: reason, held: 750_00n, returned: null });
  expect(Date.parse(mine.appealUntil!) - Date.parse(mine.noticeAt!)).toBe(15 * DAY_MS);
  expect([await mainOf(ann), await heldIn(ann)]).toEqual([0n, 750_00n]);
  await world.work();
  const letters = (await ann.call(messages.mine, {})).list.filter(({ template }) => template === "eligibilityMoved");
  expect(letters.map(({ values }) => values[3])).toEqual(expect.arrayContaining(["open", "noticed"]));
  expect((await ann.call(wallet.history, {})).list[0]).toMatchObject({ kind: "hold", amount: -750_00n, balanceAfter: 0n });
  expect(await world.audit()).toEqual([]);
});

test("bonus money returns to promotion with the notice, and nothing of it reaches the member or the case", async () => {
  const ann = await world.player({ balance: 200_00n });
  const { database, timeZone } = world.open.platform;
  const now = world.clock.now();
  await database.begin((tx) =>
    grantBonus(tx, { now, timeZone }, { accountId: ann.id, depositId: newId(now), code: "FIRST100", paidMinor: 500_00n, pack: packs.sandbox }),
  );
  expect((await ann.call(wallet.balance, {})).bonus).toBe(500_00n);
  const { id } = await risk.call(eligibility.open, { memberId: ann.id, cause: "barredGroup", reason });
  expect((await risk.call(eligibility.notice, { id, reason })).held).toBe(200_00n);
  expect(await ann.call(wallet.balance, {})).toMatchObject({ balance: 0n, bonus: 0n });
  expect((await ann.call(bonuses.mine, {})).list).toMatchObject([{ state: "forfeited" }]);
  expect(await world.audit()).toEqual([]);
});

test("a member appeals once and within fifteen days; only another officer answers, and without an appeal only after those days", async () => {
  const { ann, id } = await noticed();
  const late = await noticed();
  expect(await risk.refused(eligibility.uphold, { id, reason })).toBe("eligibility.own_notice");
  expect(await second.refused(eligibility.uphold, { id, reason })).toBe("eligibility.appeal_open");
  expect((await ann.request("POST", "/api/eligibility.appeal", JSON.stringify({ id, appeal: "short" }))).answer).toMatchObject({ message: "request.invalid" });
  expect(await ann.call(eligibility.appeal, { id, appeal })).toMatchObject({ state: "appealed", appeal });
  expect(await caseOf(risk, ann.id)).toBeUndefined();
  expect((await risk.call(eligibility.cases, { state: "appealed" })).list[0]).toMatchObject({ id, appeal, held: 1_000_00n });
  expect(await risk.refused(eligibility.uphold, { id, reason })).toBe("eligibility.own_notice");
  expect(await second.call(eligibility.uphold, { id, reason })).toMatchObject({ state: "upheld", answer: reason, upheldBy: second.name });
  expect(await own(ann)).toMatchObject({ state: "upheld", answer: reason });
  await passDays(15);
  await enterAgain(late.ann);
  expect(await late.ann.refused(eligibility.appeal, { id: late.id, appeal })).toBe("eligibility.appeal_over");
  expect((await second.call(eligibility.uphold, { id: late.id, reason })).state).toBe("upheld");
});

test("what comes in after the notice pays into the closed main wallet, and is held when the notice is upheld", async () => {
  const { ann, id } = await noticed(400_00n);
  await world.give(ann.id, 90_00n);
  expect([await mainOf(ann), await heldIn(ann)]).toEqual([90_00n, 400_00n]);
  expect(await placeBet(world, ann.id, { stake: 10_00n })).toBe("wallet.closed");
  await ann.call(eligibility.appeal, { id, appeal });
  expect((await second.call(eligibility.uphold, { id, reason })).held).toBe(490_00n);
  expect([await mainOf(ann), await heldIn(ann)]).toEqual([0n, 490_00n]);
  expect(await world.audit()).toEqual([]);
});

test("a case that is cleared after its notice gives everything back, and the account takes part again", async () => {
  const { ann, id } = await noticed(640_00n);
  await ann.call(eligibility.appeal, { id, appeal });
  await risk.call(eligibility.proposeClearing, { id, reason });
  expect(await risk.refused(eligibility.clear, { id, reason })).toBe("eligibility.own_proposal");
  expect(await second.call(eligibility.clear, { id, reason })).toMatchObject({ state: "cleared", returned: 640_00n, remitted: 0n });
  expect([await mainOf(ann), await heldIn(ann)]).toEqual([640_00n, 0n]);
  expect(await placeBet(world, ann.id, { stake: 10_00n })).toBe("played");
  expect(await world.audit()).toEqual([]);
});

test("two officers settle by one set of figures and the regulator's reference: a part goes back and may leave, the rest goes to the government", async () => {
  const { ann, id } = await upheld(1_000_00n);
  const settlement = { id, returned: 300_00n, regulatorReference: "PAGCOR-2026-118", reason };
  expect(await second.refused(eligibility.settle, settlement)).toBe("eligibility.not_proposed");
  expect(await risk.refused(eligibility.proposeSettlement, { ...settlement, returned: 1_000_01n })).toBe("eligibility.more_than_held");
  await risk.call(eligibility.proposeSettlement, settlement);
  expect(await own(ann)).toMatchObject({ returned: null, remitted: null, regulatorReference: null });
  expect(await risk.refused(eligibility.settle, settlement)).toBe("eligibility.own_proposal");
  expect(await second.refused(eligibility.settle, { ...settlement, returned: 299_00n })).toBe("eligibility.other_figures");
  expect(await second.refused(eligibility.settle, { ...settlement, regulatorReference: "PAGCOR-2026-119" })).toBe("eligibility.other_figures");
  expect(await second.call(eligibility.settle, settlement)).toMatchObject({ state: "settled", returned: 300_00n, remitted: 700_00n, decidedBy: second.name });
  expect([await mainOf(ann), await heldIn(ann)]).toEqual([300_00n, 0n]);
  expect(await own(ann)).toMatchObject({ state: "settled", returned: 300_00n, remitted: 700_00n, regulatorReference: "PAGCOR-2026-118" });
  expect(await placeBet(world, ann.id, { stake: 10_00n })).toBe("wallet.closed");
  const asked = { requestId: newId(world.clock.now()), amount: 200_00n, payoutAccountId: 999n, paymentPassword: "135790" };
  world.clock.advance(5_000);
  expect(await ann.refused(withdrawals.request, asked)).toBe("payoutAccounts.not_found");
  expect(await world.audit()).toEqual([]);
});

test("the database itself refuses one officer for two, figures that do not add up, and a settlement without the regulator's reference", async () => {
  const { id } = await upheld();
  await risk.call(eligibility.proposeSettlement, { id, returned: 0n, regulatorReference: "PAGCOR 7", reason });
  const settle = (columns: string) =>
    asOwner(world.open.url, `update eligibility_case set state = 'settled', decided_at = now(), ${columns} where id = $1`, [id]);
  await expect(settle("decided_by = proposed_by")).rejects.toThrow("eligibility_two_persons");
  await expect(settle("decided_by = proposed_by + 1, remitted = held - 1")).rejects.toThrow("eligibility_settled_whole");
  await expect(settle("decided_by = proposed_by + 1, regulator_reference = null")).rejects.toThrow("eligibility_settled_whole");
  await expect(asOwner(world.open.url, "update eligibility_case set upheld_by = noticed_by where id = $1", [id])).rejects.toThrow("eligibility_two_judges");
});

test("a withdrawal of somebody who may not take part is not approved; what an officer sends back is held in its turn", async () => {
  const finance = await world.operator("finance");
  const { ann, id: order } = await requested(world, 400_00n, 1_000_00n);
  const { id } = await risk.call(eligibility.open, { memberId: ann.id, cause: "falseIdentity", reason });
  expect(await finance.refused(withdrawals.approve, { id: order, reason })).toBe("limits.ineligible");
  expect((await risk.call(eligibility.notice, { id, reason })).held).toBe(600_00n);
  await finance.call(withdrawals.reject, { id: order, reason });
  await ann.call(eligibility.appeal, { id, appeal });
  expect((await second.call(eligibility.uphold, { id, reason })).held).toBe(1_000_00n);
  expect(await world.audit()).toEqual([]);
});

test("of two notices, two settlements or two officers who settle at once, one happens and moves the money once", async () => {
  const { ann, id } = await opened(500_00n);
  const third = await world.operator("risk");
  const won = async (calls: readonly Promise<unknown>[]) => (await Promise.allSettled(calls)).filter(({ status }) => status === "fulfilled").length;
  expect(await won([risk, second, third].map((officer) => officer.call(eligibility.notice, { id, reason })))).toBe(1);
  expect(await heldIn(ann)).toBe(500_00n);
  await ann.call(eligibility.appeal, { id, appeal });
  expect(await won([risk, second, third].map((officer) => officer.call(eligibility.uphold, { id, reason })))).toBe(1);
  const settlement = { id, returned: 100_00n, regulatorReference: "PAGCOR 3", reason };
  await risk.call(eligibility.proposeSettlement, settlement);
  expect(await won([second, third, second, third].map((officer) => officer.call(eligibility.settle, settlement)))).toBe(1);
  expect([await mainOf(ann), await heldIn(ann)]).toEqual([100_00n, 0n]);
  expect(await world.audit()).toEqual([]);
});

test("two cases of one member hold each their part, and the account is closed until both are decided", async () => {
  const { ann, id } = await noticed(100_00n);
  await world.give(ann.id, 50_00n);
  const other = (await risk.call(eligibility.open, { memberId: ann.id, cause: "falseIdentity", reason })).id;
  expect((await risk.call(eligibility.notice, { id: other, reason })).held).toBe(50_00n);
  expect(await heldIn(ann)).toBe(150_00n);
  await risk.call(eligibility.proposeClearing, { id, reason });
  await risk.call(eligibility.proposeClearing, { id: other, reason });
  await Promise.all([second.call(eligibility.clear, { id, reason }), second.call(eligibility.clear, { id: other, reason })]);
  expect([await mainOf(ann), await heldIn(ann)]).toEqual([150_00n, 0n]);
  expect(await placeBet(world, ann.id, { stake: 10_00n })).toBe("played");
  expect(await world.audit()).toEqual([]);
});
