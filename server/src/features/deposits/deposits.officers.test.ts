import { adjustments } from "@laro/contract/adjustments";
import { audit } from "@laro/contract/audit";
import { RefusedCall } from "@laro/contract/core/call";
import { deposits } from "@laro/contract/deposits";
import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { bindPayoutAccount, drawPicture, enterAgain } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { askFor, type Member } from "../../testing/withdrawals.ts";
import { createWorld, type World } from "../../testing/world.ts";

const DAY_MS = 24 * 60 * 60_000;
const JUST_BELOW = 49_999_99n;
const reason = "found on the statement";

let world: World;
let slip: string;
let [ben, eva]: Person[] = [];
beforeAll(async () => {
  world = await createWorld();
  [ben, eva] = [await world.operator("finance"), await world.operator("finance")];
  slip = await drawPicture();
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const officers = (): readonly [Person, Person] => [ben!, eva!];
const balanceOf = async (person: Person) => (await person.call(wallet.balance, {})).balance;

/** A bank transfer with its slip. */
async function submitted({ amount = 500_00n, ann }: { amount?: bigint; ann?: Member } = {}): Promise<{ ann: Member; id: string }> {
  const member = ann ?? (await world.player());
  const { id } = await member.call(deposits.create, { requestId: newId(world.clock.now()), method: "TRANSFER", amount });
  await member.call(deposits.submitSlip, { id, slip });
  return { ann: member, id };
}

const approve = (officer: Person, id: string, paid: bigint) => officer.call(deposits.approve, { id, paid, reason });

/** What the queue shows of one deposit. */
async function inQueue(state: "submitted" | "checked" | "credited", id: string) {
  const { list } = await officers()[0].call(deposits.queue, { state, limit: 100 });
  return list.find((row) => row.id === id);
}

/** Begins the next Manila day. */
async function nextDay(...members: readonly Person[]): Promise<void> {
  await world.pass(DAY_MS);
  for (const member of members) await enterAgain(member);
  [ben, eva] = [await world.operator("finance"), await world.operator("finance")];
}

test("more than a deposit may credit at all is refused at its field, whoever says it and however often", async () => {
  const { ann, id } = await submitted();
  for (const officer of [...officers(), await world.operator("superadmin")])
    for (const paid of [900_000_000_00n, 1_000_000_01n]) {
      const { code, values } = await officer.refusal(deposits.approve, { id, paid, reason });
      expect([code, values]).toEqual(["deposits.above_ceiling", expect.objectContaining({ field: "paid", maximum: "1000000.00" })]);
    }
  expect(await inQueue("submitted", id)).toMatchObject({ approvals: [] });
  expect(await balanceOf(ann)).toBe(0n);
});

test("an officer who found more than was ordered is refused a second time, and nothing is credited", async () => {
  const { ann, id } = await submitted();
  const [first] = officers();
  expect(await approve(first, id, 1_000_000_00n)).toMatchObject({ state: "checked", paid: null, decidedBy: null, approvals: [{ officer: first.name }] });
  expect(await first.refused(deposits.approve, { id, paid: 1_000_000_00n, reason })).toBe("deposits.own_approval");
  expect(await ann.call(deposits.get, { id })).toMatchObject({ state: "submitted", paid: null, reason: null });
  expect(await balanceOf(ann)).toBe(0n);
});

test("the database itself takes one word of an officer in a round, and credits nothing above the order on one officer's word", async () => {
  const { id } = await submitted();
  await approve(officers()[0], id, 500_01n);
  const asServer = (statement: string) => asOwner(world.open.url, `set role laro_app; ${statement}`);
  const again = `insert into deposit_approval select deposit_id, round, operator_id, 'another name', paid, reason, at from deposit_approval where deposit_id = '${id}'`;
  await expect(asServer(again)).rejects.toMatchObject({ constraint: "deposit_approval_pkey" });
  for (const change of ["paid = 50001, approved_by = checked_by", "paid = 50001, approvals_needed = 1, checked_by = null, approved_by = 1"])
    await expect(asServer(`update deposit set state = 'credited', ${change} where id = '${id}'`)).rejects.toMatchObject({ constraint: "deposit_two_persons" });
  for (const statement of ["delete from deposit_approval", "update deposit_approval set paid = 1"])
    await expect(asServer(`${statement} where deposit_id = '${id}'`)).rejects.toThrow(/permission denied/);
});

test("one centavo above the order waits for another officer, who credits it by finding the same", async () => {
  const { ann, id } = await submitted();
  const [first, second] = officers();
  expect(await inQueue("submitted", id)).toMatchObject({ aloneUpTo: 500_00n, approvals: [] });
  await approve(first, id, 500_01n);
  expect(await inQueue("checked", id)).toMatchObject({ approvals: [{ officer: first.name, paid: 500_01n, reason }], decidedBy: null });
  const { leftToday } = (await ann.call(deposits.methods, {})).list.find(({ code }) => code === "TRANSFER")!;
  expect(leftToday).toBe(999_500_00n);
  const credited = await second.call(deposits.approve, { id, paid: 500_01n, reason: "looked again" });
  expect(credited).toMatchObject({ state: "credited", paid: 500_01n, decidedBy: second.name, approvals: [{ officer: first.name }, { officer: second.name }] });
  expect(await balanceOf(ann)).toBe(500_01n);
  expect(await first.refused(deposits.approve, { id, paid: 500_01n, reason })).toBe("deposits.not_submitted");
  const { list } = await (await world.operator("auditor")).call(audit.list, { limit: 2, kind: "command" });
  expect(list.map(({ operator, input }) => [operator, input["paid"]])).toEqual([
    [second.name, "500.01"],
    [first.name, "500.01"],
  ]);
});

test("another amount begins anew: whoever was first before counts again, and what needs no second is credited at once", async () => {
  const [first, second] = officers();
  const { ann, id } = await submitted({ amount: 100_000_00n });
  await approve(first, id, 100_000_00n);
  expect(await approve(second, id, 90_000_00n)).toMatchObject({ state: "checked", approvals: [{ officer: second.name, paid: 90_000_00n }] });
  expect(await second.refused(deposits.approve, { id, paid: 90_000_00n, reason })).toBe("deposits.own_approval");
  expect(await approve(first, id, 100_000_00n)).toMatchObject({ state: "checked", approvals: [{ officer: first.name, paid: 100_000_00n }] });
  expect(await balanceOf(ann)).toBe(0n);
  expect(await approve(second, id, 700_00n)).toMatchObject({ state: "credited", paid: 700_00n, approvals: [{ officer: second.name }] });
  expect(await balanceOf(ann)).toBe(700_00n);
});

test("what one officer found may still be rejected by any, and then counts no more", async () => {
  const [first, second] = officers();
  const { ann, id } = await submitted({ amount: 80_000_00n });
  await approve(first, id, 80_000_00n);
  const other = await submitted({ ann });
  expect(await inQueue("submitted", other.id)).toMatchObject({ aloneUpTo: 0n });
  await second.call(deposits.reject, { id, reason: "No such transfer on our account." });
  expect(await ann.call(deposits.get, { id })).toMatchObject({ state: "rejected", paid: null });
  expect(await approve(first, other.id, 500_00n)).toMatchObject({ state: "credited" });
  expect(await balanceOf(ann)).toBe(500_00n);
});

test("of five transfers just below the figure on one day one passes with one officer, and on the next day one more", async () => {
  const ann = await world.player();
  const ids: string[] = [];
  for (let count = 0; count < 5; count++) ids.push((await submitted({ ann, amount: JUST_BELOW })).id);
  const states: string[] = [];
  for (const id of ids) states.push((await approve(officers()[0], id, JUST_BELOW)).state);
  expect(states).toEqual(["credited", "checked", "checked", "checked", "checked"]);
  expect(await balanceOf(ann)).toBe(JUST_BELOW);
  const { id } = await submitted({ ann, amount: 500_00n });
  await nextDay(ann);
  for (const waiting of ids.slice(1)) await officers()[0].call(deposits.reject, { id: waiting, reason });
  expect(await approve(officers()[0], id, 500_00n)).toMatchObject({ state: "credited" });
  expect(await balanceOf(ann)).toBe(JUST_BELOW + 500_00n);
});

test("of five officers who approve five transfers of one member at the same moment one is enough for one", async () => {
  const ann = await world.player();
  const five = await Promise.all(
    Array.from({ length: 5 }, async () => ({ officer: await world.operator("finance"), ...(await submitted({ ann, amount: JUST_BELOW })) })),
  );
  const answers = await Promise.all(five.map(({ officer, id }) => approve(officer, id, JUST_BELOW)));
  expect(answers.map(({ state }) => state).toSorted()).toEqual(["checked", "checked", "checked", "checked", "credited"]);
  expect(await balanceOf(ann)).toBe(JUST_BELOW);
});

test("fifty approvals of two officers at the same moment count once for each and credit once", async () => {
  const { ann, id } = await submitted({ amount: 60_000_00n });
  const outcomes = await Promise.allSettled(Array.from({ length: 25 }, () => officers().map((officer) => approve(officer, id, 60_000_00n))).flat());
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  const codes = outcomes.flatMap((outcome) => (outcome.status === "rejected" && outcome.reason instanceof RefusedCall ? [outcome.reason.code] : []));
  expect(codes).toHaveLength(48);
  expect(codes.filter((code) => code !== "deposits.own_approval" && code !== "deposits.not_submitted")).toEqual([]);
  expect(await balanceOf(ann)).toBe(60_000_00n);
});

test("what officers gave a member by other ways counts: a withdrawal, and a correction that two persons made", async () => {
  const [first, second] = officers();
  const paidOut = await world.player({ balance: 100_000_00n });
  const { id: withdrawal } = await askFor(world, paidOut, await bindPayoutAccount(paidOut), 30_000_00n);
  expect(await first.call(withdrawals.approve, { id: withdrawal, reason })).toMatchObject({ state: "approved" });
  const corrected = await world.player();
  const proposal = { requestId: newId(world.clock.now()), memberName: corrected.name, kind: "credit", amount: JUST_BELOW, reason } as const;
  const { id: adjustment } = await first.call(adjustments.propose, proposal);
  await second.call(adjustments.confirm, { id: adjustment, reason });
  for (const [ann, amount] of [
    [paidOut, 20_000_00n],
    [corrected, 500_00n],
  ] as const) {
    const { id } = await submitted({ ann, amount });
    expect(await approve(first, id, amount)).toMatchObject({ state: "checked" });
    expect(await approve(second, id, amount)).toMatchObject({ state: "credited" });
  }
});

/** Nine members' transfers just below a member's figure, which one officer credits: the day of all then takes one more, and a few centavos. */
async function creditNine(officer: Person): Promise<void> {
  for (let count = 0; count < 9; count++) {
    const { id } = await submitted({ amount: JUST_BELOW });
    expect(await approve(officer, id, JUST_BELOW)).toMatchObject({ state: "credited" });
  }
}

test("what single officers give on a day ends at the pack's figure, whoever gives it to whomever and by whichever way: the queue says so, and the next day begins anew", async () => {
  await nextDay();
  const [first, second] = officers();
  await creditNine(first);
  const paidOut = await world.player({ balance: 100_000_00n });
  const to = await bindPayoutAccount(paidOut);
  const { id: withdrawal } = await askFor(world, paidOut, to, JUST_BELOW);
  expect(await first.call(withdrawals.approve, { id: withdrawal, reason })).toMatchObject({ state: "approved", approvalsNeeded: 1 });
  const { ann, id } = await submitted();
  expect(await inQueue("submitted", id)).toMatchObject({ aloneUpTo: 10n });
  expect(await approve(second, id, 500_00n)).toMatchObject({ state: "checked" });
  const other = await world.player({ balance: 1_000_00n });
  const { id: waiting } = await askFor(world, other, await bindPayoutAccount(other), 300_00n);
  const inWithdrawals = async (state: "pending" | "checked") =>
    (await first.call(withdrawals.queue, { state, limit: 100 })).list.find((row) => row.id === waiting);
  expect(await inWithdrawals("pending")).toMatchObject({ approvalsNeeded: 2 });
  expect(await second.call(withdrawals.approve, { id: waiting, reason })).toMatchObject({ state: "checked", approvalsNeeded: 2 });
  expect(await balanceOf(ann)).toBe(0n);
  expect(await first.call(withdrawals.approve, { id: waiting, reason })).toMatchObject({ state: "approved" });
  // What two officers give counts for no single one: ten centavos are still one officer's.
  expect(await approve(first, id, 500_00n)).toMatchObject({ state: "credited" });
  const last = await submitted();
  expect(await approve(first, last.id, 10n)).toMatchObject({ state: "credited" });
  const { id: tomorrow } = await submitted();
  await nextDay();
  expect(await approve(officers()[0], tomorrow, 500_00n)).toMatchObject({ state: "credited" });
});

test("of two officers who approve for two members at the same moment, where the day leaves room for one, one is enough for one", async () => {
  await nextDay();
  await creditNine(officers()[0]);
  const [one, other] = [await submitted({ amount: JUST_BELOW }), await submitted({ amount: JUST_BELOW })];
  const answers = await Promise.all([approve(officers()[0], one.id, JUST_BELOW), approve(officers()[1], other.id, JUST_BELOW)]);
  expect(answers.map(({ state }) => state).toSorted()).toEqual(["checked", "credited"]);
});

test("a member's day and the day of all are counted through indexes, however many orders there are", async () => {
  const at = world.clock.now();
  const many = "from generate_series(1, 5000) g";
  const planted = [
    `insert into deposit (id, account_id, method, amount, paid, state, created_at, expires_at, settled_at, decided_by, approved_by)
     select gen_random_uuid(), 100000 + g % 50, 'TRANSFER', 1, 1, 'credited', $1, $1, $1::timestamptz - g * interval '1 hour', 'Officer', 1 ${many}`,
    `insert into withdrawal (id, account_id, payout_account_id, amount, state, created_at, decided_at, approved_by)
     select gen_random_uuid(), 100000 + g % 50, 1, 1, 'received', $1, $1::timestamptz - g * interval '1 hour', 1 ${many}`,
  ];
  for (const statement of planted) await asOwner(world.open.url, statement, [at]);
  await asOwner(world.open.url, "analyze deposit, withdrawal");
  const planOf = async (name: string): Promise<string> => {
    const [{ body } = { body: "" }] = await asOwner<{ body: string }>(world.open.url, "select prosrc as body from pg_proc where proname = $1", [name]);
    const question = body
      .replace(/\bowner\b/g, "100001")
      .replace(/\b(?:handed_out(?:_alone)?\.)?since\b/g, `'${at.toISOString()}'::timestamptz - interval '1 day'`)
      .replace(/\bapart\b/g, `'${newId(at)}'`);
    return JSON.stringify(await asOwner(world.open.url, `explain ${question}`));
  };
  for (const [name, indexes] of [
    ["handed_out", ["deposit_by_officer", "withdrawal_decided"]],
    ["handed_out_alone", ["deposit_alone", "withdrawal_approved"]],
  ] as const) {
    const plan = await planOf(name);
    for (const index of indexes) expect(plan).toContain(index);
    expect(plan).not.toMatch(/Seq Scan on (deposit|withdrawal)\b/);
  }
  for (const table of ["deposit", "withdrawal"]) await asOwner(world.open.url, `delete from ${table} where account_id >= 100000`);
});
