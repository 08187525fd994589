import { limitPeriods, limits } from "@laro/contract/limits";
import { protection } from "@laro/contract/protection";
import { rounds } from "@laro/contract/rounds";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { placeBet } from "../../testing/bets.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { packs } from "../settings/packs.ts";
import { getBalances } from "../wallet/wallet.ts";
import { isRewardable } from "./rewards.ts";

let world: World;
let ann: Person & { readonly id: bigint };
beforeAll(async () => void (world = await createWorld()));
beforeEach(async () => void (ann = await world.player({ balance: 1_000_00n })));
afterAll(() => world.close());

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const MANILA_MS = 8 * HOUR_MS;

const bet = (round: { stake: bigint; win?: bigint }): Promise<string> => placeBet(world, ann.id, round);

const balance = async (): Promise<bigint> => (await getBalances(world.open.platform.database.db, ann.id)).main;

describe.each(limitPeriods)("a limit by the %s", (period) => {
  test("on stakes refuses the stake that would pass it, and takes the one that just fits", async () => {
    await ann.call(limits.set, { kind: "stake", period, amount: 10_00n });
    expect(await bet({ stake: 7_00n, win: 50_00n })).toBe("played");
    expect(await bet({ stake: 3_01n })).toBe("limits.stake_reached");
    expect(await bet({ stake: 3_00n })).toBe("played");
    expect(await bet({ stake: 1n })).toBe("limits.stake_reached");
    expect((await ann.call(limits.mine, {})).list).toEqual([{ kind: "stake", period, amount: 10_00n, used: 10_00n, next: null }]);
  });

  test("on losses counts what was lost, and a win gives room again", async () => {
    await ann.call(limits.set, { kind: "loss", period, amount: 10_00n });
    expect(await bet({ stake: 10_00n })).toBe("played");
    expect(await bet({ stake: 1n })).toBe("limits.loss_reached");
    expect(await bet({ stake: 0n, win: 4_00n })).toBe("played");
    expect(await bet({ stake: 4_01n })).toBe("limits.loss_reached");
    expect(await bet({ stake: 4_00n, win: 8_00n })).toBe("played");
    expect((await ann.call(limits.mine, {})).list).toMatchObject([{ kind: "loss", used: 2_00n }]);
  });

  test("on stakes is not passed by 32 bets at once", async () => {
    await ann.call(limits.set, { kind: "stake", period, amount: 10_00n });
    const before = await balance();
    const played = await Promise.all(Array.from({ length: 32 }, () => bet({ stake: 1_00n })));
    expect(played.filter((code) => code === "played")).toHaveLength(10);
    expect(played.filter((code) => code === "limits.stake_reached")).toHaveLength(22);
    expect(await balance()).toBe(before - 10_00n);
  });

  test("on losses is not passed by 32 bets at once", async () => {
    await ann.call(limits.set, { kind: "loss", period, amount: 10_00n });
    const before = await balance();
    await Promise.all(Array.from({ length: 32 }, () => bet({ stake: 3_00n })));
    expect(before - (await balance())).toBe(9_00n);
  });

  test("on losses that is used up bars from rewards until its period ends, also while no bet has read it anew", async () => {
    const mayBeRewarded = () => isRewardable(world.open.platform.database.db, { accountId: ann.id, now: world.clock.now(), pack: packs.sandbox });
    await ann.call(limits.set, { kind: "loss", period, amount: 10_00n });
    expect(await bet({ stake: 9_99n })).toBe("played");
    expect(await mayBeRewarded()).toBe(true);
    expect(await bet({ stake: 1n })).toBe("played");
    expect(await mayBeRewarded()).toBe(false);
    await ann.call(protection.answerReality, {});
    expect(await mayBeRewarded()).toBe(false);
    world.clock.advance(nextStartMs(period) - world.clock.now().getTime() - 1);
    expect(await mayBeRewarded()).toBe(false);
    world.clock.advance(1);
    expect(await mayBeRewarded()).toBe(true);
  });

  test("begins anew at Manila's midnight, not a millisecond before", async () => {
    await ann.call(limits.set, { kind: "stake", period, amount: 5_00n });
    expect(await bet({ stake: 5_00n })).toBe("played");
    world.clock.advance(nextStartMs(period) - world.clock.now().getTime() - 1);
    expect(await bet({ stake: 1_00n })).toBe("limits.stake_reached");
    world.clock.advance(1);
    expect(await bet({ stake: 5_00n })).toBe("played");
    expect(await bet({ stake: 1_00n })).toBe("limits.stake_reached");
  });
});

/** When the next day, week (from Monday) or month begins in Manila, which keeps one offset all year. */
function nextStartMs(period: (typeof limitPeriods)[number]): number {
  const here = new Date(world.clock.now().getTime() + MANILA_MS);
  const [year, month, date] = [here.getUTCFullYear(), here.getUTCMonth(), here.getUTCDate()];
  const daysToMonday = (8 - here.getUTCDay()) % 7 || 7;
  const starts = { day: Date.UTC(year, month, date + 1), week: Date.UTC(year, month, date + daysToMonday), month: Date.UTC(year, month + 1, 1) };
  return starts[period] - MANILA_MS;
}

test("the player is told by the game that the limit is reached, and nothing was staked", async () => {
  await ann.call(limits.set, { kind: "stake", period: "day", amount: 1_00n });
  const dice = (stake: bigint) => ({ requestId: newId(world.clock.now()), gameCode: "DICE", stake, choice: { target: 5000, side: "under" } });
  const refusal = await ann.refusal(rounds.play, dice(2_00n));
  expect([refusal.code, refusal.text]).toEqual(["limits.stake_reached", "This stake would take you past the stake limit you set."]);
  expect(await balance()).toBe(1_000_00n);
});

test("of several limits the lowest applies", async () => {
  await ann.call(limits.set, { kind: "stake", period: "month", amount: 100_00n });
  await ann.call(limits.set, { kind: "stake", period: "day", amount: 4_00n });
  await ann.call(limits.set, { kind: "loss", period: "week", amount: 3_00n });
  expect(await bet({ stake: 4_00n })).toBe("limits.loss_reached");
  expect(await bet({ stake: 5_00n })).toBe("limits.stake_reached");
  expect(await bet({ stake: 3_00n })).toBe("played");
});

test("a lower limit acts on the next bet and counts what was staked before it", async () => {
  expect(await bet({ stake: 6_00n })).toBe("played");
  await ann.call(limits.set, { kind: "stake", period: "day", amount: 20_00n });
  expect(await bet({ stake: 1_00n })).toBe("played");
  await ann.call(limits.set, { kind: "stake", period: "day", amount: 5_00n });
  expect(await bet({ stake: 1_00n })).toBe("limits.stake_reached");
});

test("a raised limit acts after 24 hours, not a millisecond before; a removed one as well", async () => {
  await ann.call(limits.set, { kind: "stake", period: "month", amount: 5_00n });
  const from = new Date(world.clock.now().getTime() + DAY_MS).toISOString();
  expect(await ann.call(limits.set, { kind: "stake", period: "month", amount: 8_00n })).toMatchObject({ amount: 5_00n, next: { amount: 8_00n, from } });
  expect(await bet({ stake: 5_00n })).toBe("played");
  world.clock.advance(DAY_MS - 1);
  expect(await bet({ stake: 1_00n })).toBe("limits.stake_reached");
  world.clock.advance(1);
  expect(await bet({ stake: 3_00n })).toBe("played");
  expect(await bet({ stake: 1_00n })).toBe("limits.stake_reached");
});

test("a removed limit holds for 24 hours more, and lowering it in between takes the removal back", async () => {
  const stake = { kind: "stake", period: "month" } as const;
  expect(await ann.refused(limits.remove, stake)).toBe("limits.not_lower");
  await ann.call(limits.set, { ...stake, amount: 5_00n });
  expect(await ann.call(limits.remove, stake)).toMatchObject({ amount: 5_00n, next: { amount: null } });
  expect(await ann.call(limits.set, { ...stake, amount: 4_00n })).toMatchObject({ amount: 4_00n, next: null });
  await ann.call(limits.remove, stake);
  world.clock.advance(DAY_MS - 1);
  expect(await bet({ stake: 5_00n })).toBe("limits.stake_reached");
  world.clock.advance(1);
  expect(await bet({ stake: 5_00n })).toBe("played");
});

test("of a raise and a lowering at once the lowering is never lost", async () => {
  const stake = { kind: "stake", period: "month" } as const;
  for (let round = 0; round < 10; round++) {
    const ben = await world.player();
    await ben.call(limits.set, { ...stake, amount: 10_00n });
    await Promise.all([ben.call(limits.set, { ...stake, amount: 20_00n }), ben.call(limits.set, { ...stake, amount: 5_00n })]);
    expect((await ben.call(limits.mine, {})).list).toMatchObject([{ amount: 5_00n }]);
  }
});

test("the books are clean after all of that", async () => {
  expect(await world.audit()).toEqual([]);
});
