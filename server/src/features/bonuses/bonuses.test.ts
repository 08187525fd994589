import { adjustments } from "@laro/contract/adjustments";
import { bonuses } from "@laro/contract/bonuses";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { deposits } from "@laro/contract/deposits";
import { protection } from "@laro/contract/protection";
import { settings } from "@laro/contract/settings";
import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { freezeAccount } from "../../core/wallet/freeze.ts";
import { newId } from "../../platform/ids.ts";
import { addJob } from "../../platform/outbox.ts";
import { enterAgain, sendMessage } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import { stakeOnce } from "../../testing/bets.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { soon } from "../../testing/soon.ts";

const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;

let world: World;
beforeAll(async () => void (world = await createWorld({ psp: true })));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

type Member = Awaited<ReturnType<World["player"]>>;

const order = (amount: bigint, bonusCode?: string) => ({
  requestId: newId(world.clock.now()),
  method: "GCASH",
  amount,
  ...(bonusCode === undefined ? {} : { bonusCode }),
});
const open = (person: Member, amount: bigint, bonusCode?: string) => person.call(deposits.create, order(amount, bonusCode));
const pay = (reference: string, amount: string) => sendMessage(world, { type: "payment.paid", reference, amount });
const offersOf = async (person: Member) => (await person.call(deposits.methods, {})).bonuses.map(({ code }) => code);
const balancesOf = async (person: Member) => {
  const { balance, bonus } = await person.call(wallet.balance, {});
  return { balance, bonus };
};

async function granted(amount = 500_00n, code = "FIRST100") {
  const ann = await world.player();
  const { id: depositId } = await open(ann, amount, code);
  await pay(depositId, `${amount / 100n}.00`);
  const [bonus] = (await ann.call(bonuses.mine, {})).list;
  return { ann, depositId, id: bonus!.id, bonus: bonus! };
}

const nothing = { count: 0, claimable: [], running: [] };

/** Takes down what is said to be stale for a member from now on. */
function hearStale({ id }: Member): string[] {
  const heard: string[] = [];
  world.open.platform.live.listen([`member:${id}`], (message) => heard.push(...("stale" in message ? message.stale : [])));
  return heard;
}

/** Stakes so much. */
async function stake(person: Member, total: bigint): Promise<void> {
  await world.give(person.id, 20_000_00n);
  await stakeOnce(world, person.id, total);
}

async function expireDue(): Promise<void> {
  await world.open.platform.database.begin((tx) => addJob(tx, "bonuses:expire", {}));
  await world.work();
}

test("a bonus the brand does not give is unknown, and one that the amount is too small for is closed", async () => {
  const ann = await world.player();
  for (const code of ["NOTHING", "first100", "__proto__", ""]) expect(await ann.refused(deposits.create, order(500_00n, code))).toBe("deposits.bonus_unknown");
  const refusal = await ann.refusal(deposits.create, order(499_99n, "FIRST100"));
  expect([refusal.code, refusal.values["field"]]).toEqual(["deposits.bonus_closed", "bonusCode"]);
  expect((await ann.call(deposits.mine, {})).list).toEqual([]);
});

test("the first deposit's bonus is offered until one is chosen or credited, and again when the chosen one failed", async () => {
  const ann = await world.player();
  expect(await offersOf(ann)).toEqual(["FIRST100", "RELOAD10"]);
  const { id } = await open(ann, 500_00n, "FIRST100");
  expect(await offersOf(ann)).toEqual(["RELOAD10"]);
  expect(await ann.refused(deposits.create, order(500_00n, "FIRST100"))).toBe("deposits.bonus_closed");
  await sendMessage(world, { type: "payment.failed", reference: id, amount: "500.00" });
  expect(await offersOf(ann)).toEqual(["FIRST100", "RELOAD10"]);
  const { id: plain } = await open(ann, 500_00n);
  await pay(plain, "500.00");
  expect(await offersOf(ann)).toEqual(["RELOAD10"]);
});

test("of twenty deposits that choose the first deposit's bonus at once one gets it", async () => {
  const ann = await world.player();
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => open(ann, 500_00n, "FIRST100")));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("with the flag off no bonus is offered or taken", async () => {
  const ann = await world.player();
  const admin = await world.operator("superadmin");
  const setFlag = (enabled: boolean) => admin.call(settings.setFlag, { modId: "depositBonuses", enabled, reason: "seen by the owner" });
  await setFlag(false);
  expect(await offersOf(ann)).toEqual([]);
  expect(await ann.refused(deposits.create, order(500_00n, "RELOAD10"))).toBe("deposits.bonus_closed");
  await setFlag(true);
  expect(await offersOf(ann)).toEqual(["FIRST100", "RELOAD10"]);
});

test("a credited deposit gives its bonus into the bonus wallet, to be staked ten times, and its receipt says so", async () => {
  const { ann, depositId, bonus } = await granted();
  expect(await balancesOf(ann)).toEqual({ balance: 500_00n, bonus: 500_00n });
  expect(bonus).toMatchObject({
    code: "FIRST100",
    name: "First deposit 100%",
    amount: 500_00n,
    turnoverNeeded: 5_000_00n,
    turnoverDone: 0n,
    state: "active",
    at: world.clock.now().toISOString(),
    days: 30,
    waitsFor: null,
    expiresAt: new Date(world.clock.now().getTime() + 30 * DAY_MS).toISOString(),
    closedAt: null,
  });
  expect(await ann.call(deposits.get, { id: depositId })).toMatchObject({ bonusCode: "FIRST100", bonusName: "First deposit 100%", bonus: 500_00n });
  const { turnover } = await ann.call(withdrawals.terms, {});
  expect(turnover.map(({ source, needed }) => [source, needed])).toEqual([["deposit", 500_00n]]);
});

test("a bonus is a share of what really arrived, rounded down, and never more than its maximum", async () => {
  const amountOf = async (code: string, asked: bigint, arrives: string) => {
    const ann = await world.player();
    await pay((await open(ann, asked, code)).id, arrives);
    return (await ann.call(bonuses.mine, {})).list[0]?.amount;
  };
  expect(await amountOf("RELOAD10", 1_000_00n, "512.39")).toBe(51_23n);
  expect(await amountOf("FIRST100", 5_000_00n, "5000.00")).toBe(1_000_00n);
  expect(await amountOf("FIRST100", 500_00n, "999.99")).toBe(999_99n);
  expect(await amountOf("FIRST100", 500_00n, "500.00")).toBe(500_00n);
  expect(await amountOf("FIRST100", 500_00n, "499.99")).toBeUndefined();
});

test("fifty messages about one deposit at once grant its bonus once", async () => {
  const ann = await world.player();
  const { id } = await open(ann, 500_00n, "FIRST100");
  await Promise.all(Array.from({ length: 50 }, () => pay(id, "500.00")));
  expect(await balancesOf(ann)).toEqual({ balance: 500_00n, bonus: 500_00n });
  expect(await ann.call(bonuses.mine, {})).toMatchObject({ count: 1, amount: 500_00n, released: 0n });
});

test("while the bonus of a deposit is active no other is offered, taken or granted, even to deposits paid at the same moment", async () => {
  const ann = await world.player();
  const opened = await Promise.all(Array.from({ length: 5 }, () => open(ann, 500_00n, "RELOAD10")));
  await Promise.all(opened.map(({ id }) => pay(id, "500.00")));
  expect(await balancesOf(ann)).toEqual({ balance: 2_500_00n, bonus: 50_00n });
  expect(await offersOf(ann)).toEqual([]);
  expect(await ann.refused(deposits.create, order(500_00n, "RELOAD10"))).toBe("deposits.bonus_closed");
});

test("a first deposit's bonus chosen twice, once with a payment that came late, is granted once", async () => {
  const ann = await world.player();
  const { id: late } = await open(ann, 500_00n, "FIRST100");
  await world.pass(31 * MINUTE_MS);
  await world.open.platform.database.begin((tx) => addJob(tx, "deposits:expire", {}));
  await world.work();
  await enterAgain(ann);
  const { id: inTime } = await open(ann, 500_00n, "FIRST100");
  await pay(inTime, "500.00");
  await ann.call(bonuses.forfeit, { id: (await ann.call(bonuses.mine, {})).list[0]!.id });
  await pay(late, "500.00");
  expect(await balancesOf(ann)).toEqual({ balance: 1_000_00n, bonus: 0n });
  expect((await ann.call(bonuses.mine, {})).count).toBe(1);
});

test("a member on a break from play is given no bonus with money that arrives all the same", async () => {
  const ann = await world.player();
  const { id } = await open(ann, 500_00n, "FIRST100");
  await ann.call(protection.takeBreak, { period: "24h" });
  await pay(id, "500.00");
  expect(await world.open.platform.database.db.selectFrom("bonus").select("id").where("account_id", "=", ann.id).execute()).toEqual([]);
});

test("whoever may not be rewarded is offered no bonus with a deposit, may not choose one, and gets none with money that was on its way", async () => {
  const [ann, ben] = [await world.player(), await world.player()];
  const { id } = await open(ben, 500_00n, "FIRST100");
  const alert =
    "insert into aml_alert (id, account_id, rule, rule_version, day, amount, figures, due_on, opened_at) values (gen_random_uuid(), $1, 'large', 1, now()::date, 1, '{}', now()::date, now())";
  for (const { id: accountId } of [ann, ben]) await asOwner(world.open.url, alert, [accountId]);
  expect(await offersOf(ann)).toEqual([]);
  expect(await ann.refused(deposits.create, order(500_00n, "FIRST100"))).toBe("deposits.bonus_closed");
  await pay(id, "500.00");
  expect(await balancesOf(ben)).toEqual({ balance: 500_00n, bonus: 0n });
});

test("a bonus's days stand still in a time-out: nobody has to play to save it", async () => {
  const { ann, id } = await granted();
  await world.pass(29 * DAY_MS);
  await enterAgain(ann);
  await ann.call(protection.takeBreak, { period: "24h" });
  // A longer one adds what it is longer by.
  await ann.call(protection.takeBreak, { period: "7d" });
  await world.pass(7 * DAY_MS + MINUTE_MS);
  await expireDue();
  await enterAgain(ann);
  const [bonus] = (await ann.call(bonuses.mine, {})).list;
  expect([bonus?.id, bonus?.state, Date.parse(bonus!.expiresAt!) - world.clock.now().getTime()]).toEqual([id, "active", DAY_MS - MINUTE_MS]);
  await world.pass(DAY_MS);
  await expireDue();
  await enterAgain(ann);
  expect((await ann.call(bonuses.mine, {})).list[0]?.state).toBe("expired");
});

test("another member's bonus looks like none", async () => {
  const { id } = await granted();
  const ben = await world.player();
  expect(await ben.refused(bonuses.release, { id })).toBe("bonuses.not_found");
  expect(await ben.refused(bonuses.forfeit, { id })).toBe("bonuses.not_found");
  expect((await ben.call(bonuses.mine, {})).list).toEqual([]);
});

test("before its turnover a bonus is not released, and what is left is said; after it twenty tries at once pay once", async () => {
  const { ann, id } = await granted();
  const untouched = await ann.refusal(bonuses.release, { id });
  expect([untouched.code, untouched.values]).toEqual(["bonuses.turnover_open", { left: "5000.00" }]);
  await stake(ann, 4_999_00n);
  expect((await ann.refusal(bonuses.release, { id })).values).toEqual({ left: "1.00" });
  expect((await ann.call(bonuses.mine, {})).list[0]).toMatchObject({ turnoverNeeded: 5_000_00n, turnoverDone: 4_999_00n });
  await stake(ann, 1_00n);
  const before = await balancesOf(ann);
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => ann.call(bonuses.release, { id })));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "bonuses.not_active" } });
  expect(await balancesOf(ann)).toEqual({ balance: before.balance + 500_00n, bonus: 0n });
  const { list, released } = await ann.call(bonuses.mine, {});
  expect([list[0]?.state, list[0]?.closedAt, released]).toEqual(["released", world.clock.now().toISOString(), 500_00n]);
});

test("a bonus given up takes with it what was still to be staked for it, and says what was done", async () => {
  const { ann, id } = await granted();
  await stake(ann, 700_00n);
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => ann.call(bonuses.forfeit, { id })));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await balancesOf(ann)).bonus).toBe(0n);
  expect((await ann.call(bonuses.mine, {})).list[0]).toMatchObject({ state: "forfeited", turnoverNeeded: 5_000_00n, turnoverDone: 700_00n });
  expect((await ann.call(withdrawals.terms, {})).turnover).toEqual([]);
  expect(await ann.refused(bonuses.release, { id })).toBe("bonuses.not_active");
  expect(await offersOf(ann)).toEqual(["RELOAD10"]);
});

test("a bonus whose days are over expires and not a moment before; one that was earned is paid, and a closed wallet keeps its own", async () => {
  const [late, earned, closed] = [await granted(), await granted(), await granted()];
  await stake(earned.ann, 5_000_00n);
  await world.open.platform.database.begin((tx) => freezeAccount(tx, { accountId: closed.ann.id, frozen: true, now: world.clock.now() }));
  await world.pass(30 * DAY_MS - MINUTE_MS);
  await expireDue();
  const stateOf = async ({ ann, id }: { ann: Member; id: string }) => {
    await enterAgain(ann);
    return (await ann.call(bonuses.mine, {})).list.find((bonus) => bonus.id === id)?.state;
  };
  expect(await stateOf(late)).toBe("active");
  await world.pass(MINUTE_MS);
  await expireDue();
  expect(await Promise.all([late, earned, closed].map(stateOf))).toEqual(["expired", "released", "active"]);
  expect(await balancesOf(late.ann)).toEqual({ balance: 500_00n, bonus: 0n });
  expect((await late.ann.call(withdrawals.terms, {})).turnover.map(({ source }) => source)).toEqual(["deposit"]);
  expect((await balancesOf(closed.ann)).bonus).toBe(500_00n);
});

test("nobody but the member is told of a reward, and a trial account is refused", async () => {
  const { ann, id } = await granted();
  expect(await world.guest().refused(bonuses.rewards, {})).toBe("sessions.required");
  expect(await (await world.operator("superadmin")).refused(bonuses.rewards, {})).toBe("sessions.required");
  expect(await (await world.member({ type: accountTypes.trial })).refused(bonuses.rewards, {})).toBe("sessions.real_account_needed");
  const ben = await world.player();
  expect(await ben.call(bonuses.rewards, {})).toEqual(nothing);
  await stake(ben, 6_000_00n);
  expect(await ben.call(bonuses.rewards, {})).toEqual(nothing);
  expect((await ann.call(bonuses.rewards, {})).running.map((reward) => reward.id)).toEqual([id]);
});

test("a reward counts from the very stake that fills it until it is taken, and before it is said what is left", async () => {
  const { ann, id, bonus } = await granted();
  expect(await ann.call(bonuses.rewards, {})).toEqual({ ...nothing, running: [{ ...bonus, left: 5_000_00n }] });
  await stake(ann, 4_999_00n);
  expect(await ann.call(bonuses.rewards, {})).toEqual({ ...nothing, running: [{ ...bonus, turnoverDone: 4_999_00n, left: 1_00n }] });
  await stake(ann, 1_00n);
  const full = { count: 1, claimable: [{ ...bonus, turnoverDone: 5_000_00n, left: 0n }], running: [] };
  expect(await ann.call(bonuses.rewards, {})).toEqual(full);
  await stake(ann, 100_00n);
  expect(await ann.call(bonuses.rewards, {})).toEqual(full);
  await ann.call(bonuses.release, { id });
  expect(await ann.call(bonuses.rewards, {})).toEqual(nothing);
});

test("a bonus that was given up or has expired is no reward", async () => {
  const [gone, late] = [await granted(), await granted()];
  await gone.ann.call(bonuses.forfeit, { id: gone.id });
  expect(await gone.ann.call(bonuses.rewards, {})).toEqual(nothing);
  await world.pass(30 * DAY_MS - MINUTE_MS);
  await expireDue();
  await enterAgain(late.ann);
  expect((await late.ann.call(bonuses.rewards, {})).running).toHaveLength(1);
  await world.pass(MINUTE_MS);
  await expireDue();
  expect(await late.ann.call(bonuses.rewards, {})).toEqual(nothing);
});

test("a bet, the grant and the release each make the rewards of their member, and of nobody else, look again", async () => {
  const [ann, ben] = [await world.player(), await world.player()];
  const [ofAnn, ofBen] = [hearStale(ann), hearStale(ben)];
  const heardAgain = () => soon(() => expect(ofAnn.splice(0)).toContain("bonuses.rewards"));
  await pay((await open(ann, 500_00n, "RELOAD10")).id, "500.00");
  await heardAgain();
  await stake(ann, 250_00n);
  await heardAgain();
  const [reward] = (await ann.call(bonuses.rewards, {})).claimable;
  await ann.call(bonuses.release, { id: reward!.id });
  await heardAgain();
  expect(ofBen).not.toContain("bonuses.rewards");
});

test("when a deposit is taken back, its bonus goes with it, and with both what was to be staked", async () => {
  const { ann } = await granted();
  const heard = hearStale(ann);
  const [ana, ben] = [await world.operator("finance"), await world.operator("finance")];
  const [credited] = (await ann.call(wallet.history, { kind: "deposit" })).list;
  const { id } = await ana.call(adjustments.proposeReversal, { memberName: ann.name, original: credited!.reference, reason: "Paid with a stolen card" });
  await ben.call(adjustments.confirm, { id, reason: "Paid with a stolen card" });
  await soon(() => expect(heard).toContain("bonuses.rewards"));
  expect((await ann.call(bonuses.rewards, {})).running).toEqual([]);
  expect((await ann.call(bonuses.mine, {})).list.map(({ state }) => state)).toEqual(["forfeited"]);
});

test("bonuses are listed newest first and paged, and the filter's sums count what it lets through", async () => {
  const ann = await world.player();
  for (let count = 0; count < 3; count++) {
    await pay((await open(ann, 500_00n, "RELOAD10")).id, "500.00");
    const [active] = (await ann.call(bonuses.mine, { state: "active" })).list;
    if (count < 2) await ann.call(bonuses.forfeit, { id: active!.id });
  }
  const first = await ann.call(bonuses.mine, { limit: 2 });
  const second = await ann.call(bonuses.mine, { limit: 2, cursor: first.next ?? "" });
  const numbers = [...first.list, ...second.list].map(({ reference }) => Number(reference.slice(2)));
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  expect(numbers).toHaveLength(3);
  expect(await ann.call(bonuses.mine, { state: "forfeited" })).toMatchObject({ count: 2, amount: 100_00n, released: 0n, next: null });
  const today = world.clock.now().toLocaleDateString("en-CA", { timeZone: "Asia/Manila" });
  expect((await ann.call(bonuses.mine, { from: today, to: today })).count).toBe(3);
  expect((await ann.call(bonuses.mine, { to: "2026-01-01" })).list).toEqual([]);
});
