import { audit } from "@laro/contract/audit";
import { RefusedCall } from "@laro/contract/core/call";
import { messages } from "@laro/contract/messages";
import { protection } from "@laro/contract/protection";
import { withdrawals } from "@laro/contract/withdrawals";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { bindPayoutAccount } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { askFor, comeBack, lookAtSilence, type Member, oweTurnover } from "../../testing/withdrawals.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { soon } from "../../testing/soon.ts";

const MINUTE_MS = 60_000;
const LARGE = 50_000_00n;
const reason = "The member wrote to us";

let world: World;
let [sam, ben, eva]: Person[] = [];
beforeAll(async () => {
  world = await createWorld({ psp: true });
  [sam, ben, eva] = [await world.operator("support"), await world.operator("finance"), await world.operator("finance")];
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

type Exclusion = "self" | "family" | "operator";

/** Someone with money and a payout account whom an exclusion keeps out. */
async function excluded({ balance = 1_000_00n, kind = "self" as Exclusion, prepare = async (_: Member): Promise<unknown> => undefined } = {}) {
  const ann = await world.player({ balance });
  const to = await bindPayoutAccount(ann);
  await prepare(ann);
  if (kind === "self") await ann.call(protection.excludeMyself, { period: "6m", password: ann.password });
  else await sam!.call(protection.exclude, { memberId: ann.id, kind, period: "6m", reason });
  return { ann, to };
}

const asked = (memberId: bigint, payoutAccountId: bigint, amount: bigint) => ({
  requestId: newId(world.clock.now()),
  memberId,
  payoutAccountId,
  amount,
  reason,
});

/** Asks as an officer and answers the withdrawal. */
const ask = (officer: Person | undefined, { ann, to }: { ann: Member; to: bigint }, amount = 1_000_00n) =>
  officer!.call(withdrawals.requestFor, asked(ann.id, to, amount));

const balancesOf = async ({ id }: Member) => {
  const rows = await asOwner<{ kind: number; balance: bigint }>(world.open.url, "select kind, balance from wallet where account_id = $1 and kind in (1, 3)", [
    id,
  ]);
  const of = (kind: number) => rows.find((row) => row.kind === kind)!.balance;
  return { balance: of(1), locked: of(3) };
};

const stateOf = async (id: string) => (await asOwner<{ state: string }>(world.open.url, "select state from withdrawal where id = $1", [id]))[0]?.state;
const reached = (id: string, state: string) => soon(async () => expect(await stateOf(id)).toBe(state));

/** Runs a statement as the role the server works as. */
const asServer = (statement: string) => asOwner(world.open.url, `set role laro_app; ${statement}`);

test("only who may see to exclusions asks: finance, risk and the auditor are refused, and so is the member", async () => {
  const { ann, to } = await excluded();
  const officers = [ben!, await world.operator("risk"), await world.operator("auditor")];
  for (const officer of officers) {
    expect(await officer.refused(withdrawals.payable, { memberId: ann.id })).toBe("sessions.forbidden");
    expect(await officer.refused(withdrawals.requestFor, asked(ann.id, to, 500_00n))).toBe("sessions.forbidden");
  }
  expect(await ann.refused(withdrawals.requestFor, asked(ann.id, to, 500_00n))).toBe("sessions.required");
  const { answer } = await sam!.request(
    "POST",
    "/api/withdrawals.requestFor",
    JSON.stringify({ requestId: newId(world.clock.now()), memberId: String(ann.id), payoutAccountId: String(to), amount: "500.00", reason: " " }),
  );
  expect(answer).toMatchObject({ success: false, message: "request.invalid", value: { field: "reason" } });
  expect(await balancesOf(ann)).toEqual({ balance: 1_000_00n, locked: 0n });
});

test("a member who can log in is refused: nobody excluded them, they take a break, or the exclusion was ended", async () => {
  const [free, resting] = [await world.player({ balance: 1_000_00n }), await world.player({ balance: 1_000_00n })];
  const accountsOf = new Map<Member, bigint>([
    [free, await bindPayoutAccount(free)],
    [resting, await bindPayoutAccount(resting)],
  ]);
  await resting.call(protection.takeBreak, { period: "7d" });
  const { ann: back, to } = await excluded({ kind: "operator" });
  accountsOf.set(back, to);
  const admin = await world.operator("superadmin");
  const { list } = await admin.call(protection.cases, { inForce: "yes", limit: 100 });
  await admin.call(protection.endExclusion, { id: list.find(({ memberId }) => memberId === back.id)!.id, reason });
  for (const [member, payoutAccountId] of accountsOf) {
    expect(await sam!.refused(withdrawals.payable, { memberId: member.id })).toBe("withdrawals.not_excluded");
    expect(await sam!.refused(withdrawals.requestFor, asked(member.id, payoutAccountId, 500_00n))).toBe("withdrawals.not_excluded");
    expect(await balancesOf(member)).toEqual({ balance: 1_000_00n, locked: 0n });
  }
  expect(await sam!.refused(withdrawals.payable, { memberId: 999_999n })).toBe("accounts.not_found");
  expect(await sam!.refused(withdrawals.requestFor, asked(999_999n, 1n, 500_00n))).toBe("accounts.not_found");
});

test("another member's payout account, one in another name, too much and too little are refused and hold nothing", async () => {
  const { ann, to } = await excluded();
  const other = await excluded();
  const refused = async (amount: bigint, account = to) => (await sam!.refusal(withdrawals.requestFor, asked(ann.id, account, amount))).code;
  expect(await refused(500_00n, other.to)).toBe("payoutAccounts.not_found");
  expect(await refused(1_000_01n)).toBe("wallet.insufficient_funds");
  expect(await refused(199_99n)).toBe("withdrawals.below_minimum");
  expect(await refused(100_000_01n)).toBe("withdrawals.above_maximum");
  await asOwner(world.open.url, "update account set verified_name = 'Somebody Else', verification = 'A' where id = $1", [ann.id]);
  expect(await refused(500_00n)).toBe("payoutAccounts.name_differs");
  expect(await balancesOf(ann)).toEqual({ balance: 1_000_00n, locked: 0n });
});

test("the day's limits stay", async () => {
  const member = await excluded({ balance: 400_000_00n });
  for (let count = 0; count < 3; count++) await ask(sam, member, 100_000_00n);
  const { values, code } = await sam!.refusal(withdrawals.requestFor, asked(member.ann.id, member.to, 200_00n));
  expect([code, values]).toEqual(["withdrawals.daily_maximum", expect.objectContaining({ field: "amount", left: "0.00" })]);
  expect(await sam!.call(withdrawals.payable, { memberId: member.ann.id })).toMatchObject({ available: 100_000_00n, leftToday: 0n, countLeftToday: 7 });
});

test("the officer sees the balance, the verified name, the masked accounts, what was never staked and what waits", async () => {
  const { ann, to } = await excluded({
    kind: "family",
    prepare: async (member) => {
      await askFor(world, member, await accountOf(member), 300_00n);
      await oweTurnover(world, member, 40_00n);
    },
  });
  await asOwner(world.open.url, "update account set verified_name = 'Ann Reyes', verification = 'A' where id = $1", [ann.id]);
  expect(await sam!.call(withdrawals.payable, { memberId: ann.id })).toMatchObject({
    memberName: ann.name,
    verifiedName: "Ann Reyes",
    excludedUntil: expect.stringMatching(/^2027-04-/),
    available: 700_00n,
    minimum: 200_00n,
    maximum: 100_000_00n,
    leftToday: 299_700_00n,
    countLeftToday: 9,
    payoutAccounts: [{ id: to, bank: "GCash", holder: "Ann Reyes", numberMasked: "•••• 1234" }],
    turnover: [{ source: "adjustment", needed: 40_00n, done: 0n }],
    open: [{ amount: 300_00n, state: "pending" }],
  });
  const bare = await world.player({ balance: 10_00n });
  await sam!.call(protection.exclude, { memberId: bare.id, kind: "operator", period: "6m", reason });
  expect(await sam!.call(withdrawals.payable, { memberId: bare.id })).toMatchObject({ verifiedName: null, available: 10_00n, payoutAccounts: [], open: [] });
});

const accountOf = async ({ id }: Member): Promise<bigint> =>
  (await asOwner<{ id: bigint }>(world.open.url, "select id from payout_account where account_id = $1", [id]))[0]!.id;

test("what was never staked keeps nothing back and stands on the queue; a balance below the minimum leaves as a whole, for nothing", async () => {
  const rest = await excluded({ balance: 10_00n, prepare: (member) => oweTurnover(world, member, 40_00n) });
  expect(await sam!.refused(withdrawals.requestFor, asked(rest.ann.id, rest.to, 9_99n))).toBe("withdrawals.below_minimum");
  const made = await ask(sam, rest, 10_00n);
  expect(made).toMatchObject({ state: "checked", fee: 0n, payout: 10_00n, requestedBy: sam!.name, balance: 0n });
  expect(made.risks).toContainEqual({ reason: "turnoverOpen", figure: "40.00" });
  const { list } = await ben!.call(withdrawals.queue, { state: "checked", limit: 100 });
  expect(list.find(({ id }) => id === made.id)).toEqual(made);
});

test("whoever asked cannot approve, whatever they may otherwise do, and one other officer is enough", async () => {
  const admin = await world.operator("superadmin");
  const member = await excluded();
  const { id, approvals, approvalsNeeded } = await ask(admin, member);
  expect([approvalsNeeded, approvals]).toMatchObject([2, [{ officer: admin.name, reason }]]);
  expect(await admin.refused(withdrawals.approve, { id, reason })).toBe("withdrawals.own_approval");
  expect(await sam!.refused(withdrawals.approve, { id, reason })).toBe("sessions.forbidden");
  await world.work();
  expect(await stateOf(id)).toBe("checked");
  expect(await ben!.call(withdrawals.approve, { id, reason })).toMatchObject({ state: "approved", decidedBy: ben!.name, requestedBy: admin.name });
});

test("of an amount that needs two officers anyway, two others approve what one asked for", async () => {
  const member = await excluded({ balance: 60_000_00n });
  const { id, approvalsNeeded } = await ask(sam, member, LARGE);
  expect(approvalsNeeded).toBe(3);
  expect((await ben!.call(withdrawals.approve, { id, reason })).state).toBe("checked");
  expect(await ben!.refused(withdrawals.approve, { id, reason })).toBe("withdrawals.own_approval");
  expect((await eva!.call(withdrawals.approve, { id, reason })).state).toBe("approved");
});

test("what officers ask for and approve for one member counts over the day, so the second small amount needs two others", async () => {
  const member = await excluded({ balance: 60_000_00n });
  await ben!.call(withdrawals.approve, { id: (await ask(sam, member, 30_000_00n)).id, reason });
  const { id, approvalsNeeded } = await ask(sam, member, 30_000_00n);
  expect(approvalsNeeded).toBe(3);
  expect((await ben!.call(withdrawals.approve, { id, reason })).state).toBe("checked");
  expect((await eva!.call(withdrawals.approve, { id, reason })).state).toBe("approved");
});

test("the database itself takes no approval of whoever asked, and lets nobody rewrite who asked, for whom or whereto", async () => {
  const { id } = await ask(sam, await excluded());
  const of = `where id = '${id}'`;
  for (const change of ["state = 'approved'", "state = 'approved', approved_by = requested_by", "state = 'paid', approved_by = requested_by"])
    await expect(asServer(`update withdrawal set ${change} ${of}`)).rejects.toThrow(/withdrawal_two_persons/);
  for (const change of ["requested_by = null", "approvals_needed = 1", "amount = amount + 1", "payout_account_id = 1", "account_id = 1"])
    await expect(asServer(`update withdrawal set ${change} ${of}`)).rejects.toThrow(/permission denied/);
  await expect(asOwner(world.open.url, "update withdrawal set approvals_needed = 1 where id = $1", [id])).rejects.toThrow(/withdrawal_two_persons/);
  const again = `insert into withdrawal_approval select withdrawal_id, operator_id, 'another name', reason, at from withdrawal_approval where withdrawal_id = '${id}'`;
  await expect(asServer(again)).rejects.toMatchObject({ constraint: "withdrawal_approval_pkey" });
  await expect(asServer(`delete from withdrawal_approval where withdrawal_id = '${id}'`)).rejects.toThrow(/permission denied/);
  expect(await stateOf(id)).toBe("checked");
});

test("the same request holds once however often it comes; with other content it is refused", async () => {
  const { ann, to } = await excluded();
  const request = asked(ann.id, to, 400_00n);
  const answers = await Promise.all(Array.from({ length: 20 }, () => sam!.call(withdrawals.requestFor, request)));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  for (const other of [{ amount: 300_00n }, { reason: "Another reason" }, { memberId: 1n }])
    expect(await sam!.refused(withdrawals.requestFor, { ...request, ...other })).toBe("request.id_reused");
  expect(await balancesOf(ann)).toEqual({ balance: 600_00n, locked: 400_00n });
});

test("of twenty requests of two officers for all the money at one moment exactly one is made", async () => {
  const admin = await world.operator("superadmin");
  const member = await excluded();
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => [ask(sam, member), ask(admin, member)]).flat());
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const codes = outcomes.flatMap((outcome) => (outcome.status === "rejected" && outcome.reason instanceof RefusedCall ? [outcome.reason.code] : []));
  expect(codes).toHaveLength(19);
  expect(new Set(codes)).toEqual(new Set(["wallet.insufficient_funds"]));
  expect(await balancesOf(member.ann)).toEqual({ balance: 0n, locked: 1_000_00n });
});

test("what another officer rejects and what cannot be paid comes back, and can be asked for again until it is paid", async () => {
  const member = await excluded({ prepare: (ann) => oweTurnover(world, ann, 70_00n) });
  await ben!.call(withdrawals.reject, { id: (await ask(sam, member)).id, reason: "Looked wrong" });
  expect(await balancesOf(member.ann)).toEqual({ balance: 1_000_00n, locked: 0n });
  // What other tests approved is sent first: the order is for one payout.
  await world.work();
  await world.psp?.order("payout-fails", 1);
  const failing = await ask(sam, member);
  await ben!.call(withdrawals.approve, { id: failing.id, reason });
  await world.work();
  await reached(failing.id, "failed");
  expect(await balancesOf(member.ann)).toEqual({ balance: 1_000_00n, locked: 0n });
  const { id } = await ask(sam, member);
  await ben!.call(withdrawals.approve, { id, reason });
  await world.work();
  await reached(id, "paid");
  expect(await balancesOf(member.ann)).toEqual({ balance: 0n, locked: 0n });
});

test("it is paid, reminds a member who cannot answer without harm, counts as received by itself, and the member reads it all once they are back", async () => {
  const member = await excluded({ kind: "operator" });
  const { ann } = member;
  const { id } = await ask(sam, member);
  await ben!.call(withdrawals.approve, { id, reason });
  await world.work();
  await reached(id, "paid");
  await world.pass(16 * MINUTE_MS);
  await lookAtSilence(world);
  expect(await stateOf(id)).toBe("paid");
  await world.pass(15 * MINUTE_MS);
  await lookAtSilence(world);
  expect(await stateOf(id)).toBe("received");
  expect(await balancesOf(ann)).toEqual({ balance: 0n, locked: 0n });
  const admin = await world.operator("superadmin");
  const entry = {
    endpoint: "withdrawals.requestFor",
    operator: sam!.name,
    input: expect.objectContaining({ memberId: String(ann.id), amount: "1000.00", reason }),
  };
  expect((await admin.call(audit.list, { kind: "command" })).list).toContainEqual(expect.objectContaining(entry));

  const { list } = await admin.call(protection.cases, { inForce: "yes", limit: 100 });
  await admin.call(protection.endExclusion, { id: list.find(({ memberId }) => memberId === ann.id)!.id, reason });
  await comeBack(ann);
  expect(await ann.call(withdrawals.get, { id })).toMatchObject({ state: "received", forced: true, reason: null });
  const templates = (await ann.call(messages.mine, {})).list.map(({ template }) => template);
  expect(templates).toEqual(expect.arrayContaining(["withdrawalApproved", "withdrawalPaid", "withdrawalReminder"]));
});
