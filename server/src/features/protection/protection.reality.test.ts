import { accounts } from "@laro/contract/accounts";
import { protection, type NetPosition } from "@laro/contract/protection";
import { rounds } from "@laro/contract/rounds";
import { sessions } from "@laro/contract/sessions";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { rollUpPlay } from "../../core/wallet/playDays.ts";
import { newId } from "../../platform/ids.ts";
import { codeOf, placeBet, rollDice } from "../../testing/bets.ts";
import { openDeposit, sendMessage } from "../../testing/cashier.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let world: World;
let ann: Person & { readonly id: bigint };
beforeAll(async () => void (world = await createWorld({ psp: true })));
beforeEach(async () => void (ann = await world.player({ balance: 1_000_00n })));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

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

/** Lets time pass for someone who is there: they are heard of every few minutes. */
async function stay(person: Person, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 20 * MINUTE_MS) {
    world.clock.advance(Math.min(20 * MINUTE_MS, left));
    await person.call(accounts.me, {});
  }
}

async function enter({ name, password }: Person): Promise<Person> {
  const again = world.guest();
  again.token = (await again.call(sessions.login, { username: name, password, type: "username", entry: "player" })).token;
  return again;
}

const realityOf = async (person: Person) => (await person.call(protection.mine, {})).reality;

const later = (ms: number): string => new Date(world.clock.now().getTime() + ms).toISOString();

test("after an hour the reality check refuses every stake of thirty at once until it is answered, and comes again an hour later", async () => {
  const since = later(0);
  expect(await realityOf(ann)).toMatchObject({ everyMinutes: 60, choices: [15, 30, 60, 120], since, dueAt: later(60 * MINUTE_MS) });
  await stay(ann, 60 * MINUTE_MS - 1);
  expect(await play(ann)).toBe("played");
  world.clock.advance(1);
  expect(new Set(await Promise.all(Array.from({ length: 30 }, () => codeOf(rollDice(world, ann.id, { stake: 1_00n })))))).toEqual(
    new Set(["protection.reality_check"]),
  );
  expect(await placeBet(world, ann.id, { stake: 0n, win: 5_00n })).toBe("played");
  expect(await realityOf(ann)).toMatchObject({ since, dueAt: later(0) });
  expect(await ann.call(protection.answerReality, {})).toEqual({ dueAt: later(60 * MINUTE_MS) });
  expect(await play(ann)).toBe("played");
  await stay(ann, 60 * MINUTE_MS);
  expect(await play(ann)).toBe("protection.reality_check");
});

test("the check tells the money of its own span only", async () => {
  await placeBet(world, ann.id, { stake: 20_00n, win: 5_00n });
  world.clock.advance(1);
  await ann.call(protection.answerReality, {});
  await placeBet(world, ann.id, { stake: 10_00n, win: 12_50n });
  // The payment provider's clock as well.
  await world.pass(0);
  const { id } = await openDeposit(world, ann, 500_00n);
  await sendMessage(world, { type: "payment.paid", reference: id, amount: "500.00" });
  expect((await realityOf(ann)).position).toEqual({ deposited: 500_00n, withdrawn: 0n, staked: 10_00n, won: 12_50n, net: 2_50n });
});

test("logging out is an answer too: who comes back plays a fresh span", async () => {
  await stay(ann, 60 * MINUTE_MS);
  expect(await play(ann)).toBe("protection.reality_check");
  await ann.call(sessions.logout, {});
  const back = await enter(ann);
  expect(await play(back)).toBe("played");
  expect((await realityOf(back)).dueAt).toBe(later(60 * MINUTE_MS));
});

test("a shorter interval counts from when play began; one that waits for an answer cannot be put off by a longer one", async () => {
  for (const everyMinutes of [10, 16, 240, 15.5])
    expect((await ann.request("POST", "/api/protection.setReality", JSON.stringify({ everyMinutes }))).answer).toMatchObject({ message: "request.invalid" });
  await stay(ann, 10 * MINUTE_MS);
  expect(await ann.call(protection.setReality, { everyMinutes: 15 })).toEqual({ everyMinutes: 15, dueAt: later(5 * MINUTE_MS) });
  await stay(ann, 5 * MINUTE_MS - 1);
  expect(await play(ann)).toBe("played");
  world.clock.advance(1);
  expect(await play(ann)).toBe("protection.reality_check");
  expect(await ann.refused(protection.setReality, { everyMinutes: 120 })).toBe("protection.reality_check");
  await ann.call(protection.answerReality, {});
  expect(await ann.call(protection.setReality, { everyMinutes: 120 })).toEqual({ everyMinutes: 120, dueAt: later(120 * MINUTE_MS) });
});

test("a member who was away for days is not met by a check of long ago", async () => {
  world.clock.advance(3 * DAY_MS);
  expect(await placeBet(world, ann.id, { stake: 1_00n })).toBe("played");
  const back = await enter(ann);
  expect(await play(back)).toBe("played");
  await stay(back, 60 * MINUTE_MS);
  expect(await play(back)).toBe("protection.reality_check");
});

test("net positions are those of the day, week and month in Manila, whether a day was written down or not", async () => {
  const ben = await world.player({ balance: 1_000_00n });
  // Friday the 30th, an hour before Manila's midnight, in the last days of a month and a week.
  world.clock.advance(new Date("2026-10-30T15:00:00Z").getTime() - world.clock.now().getTime());
  await placeBet(world, ben.id, { stake: 10_00n, win: 4_00n });
  world.clock.advance(2 * 60 * MINUTE_MS);
  await placeBet(world, ben.id, { stake: 20_00n, win: 50_00n });
  const read = async (): Promise<Readonly<Record<string, NetPosition>>> => (await enter(ben)).call(protection.positions, {});
  const net = (staked: bigint, won: bigint): NetPosition => ({ deposited: 0n, withdrawn: 0n, staked, won, net: won - staked });
  const expected = { day: net(20_00n, 50_00n), week: net(30_00n, 54_00n), month: net(30_00n, 54_00n), all: net(30_00n, 54_00n) };
  expect(await read()).toEqual(expected);
  const { database, timeZone } = world.open.platform;
  await rollUpPlay(database, { now: world.clock.now(), timeZone });
  expect(await read()).toEqual(expected);
  // Sunday noon: the month began this morning, the day before is still this week's.
  world.clock.advance(DAY_MS + 12 * 60 * MINUTE_MS);
  await placeBet(world, ben.id, { stake: 1_00n, win: 0n });
  expect(await read()).toEqual({ day: net(1_00n, 0n), week: net(31_00n, 54_00n), month: net(1_00n, 0n), all: net(31_00n, 54_00n) });
});
