import { randomUUID } from "node:crypto";
import { FreeSpinsOutcome, PearlsOutcome } from "@laro/contract/core/plays/slots";
import type { SlotOutcome } from "@laro/contract/core/plays/slots";
import { games } from "@laro/contract/games";
import { rounds } from "@laro/contract/rounds";
import { fiestaMachine } from "@laro/engines/slots/fiesta-lines";
import { JEEPNEY_COINS } from "@laro/engines/slots/jeepney-243";
import { PERLAS_COINS, worthOf } from "@laro/engines/slots/perlas-hold";
import { totalPays } from "@laro/engines/slots/reels";
import { engines } from "@laro/engines/registry";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const CYCLE_MS = 2_500;
const STAKE = 7_00n;
const ROUNDS = 6;

const play = (gameCode: string, stake = STAKE) => ({ requestId: randomUUID(), gameCode, stake, choice: {} });
const freePaid = (outcome: unknown): number => {
  const read = FreeSpinsOutcome.parse(outcome);
  return [read, ...read.free].reduce((sum: number, spin: SlotOutcome) => sum + totalPays(spin), 0);
};

/** What each outcome says was won, at a stake of so many minor units. */
const wonOf = {
  FIESTA_LINES: (outcome: unknown, stake: bigint) => (stake / BigInt(fiestaMachine.lines.length)) * BigInt(freePaid(outcome)),
  JEEPNEY_243: (outcome: unknown, stake: bigint) => (stake / BigInt(JEEPNEY_COINS)) * BigInt(freePaid(outcome)),
  PERLAS_HOLD: (outcome: unknown, stake: bigint) => {
    const read = PearlsOutcome.parse(outcome);
    return (stake / BigInt(PERLAS_COINS)) * BigInt(totalPays(read)) + (read.hold === null ? 0n : stake * BigInt(worthOf(read.hold)));
  },
} as const;
const machines = Object.keys(wonOf) as (keyof typeof wonOf)[];

test.each(machines)("%s refuses a stake off its step, below and above its limits, and takes nothing [GAME-08]", async (gameCode) => {
  const ann = await world.player({ balance: 100_00n });
  const { stakeMax } = engines[gameCode];
  expect(await ann.refused(rounds.play, play(gameCode, 1_50n))).toBe("rounds.stake_step");
  expect(await ann.refused(rounds.play, play(gameCode, stakeMax + 1_00n))).toBe("rounds.above_maximum");
  expect((await ann.call(rounds.mine, { gameCode, limit: 5 })).list).toEqual([]);
});

test.each(machines)("%s is played: every step is in the outcome, what it pays follows from it, and the record has the round [PROD-01]", async (gameCode) => {
  const ann = await world.player({ balance: 1_000_00n });
  let balance = 1_000_00n;
  for (let round = 0; round < ROUNDS; round += 1) {
    world.clock.advance(CYCLE_MS);
    const played = await ann.call(rounds.play, play(gameCode));
    balance += played.win - STAKE;
    expect(played).toMatchObject({ gameCode, stake: STAKE, balance });
    expect(played.win).toBe(wonOf[gameCode](played.outcome, STAKE));
    expect(await ann.call(rounds.get, { id: played.id })).toMatchObject({ outcome: played.outcome, win: played.win });
  }
  expect(await ann.refused(rounds.play, play(gameCode))).toBe("rounds.too_soon");
  expect((await ann.call(rounds.mine, { gameCode, limit: 20 })).list).toHaveLength(ROUNDS);
});

test("the slots of the lobby have the three machines, and their rooms say their exact return [PROD-01]", async () => {
  const guest = world.guest();
  const ann = await world.player({ balance: 1_00n });
  const { list } = await guest.call(games.list, { gameClassify: "RNG", pageSize: 50 });
  expect(list.map(({ gameCode }) => gameCode)).toEqual(expect.arrayContaining(machines));
  const returns = await Promise.all(machines.map(async (gameCode) => (await ann.call(games.room, { gameCode })).exactReturn));
  expect(returns).toEqual(["96.21", "95.94", "95.89"]);
});
