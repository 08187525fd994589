import { accounts } from "@laro/contract/accounts";
import { adjustments } from "@laro/contract/adjustments";
import { agents } from "@laro/contract/agents";
import { bonuses } from "@laro/contract/bonuses";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { deposits } from "@laro/contract/deposits";
import { protection } from "@laro/contract/protection";
import { referrals } from "@laro/contract/referrals";
import { rewards } from "@laro/contract/rewards";
import { sessions } from "@laro/contract/sessions";
import { settings } from "@laro/contract/settings";
import { wallet } from "@laro/contract/wallet";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { brand } from "../../core/settings/packs.ts";
import { newId } from "../../platform/ids.ts";
import { enterAgain, sendMessage } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import { countDays, play } from "../../testing/vip.ts";
import { createWorld, registrationOf, type World } from "../../testing/world.ts";
import { payReferrals } from "./referrals.pay.ts";

const DAY_MS = 24 * 60 * 60_000;
const PASSWORD = "Correct-horse-7";

let world: World;
beforeAll(async () => void (world = await createWorld({ psp: true })));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

type Member = Awaited<ReturnType<World["player"]>>;

let friendsMade = 0;

/** Somebody who registers by a player's code. */
async function friendOf(inviter: Member): Promise<Member> {
  const { code } = await inviter.call(agents.referralCode, {});
  const name = `friend${(friendsMade += 1)}x${String(inviter.id)}`;
  const friend = world.guest();
  await friend.call(accounts.register, { ...registrationOf(name, PASSWORD), referralCode: code });
  const { token } = await friend.call(sessions.login, { username: name, password: PASSWORD, type: "username", entry: "player" });
  friend.token = token;
  const { id } = await friend.call(accounts.me, {});
  return Object.assign(friend, { id, name });
}

async function deposit(member: Member, amount: bigint): Promise<void> {
  const { id } = await member.call(deposits.create, { requestId: newId(world.clock.now()), method: "GCASH", amount });
  await sendMessage(world, { type: "payment.paid", reference: id, amount: `${amount / 100n}.00` });
}

const pay = (): Promise<void> => payReferrals(world.open.platform);
const given = async (member: Member) =>
  (await member.call(bonuses.mine, {})).list.map(({ code, amount, turnoverNeeded }) => ({ code, amount, turnoverNeeded }));
const reward = (amount: bigint) => ({ code: "REFERRAL", amount, turnoverNeeded: amount });
const { deposit: byDeposit, play: byPlay } = brand.referral;

test("a guest, a trial and another see nothing of anyone's friends", async () => {
  expect(await world.guest().refused(referrals.mine, {})).toBe("sessions.required");
  const ann = await world.player();
  await friendOf(ann);
  const ben = await world.player();
  expect((await ben.call(referrals.friends, {})).list).toEqual([]);
  expect((await ben.call(referrals.mine, {})).registered).toBe(0);
});

test("friends are paged, those of one moment too, and no page says a friend's number", async () => {
  const ann = await world.player();
  const members: Member[] = [];
  for (let at = 0; at < 5; at++) {
    if (at === 3) await world.pass(60_000);
    const friend = await friendOf(ann);
    await asOwner(world.open.url, "update account set name = $2 || name where id = $1", [friend.id, "abcde"[at]]);
    members.push(friend);
  }
  const whole = await ann.call(referrals.friends, {});
  expect([new Set(whole.list.map(({ name }) => name)).size, whole.next]).toEqual([5, null]);
  for (const limit of [1, 2, 4]) {
    const pages = [await ann.call(referrals.friends, { limit })];
    for (let next = pages[0]!.next; next !== null; next = pages.at(-1)!.next) {
      expect(members.filter(({ id }) => next!.includes(String(id)))).toEqual([]);
      pages.push(await ann.call(referrals.friends, { limit, cursor: next }));
    }
    expect(pages.flatMap(({ list }) => list)).toEqual(whole.list);
  }
  for (const cursor of ["7", "x_1", "2026-02-31T00:00:00.000Z_1"]) expect((await ann.call(referrals.friends, { cursor })).list).toEqual(whole.list);
});

test("a friend who registers by the code is the inviter's, masked, and a first deposit that is large enough brings its reward once [PROD-20]", async () => {
  const ann = await world.player();
  const friend = await friendOf(ann);
  await pay();
  expect(await given(ann)).toEqual([]);
  await deposit(friend, byDeposit.minimumMinor);
  await Promise.all([pay(), pay(), pay()]);
  await pay();
  expect(await given(ann)).toEqual([reward(byDeposit.rewardMinor)]);
  const { registered, deposited, rewarded, earned, thisMonth } = await ann.call(referrals.mine, {});
  expect([registered, deposited, rewarded, earned, thisMonth]).toEqual([1, 1, 1, byDeposit.rewardMinor, 1]);
  const { list } = await ann.call(referrals.friends, {});
  expect(list).toMatchObject([{ deposit: { state: "given", amount: byDeposit.rewardMinor }, play: { state: "waiting" } }]);
  expect(list[0]!.name).toMatch(/^fr\*\*\*/);
  expect(list[0]!.name).not.toBe(friend.name);
});

test("a first deposit that is too small brings nothing, and neither does a larger one after it", async () => {
  const ann = await world.player();
  const friend = await friendOf(ann);
  await deposit(friend, byDeposit.minimumMinor - 1_00n);
  await deposit(friend, 2n * byDeposit.minimumMinor);
  await pay();
  expect(await given(ann)).toEqual([]);
});

test("enough valid bets on closed days bring the second reward, and not a centavo less does", async () => {
  const ann = await world.player();
  const [enough, short] = [await friendOf(ann), await friendOf(ann)];
  await play(world, [enough.id, byPlay.validMinor, 0n], [short.id, byPlay.validMinor - 1n, 0n]);
  await pay();
  expect(await given(ann)).toEqual([]);
  await world.pass(DAY_MS + DAY_MS);
  await countDays(world);
  await pay();
  ann.token = (await ann.call(sessions.login, { username: ann.name, password: ann.password, type: "username", entry: "player" })).token;
  expect(await given(ann)).toEqual([reward(byPlay.rewardMinor)]);
});

test("who shares the inviter's browser brings nothing, and the reason is said", async () => {
  const ann = await world.player();
  const friend = await friendOf(ann);
  await asOwner(
    world.open.url,
    "insert into account_device (account_id, device, agent, first_at, last_at) select a, '\\xabcd', '', now(), now() from unnest($1::bigint[]) a",
    [[ann.id, friend.id]],
  );
  await deposit(friend, byDeposit.minimumMinor);
  await pay();
  expect(await given(ann)).toEqual([]);
  expect((await ann.call(referrals.friends, {})).list).toMatchObject([{ deposit: { state: "refused", reason: "samePerson" } }]);
});

test("an inviter on a break gets nothing meanwhile and it is not lost", async () => {
  const ann = await world.player();
  const friend = await friendOf(ann);
  await deposit(friend, byDeposit.minimumMinor);
  await ann.call(protection.takeBreak, { period: "24h" });
  await pay();
  expect((await ann.call(referrals.friends, {})).list).toMatchObject([{ deposit: { state: "waiting" } }]);
  await world.pass(DAY_MS + 60_000);
  await pay();
  ann.token = (await ann.call(sessions.login, { username: ann.name, password: ann.password, type: "username", entry: "player" })).token;
  expect(await given(ann)).toEqual([reward(byDeposit.rewardMinor)]);
});

test("play that was reached in time is not lost either, however long the inviter's break lasts", async () => {
  const ann = await world.player();
  const friend = await friendOf(ann);
  await play(world, [friend.id, byPlay.validMinor, 0n]);
  await ann.call(protection.takeBreak, { period: "7d" });
  for (let day = 0; day < 8; day++) {
    await world.pass(DAY_MS);
    await countDays(world);
    await pay();
  }
  await enterAgain(ann);
  expect(await given(ann)).toEqual([reward(byPlay.rewardMinor)]);
});

test("a friend's first deposit that is taken back takes its reward along, and counts as none", async () => {
  const ann = await world.player();
  const friend = await friendOf(ann);
  await deposit(friend, byDeposit.minimumMinor);
  await pay();
  expect(await given(ann)).toEqual([reward(byDeposit.rewardMinor)]);
  const [ana, ben] = [await world.operator("finance"), await world.operator("finance")];
  const original = (await friend.call(wallet.history, { kind: "deposit" })).list[0]!.reference;
  const reason = "Paid with a stolen card";
  const { id } = await ana.call(adjustments.proposeReversal, { memberName: friend.name, original, reason });
  await ben.call(adjustments.confirm, { id, reason });
  await world.work();
  expect((await ann.call(bonuses.mine, {})).list.map(({ state }) => state)).toEqual(["forfeited"]);
  expect((await ann.call(referrals.mine, {})).deposited).toBe(0);
  expect((await friend.call(deposits.methods, {})).bonuses.map(({ code }) => code)).toContain("FIRST100");
});

test("beyond the month's number of one inviter, and beyond the month's budget of all, nothing is given", async () => {
  const ann = await world.player();
  const rules = brand.referral as { monthMax: number };
  const friends = [await friendOf(ann), await friendOf(ann), await friendOf(ann)];
  const { monthMax } = rules;
  rules.monthMax = 1;
  try {
    for (const friend of friends.slice(0, 2)) await deposit(friend, byDeposit.minimumMinor);
    await Promise.all([pay(), pay()]);
  } finally {
    rules.monthMax = monthMax;
  }
  expect((await ann.call(referrals.friends, {})).list.map((friend) => friend.deposit.reason)).toEqual([null, "monthFull", null]);
  await asOwner(world.open.url, "update referral_month set cap = spent");
  await deposit(friends[2]!, byDeposit.minimumMinor);
  await pay();
  expect((await ann.call(referrals.friends, {})).list[0]).toMatchObject({ deposit: { state: "waiting" } });
  await asOwner(world.open.url, "update referral_month set cap = 100000000");
  await pay();
  expect((await ann.call(referrals.friends, {})).list[0]).toMatchObject({ deposit: { state: "given" } });
});

test("with the feature off nothing is shown or given, and the summary says so [PROMO-10]", async () => {
  const ann = await world.player();
  const admin = await world.operator("superadmin");
  const friend = await friendOf(ann);
  await deposit(friend, byDeposit.minimumMinor);
  const setReferral = (enabled: boolean) => admin.call(settings.setFlag, { modId: "referral", enabled, reason: "seen by the owner" });
  const isEnabled = async () => (await ann.call(rewards.summary, {})).availablePromo.REFERRAL.enabled;
  expect(await isEnabled()).toBe(true);
  await setReferral(false);
  await pay();
  expect([await ann.refused(referrals.mine, {}), await ann.refused(referrals.friends, {}), await isEnabled()]).toEqual([
    "referrals.closed",
    "referrals.closed",
    false,
  ]);
  await setReferral(true);
  expect(await given(ann)).toEqual([]);
  await pay();
  expect(await given(ann)).toEqual([reward(byDeposit.rewardMinor)]);
});

test("the summary counts what can be taken and nothing that cannot: a bonus from the stake that fills it on", async () => {
  const ann = await world.player();
  await deposit(await friendOf(ann), byDeposit.minimumMinor);
  await pay();
  const count = async () => (await ann.call(rewards.summary, {})).availablePromoCount;
  expect(await count()).toBe(0);
  await play(world, [ann.id, byDeposit.rewardMinor, 0n]);
  expect(await count()).toBe(1);
  expect(await (await world.member({ type: accountTypes.trial })).refused(rewards.summary, {})).toBe("sessions.real_account_needed");
});
