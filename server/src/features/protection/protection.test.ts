import { accounts } from "@laro/contract/accounts";
import { limits } from "@laro/contract/limits";
import { protection } from "@laro/contract/protection";
import { rounds } from "@laro/contract/rounds";
import { sessions } from "@laro/contract/sessions";
import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { placeBet } from "../../testing/bets.ts";
import { bindPayoutAccount, PAYMENT_PASSWORD } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { openSister } from "../../testing/sister.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { soon } from "../../testing/soon.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let world: World;
let sister: Awaited<ReturnType<typeof openSister>>;
let ann: Person & { readonly id: bigint };
beforeAll(async () => {
  world = await createWorld({ psp: true });
  sister = await openSister(world);
});
beforeEach(async () => void (ann = await world.player({ balance: 1_000_00n })));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(async () => {
  await sister.close();
  await world.close();
});

/** A round over HTTP; each of another game than the one before, so that none waits for a game's pace. */
const play = (person: Person): Promise<string> => {
  const isDice = ++played % 2 === 0;
  const game = isDice ? { gameCode: "DICE", choice: { target: 5000, side: "under" } } : { gameCode: "MANGO_RUSH", choice: {} };
  return person.call(rounds.play, { requestId: newId(world.clock.now()), stake: 1_00n, ...game }).then(
    () => "played",
    (refusal: { code: string }) => refusal.code,
  );
};
let played = 0;

async function enter({ name, password }: Person): Promise<Person> {
  const again = world.guest();
  again.token = (await again.call(sessions.login, { username: name, password, type: "username", entry: "player" })).token;
  return again;
}

const login = (name: string, password: string) => world.guest().refusal(sessions.login, { username: name, password, type: "username", entry: "player" });

const exclude = (person: Person, period = "6m") => person.call(protection.excludeMyself, { period, password: person.password });

const openSessions = async (accountId: bigint): Promise<number> => {
  const { rows } = await sql<{
    open: number;
  }>`select count(*)::int as open from session where kind = 'member' and subject_id = ${accountId} and ended_at is null`.execute(
    world.open.platform.database.db as never,
  );
  return rows[0]!.open;
};

test("a period the pack does not offer is refused, and a wrong password; nothing is closed by either", async () => {
  for (const period of ["6m", "1h", "", "24h' or"]) expect(await ann.refused(protection.takeBreak, { period })).toBe("protection.period_closed");
  expect(await ann.refused(protection.excludeMyself, { period: "24h", password: ann.password })).toBe("protection.period_closed");
  expect((await ann.refusal(protection.excludeMyself, { period: "6m", password: "Wrong-horse-7" })).values).toMatchObject({ field: "password" });
  expect((await ann.call(protection.mine, {})).exclusion).toBeNull();
  expect(await play(ann)).toBe("played");
});

test("whoever holds a session cannot guess its password: of thirty guesses at once five are looked at, and none for a quarter of an hour", async () => {
  const guess = (password: string) => ann.refused(protection.excludeMyself, { period: "6m", password });
  const codes = await Promise.all(Array.from({ length: 30 }, (_, at) => guess(`Wrong-horse-${at}`)));
  expect(codes.filter((code) => code === "accounts.old_password_wrong")).toHaveLength(5);
  expect(codes.filter((code) => code === "accounts.password_locked")).toHaveLength(25);
  expect(await guess(ann.password)).toBe("accounts.password_locked");
  const change = { oldPassword: "Wrong-horse-7", newPassword: "Better-horse-8", confirmNewPassword: "Better-horse-8" };
  expect(await ann.refused(accounts.changePassword, change)).toBe("accounts.password_locked");
  world.clock.advance(15 * MINUTE_MS + 1);
  expect(await (await enter(ann)).call(protection.excludeMyself, { period: "6m", password: ann.password })).toMatchObject({ kind: "self" });
});

test("the right password forgets the wrong ones before it", async () => {
  const set = (password: string) => ann.call(accounts.setPaymentPassword, { password, paymentPassword: PAYMENT_PASSWORD });
  for (let again = 0; again < 2; again++) {
    for (let wrong = 0; wrong < 4; wrong++)
      expect(await ann.refused(accounts.setPaymentPassword, { password: "wrong", paymentPassword: PAYMENT_PASSWORD })).toBe("accounts.old_password_wrong");
    await set(ann.password);
  }
});

test("a break refuses the next stake at another process, leaves the login open, and ends by itself to the millisecond", async () => {
  const there = sister.meet(ann);
  expect(await play(there)).toBe("played");
  const started = await ann.call(protection.takeBreak, { period: "24h" });
  const [from, until] = [world.clock.now().toISOString(), new Date(world.clock.now().getTime() + DAY_MS).toISOString()];
  expect(started).toMatchObject({ kind: "timeout", period: "24h", from, until, firmUntil: until });
  expect([await play(there), await play(ann)]).toEqual(["protection.excluded", "protection.excluded"]);
  expect((await ann.call(wallet.balance, {})).balance).toBeGreaterThan(0n);
  expect((await (await enter(ann)).call(protection.mine, {})).exclusion).toEqual(started);
  world.clock.advance(DAY_MS - 1);
  expect(await placeBet(world, ann.id, { stake: 1_00n })).toBe("protection.excluded");
  world.clock.advance(1);
  expect(await placeBet(world, ann.id, { stake: 1_00n })).toBe("played");
  expect((await (await enter(ann)).call(protection.mine, {})).exclusion).toBeNull();
});

test("a longer break is never shortened by a shorter one", async () => {
  const month = await ann.call(protection.takeBreak, { period: "30d" });
  expect(await ann.call(protection.takeBreak, { period: "24h" })).toEqual(month);
  world.clock.advance(2 * DAY_MS);
  expect(await placeBet(world, ann.id, { stake: 1_00n })).toBe("protection.excluded");
});

test("a win, and the reversal of a stake, are paid to an excluded player, and no stake of thirty at once is taken", async () => {
  expect(await placeBet(world, ann.id, { stake: 10_00n })).toBe("played");
  await exclude(ann);
  expect(new Set(await Promise.all(Array.from({ length: 30 }, () => placeBet(world, ann.id, { stake: 1_00n }))))).toEqual(new Set(["protection.excluded"]));
  expect(await placeBet(world, ann.id, { stake: 0n, win: 25_00n })).toBe("played");
  const balance = await asOwner(world.open.url, "select balance from wallet where account_id = $1 and kind = 1", [ann.id]);
  expect(balance).toEqual([{ balance: 1_015_00n }]);
});

test("what refuses is the block that an exclusion leaves on the wallet: without it the stake would pass", async () => {
  await ann.call(protection.takeBreak, { period: "7d" });
  expect(await play(ann)).toBe("protection.excluded");
  await asOwner(world.open.url, "update wallet set block = 0 where account_id = $1", [ann.id]);
  expect(await play(ann)).toBe("played");
  // The next look at the rules puts it back.
  await asOwner(world.open.url, "update wallet set left_until = null where account_id = $1", [ann.id]);
  expect(await play(ann)).toBe("protection.excluded");
});

test("a self-exclusion ends every session at every process, and the login is refused until it is over, whoever knows the password", async () => {
  const [other, there] = [await enter(ann), sister.meet(ann)];
  await Promise.all([other.call(accounts.me, {}), there.call(accounts.me, {})]);
  const { until, firmUntil } = await exclude(ann, "1y");
  expect([until, firmUntil]).toEqual(["2027-" + until.slice(5), expect.stringMatching(/^2027-04-/)]);
  await soon(async () => {
    for (const person of [ann, other, there]) expect(await person.refused(accounts.me, {})).toBe("sessions.required");
  });
  const refusal = await login(ann.name, ann.password);
  expect([refusal.code, refusal.values]).toEqual(["protection.excluded", { until: expect.stringMatching(/^2027-10-\d\d \d\d:\d\d$/) }]);
  expect(refusal.text).toBe(
    `Your account is closed for play until ${String(refusal.values["until"])}. Your balance stays yours: customer service pays it out to you. See Contact in the help centre.`,
  );
  const [wrong, unknown] = [await login(ann.name, "Wrong-horse-7"), await login("nobodyhere", "Wrong-horse-7")];
  expect([wrong.code, wrong.text]).toEqual([unknown.code, unknown.text]);
  expect(wrong.code).toBe("sessions.wrong_credentials");
});

test("a self-exclusion of six months ends in the calendar of the pack", async () => {
  const { from, until } = await exclude(ann, "6m");
  const months = (date: Date): Date => new Date(new Date(date).setUTCMonth(date.getUTCMonth() + 6));
  expect(until).toBe(months(new Date(from)).toISOString());
  world.clock.advance(new Date(until).getTime() - world.clock.now().getTime() - 1);
  expect((await login(ann.name, ann.password)).code).toBe("protection.excluded");
  world.clock.advance(1);
  expect(await play(await enter(ann))).toBe("played");
});

test("of logins and an exclusion at once, no session stays open", async () => {
  for (let round = 0; round < 3; round++) {
    const ben = await world.player();
    await Promise.allSettled([...Array.from({ length: 6 }, () => enter(ben)), exclude(ben), ...Array.from({ length: 6 }, () => enter(ben))]);
    expect(await openSessions(ben.id)).toBe(0);
  }
});

test("a withdrawal that waits when its member excludes themselves is still approved and paid", async () => {
  const payoutAccountId = await bindPayoutAccount(ann);
  const { id } = await ann.call(withdrawals.request, {
    requestId: newId(world.clock.now()),
    amount: 300_00n,
    payoutAccountId,
    paymentPassword: PAYMENT_PASSWORD,
  });
  await exclude(ann);
  // The payment provider's clock as well.
  await world.pass(0);
  const officer = await world.operator("finance");
  await officer.call(withdrawals.approve, { id, reason: "Turnover complete" });
  await world.work();
  await soon(async () => expect(await asOwner(world.open.url, "select state from withdrawal where id = $1", [id])).toEqual([{ state: "paid" }]));
});

test("in a break a withdrawal can be asked for", async () => {
  const payoutAccountId = await bindPayoutAccount(ann);
  await ann.call(protection.takeBreak, { period: "7d" });
  const asked = { requestId: newId(world.clock.now()), amount: 300_00n, payoutAccountId, paymentPassword: PAYMENT_PASSWORD };
  expect((await ann.call(withdrawals.request, asked)).state).toBe("pending");
});

test("one member's break and limits are nobody else's", async () => {
  const ben = await world.player({ balance: 10_00n });
  await ann.call(protection.takeBreak, { period: "24h" });
  await ann.call(limits.setTime, { period: "day", minutes: 10 });
  expect((await ben.call(protection.mine, {})).exclusion).toBeNull();
  expect((await ben.call(limits.mine, {})).time).toEqual([]);
  expect(await play(ben)).toBe("played");
  for (const call of [protection.mine, protection.positions]) expect(await world.guest().refused(call, {})).toBe("sessions.required");
});
