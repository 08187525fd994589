import { accounts } from "@laro/contract/accounts";
import { limitPeriods, limits } from "@laro/contract/limits";
import { rounds } from "@laro/contract/rounds";
import { sessions } from "@laro/contract/sessions";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { codeOf, placeBet, rollDice } from "../../testing/bets.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { sweepExpired } from "../sessions/sweep.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MANILA_MS = 8 * 60 * MINUTE_MS;

let world: World;
let ann: Person & { readonly id: bigint };
beforeAll(async () => void (world = await createWorld()));
beforeEach(async () => {
  ann = await world.player({ balance: 1_000_00n });
  await ann.call(accounts.me, {});
});
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

/** Lets time pass for people who are there: each is heard of every few minutes. */
async function stay(minutes: number, ...people: readonly Person[]): Promise<void> {
  for (let left = minutes; left > 0; left -= 10) {
    world.clock.advance(Math.min(10, left) * MINUTE_MS);
    for (const person of people) await person.call(accounts.me, {});
  }
}

async function enterAgain(person: Person): Promise<Person> {
  const again = world.guest();
  again.token = (await again.call(sessions.login, { username: person.name, password: person.password, type: "username", entry: "player" })).token;
  return again;
}

const usedOf = async (person: Person): Promise<number | undefined> => (await person.call(limits.mine, {})).time[0]?.usedMinutes;

/** When the next day, week (from Monday) or month begins in Manila, which keeps one offset all year. */
function nextStartMs(period: (typeof limitPeriods)[number]): number {
  const here = new Date(world.clock.now().getTime() + MANILA_MS);
  const [year, month, date] = [here.getUTCFullYear(), here.getUTCMonth(), here.getUTCDate()];
  const starts = {
    day: Date.UTC(year, month, date + 1),
    week: Date.UTC(year, month, date + ((8 - here.getUTCDay()) % 7 || 7)),
    month: Date.UTC(year, month + 1, 1),
  };
  return starts[period] - MANILA_MS;
}

describe.each(limitPeriods)("a limit of time by the %s", (period) => {
  test("refuses the stake at its last minute, not a millisecond before, and again no bet of thirty at once", async () => {
    await ann.call(limits.setTime, { period, minutes: 50 });
    await stay(40, ann);
    world.clock.advance(10 * MINUTE_MS - 1);
    expect(await play(ann)).toBe("played");
    world.clock.advance(1);
    expect(await play(ann)).toBe("limits.time_reached");
    expect(new Set(await Promise.all(Array.from({ length: 30 }, () => codeOf(rollDice(world, ann.id, { stake: 1_00n })))))).toEqual(
      new Set(["limits.time_reached"]),
    );
    expect((await ann.call(limits.mine, {})).time).toEqual([{ period, minutes: 50, usedMinutes: 50, next: null }]);
    expect(await placeBet(world, ann.id, { stake: 0n, win: 5_00n })).toBe("played");
  });

  test("frees the player when the next one begins in Manila, not a millisecond before", async () => {
    await ann.call(limits.setTime, { period, minutes: 20 });
    await stay(20, ann);
    expect(await play(ann)).toBe("limits.time_reached");
    world.clock.advance(nextStartMs(period) - world.clock.now().getTime() - 1);
    expect(await placeBet(world, ann.id, { stake: 1_00n })).toBe("limits.time_reached");
    world.clock.advance(1);
    expect(await placeBet(world, ann.id, { stake: 1_00n })).toBe("played");
  });
});

test("only the time of living sessions counts, and sessions at once count once", async () => {
  await ann.call(limits.setTime, { period: "week", minutes: 600 });
  const other = await enterAgain(ann);
  await stay(30, ann, other);
  expect(await usedOf(ann)).toBe(30);
  // Nobody is there for three hours; the sessions end of themselves.
  world.clock.advance(180 * MINUTE_MS);
  const back = await enterAgain(ann);
  expect(await usedOf(back)).toBe(31);
  await stay(15, back);
  expect(await usedOf(back)).toBe(46);
  await back.call(sessions.logout, {});
  world.clock.advance(60 * MINUTE_MS);
  expect(await usedOf(await enterAgain(ann))).toBe(46);
});

test("the month's time is remembered when sessions of long ago are swept", async () => {
  await ann.call(limits.setTime, { period: "month", minutes: 45 });
  await stay(40, ann);
  world.clock.advance(5 * DAY_MS);
  await sweepExpired(world.open.platform.database, world.clock.now());
  const back = await enterAgain(ann);
  await stay(3, back);
  expect(await play(back)).toBe("played");
  await stay(1, back);
  expect(await play(back)).toBe("limits.time_reached");
});

test("a lower limit of time acts at once, a higher or removed one after 24 hours", async () => {
  expect(await ann.refused(limits.removeTime, { period: "month" })).toBe("limits.not_lower");
  await ann.call(limits.setTime, { period: "month", minutes: 100 });
  await stay(20, ann);
  expect(await play(ann)).toBe("played");
  expect(await ann.call(limits.setTime, { period: "month", minutes: 20 })).toMatchObject({ minutes: 20, usedMinutes: 20, next: null });
  expect(await play(ann)).toBe("limits.time_reached");
  const from = new Date(world.clock.now().getTime() + DAY_MS).toISOString();
  expect(await ann.call(limits.setTime, { period: "month", minutes: 60 })).toMatchObject({ minutes: 20, next: { minutes: 60, from } });
  world.clock.advance(DAY_MS - 1);
  expect(await placeBet(world, ann.id, { stake: 1_00n })).toBe("limits.time_reached");
  world.clock.advance(1);
  expect(await placeBet(world, ann.id, { stake: 1_00n })).toBe("played");
  const back = await enterAgain(ann);
  expect(await back.call(limits.removeTime, { period: "month" })).toMatchObject({ minutes: 60, next: { minutes: null } });
  world.clock.advance(DAY_MS);
  expect((await (await enterAgain(ann)).call(limits.mine, {})).time).toEqual([]);
});

test("minutes that are no whole number from 1 to a month's are refused at their field", async () => {
  for (const minutes of [0, -1, 1.5, 44_641, "60"]) {
    const { answer } = await ann.request("POST", "/api/limits.setTime", JSON.stringify({ period: "day", minutes }));
    expect(answer).toMatchObject({ success: false, message: "request.invalid", value: { field: "minutes" } });
  }
  expect(await ann.call(limits.mine, {})).toEqual({ list: [], time: [] });
});

test("the books are clean after all of that", async () => {
  expect(await world.audit()).toEqual([]);
});
