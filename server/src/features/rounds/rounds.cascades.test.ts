import { randomUUID } from "node:crypto";
import { games } from "@laro/contract/games";
import { rounds } from "@laro/contract/rounds";
import { engines } from "@laro/engines/registry";
import { bulkanBook } from "@laro/engines/slots/bulkan-ways";
import { haloBook } from "@laro/engines/slots/halo-halo";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const CYCLE_MS = 2_500;
const STAKE = 20_00n;
/** Less than a list of rounds would notice. */
const DETAIL_BYTES_MAX = 64;
const books = [haloBook, bulkanBook];
const codes = ["HALO_HALO", "BULKAN_WAYS"] as const;

const play = (gameCode: string, choice: Record<string, unknown> = {}, stake = STAKE) => ({ requestId: randomUUID(), gameCode, stake, choice });

/** How much of the database one round's outcome takes, as text. */
async function outcomeBytesOf(roundId: string): Promise<number> {
  const { rows } = await world.open.platform.database.pool.query<{ bytes: number }>(
    "select octet_length((detail -> 'outcome')::text)::int as bytes from round where id = $1",
    [roundId],
  );
  return rows[0]!.bytes;
}

test.each(codes)("%s takes no choice, no row that a player names, and no stake whose largest win the house could not pay", async (gameCode) => {
  const ann = await world.player({ balance: 1_000_00n });
  for (const choice of [{ row: 7 }, { spins: [] }])
    expect(await ann.refusal(rounds.play, play(gameCode, choice))).toMatchObject({ code: "rounds.choice_invalid" });
  const { stakeMin, stakeMax, stakeStep } = engines[gameCode];
  expect(await ann.refused(rounds.play, play(gameCode, {}, stakeMax + stakeStep))).toBe("rounds.above_maximum");
  expect(await ann.refused(rounds.play, play(gameCode, {}, stakeMin - 1n))).toBe("rounds.below_minimum");
  expect(await ann.refused(rounds.play, play(gameCode, {}, stakeMin + 50n))).toBe("rounds.stake_step");
  expect((await ann.call(rounds.mine, { gameCode, limit: 5 })).list).toEqual([]);
});

test.each(books)(
  "a round of $gameCode is a row of its book: it pays what anybody can expand from the number, keeps no more than that, and the record has it [PROD-01]",
  async ({ gameCode, expand }) => {
    const ann = await world.player({ balance: 1_000_00n });
    let balance = 1_000_00n;
    for (let round = 0; round < 6; round += 1) {
      world.clock.advance(CYCLE_MS);
      const asked = play(gameCode);
      const played = await ann.call(rounds.play, asked);
      balance += played.win - STAKE;
      const { row, multiplier } = played.outcome as { row: number; multiplier: number };
      expect(played).toMatchObject({ gameCode, stake: STAKE, balance, choice: {}, win: (STAKE * BigInt(expand(row).pays)) / 100n });
      expect(multiplier).toBe(expand(row).pays);
      expect(await ann.call(rounds.get, { id: played.id })).toMatchObject({ outcome: { row, multiplier }, win: played.win });
      expect(await outcomeBytesOf(played.id)).toBeLessThanOrEqual(DETAIL_BYTES_MAX);
      expect(await ann.call(rounds.play, asked)).toMatchObject({ id: played.id, outcome: played.outcome });
    }
    expect(await ann.refused(rounds.play, play(gameCode))).toBe("rounds.too_soon");
    expect((await ann.call(rounds.mine, { gameCode, limit: 20 })).list).toHaveLength(6);
  },
);

test.each(codes)("%s stands among the slots with the return, spread and largest win of its engine", async (gameCode) => {
  const guest = world.guest();
  const listed = (await guest.call(games.list, { gameType: "RNG", vassalage: "BGS", pageSize: 50 })).list;
  const tile = listed.find((game) => game.gameCode === gameCode);
  expect(tile).toBeDefined();
  const room = await guest.call(games.room, { gameCode });
  const { numerator, denominator } = engines[gameCode].exactReturn();
  expect(room.exactReturn).toBe(`${(numerator * 100n) / denominator}.${((numerator * 10_000n) / denominator) % 100n}`);
  expect(room.maxWinMultiple).toBe(Number(engines[gameCode].maxWinMultiple.numerator));
});
