import { randomUUID } from "node:crypto";
import { games } from "@laro/contract/games";
import { rounds } from "@laro/contract/rounds";
import { site } from "@laro/contract/site";
import { engines } from "@laro/engines/registry";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const CYCLE_MS = 1_000;
const STAKE = 20_00n;
const choices = {
  LIMBO: { target: 10_000 },
  PLINKO: { rows: 16, risk: "high" },
  WHEEL: { segments: 50, risk: "high" },
  KENO: { picks: [3, 7, 12, 31, 40] },
  SCRATCH: { price: "20.00" },
  PAROL_BINGO: { cards: 2 },
} as const;
const minis = Object.entries(choices) as [keyof typeof choices, Record<string, unknown>][];

/** What the ledger counts of a member's stakes. */
async function countedOf(accountId: bigint): Promise<bigint> {
  const { rows } = await world.open.platform.database.pool.query<{ counted: bigint }>(
    "select coalesce(sum(coalesce(r.valid, r.stake)), 0)::bigint as counted from round r join wallet w on w.id = r.wallet_id where w.account_id = $1",
    [accountId],
  );
  return rows[0]!.counted;
}

const play = (gameCode: string, choice: Record<string, unknown>, stake = STAKE) => ({ requestId: randomUUID(), gameCode, stake, choice });

const wrong: Readonly<Record<keyof typeof choices, readonly Record<string, unknown>[]>> = {
  LIMBO: [{ target: 100 }, { target: "200" }, { target: 200, side: "over" }],
  PLINKO: [{ rows: 9, risk: "low" }, { rows: 8 }, { rows: 8, risk: "low", slot: 0 }],
  WHEEL: [
    { segments: 20, risk: "low" },
    { segments: 10, risk: "none" },
  ],
  KENO: [{ picks: [] }, { picks: [7, 7] }, { picks: [41] }, { picks: { 0: 7 } }],
  SCRATCH: [{}, { price: "30.00" }, { price: "50.00" }],
  PAROL_BINGO: [{ cards: 0 }, { cards: 49 }, { cards: 3 }],
};

test.each(minis)("a choice %s does not have, or one at another price, is refused and costs nothing [GAME-08]", async (gameCode) => {
  const ann = await world.player({ balance: 100_00n });
  for (const choice of wrong[gameCode]) expect(await ann.refusal(rounds.play, play(gameCode, choice))).toMatchObject({ code: "rounds.choice_invalid" });
  const { stakeMin, stakeMax, stakeStep } = engines[gameCode];
  expect(await ann.refused(rounds.play, play(gameCode, choices[gameCode], stakeMax + stakeStep))).toBe("rounds.above_maximum");
  if (stakeMin > 100n) expect(await ann.refused(rounds.play, play(gameCode, choices[gameCode], stakeMin - 1_00n))).toBe("rounds.below_minimum");
  expect((await ann.call(rounds.mine, { gameCode, limit: 5 })).list).toEqual([]);
});

test.each(minis)(
  "%s is played: what it pays follows from its outcome, the stake counts towards turnover, and the record has the round [PROD-01]",
  async (gameCode, choice) => {
    const ann = await world.player({ balance: 1_000_00n });
    let [balance, staked] = [1_000_00n, 0n];
    for (let round = 0; round < 5; round += 1) {
      world.clock.advance(CYCLE_MS);
      const played = await ann.call(rounds.play, play(gameCode, choice));
      balance += played.win - STAKE;
      if (played.win !== STAKE) staked += STAKE;
      expect(played).toMatchObject({ gameCode, stake: STAKE, balance, choice });
      const { multiplier, cards } = played.outcome as { multiplier?: number; cards?: { multiplier: number }[] };
      const paid = multiplier === undefined ? (cards ?? []).reduce((sum, card) => sum + card.multiplier, 0) / 2 : multiplier;
      expect(played.win * 100n).toBe(STAKE * BigInt(paid));
      expect(await ann.call(rounds.get, { id: played.id })).toMatchObject({ choice, outcome: played.outcome, win: played.win });
    }
    expect(await ann.refused(rounds.play, play(gameCode, choice))).toBe("rounds.too_soon");
    expect((await ann.call(rounds.mine, { gameCode, limit: 20 })).list).toHaveLength(5);
    expect(await countedOf(ann.id)).toBe(staked);
  },
);

test("a Limbo bet that wins nine times in ten counts nothing towards turnover", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  await ann.call(rounds.play, play("LIMBO", { target: 105 }));
  expect(await countedOf(ann.id)).toBe(0n);
});

test("the arcade of the quick menu has the mini games, bingo is its own entry [NAV-05, NAV-06]", async () => {
  const guest = world.guest();
  const codesOf = async (gameClassify: string) => (await guest.call(games.list, { gameClassify, pageSize: 50 })).list.map(({ gameCode }) => gameCode);
  expect(await codesOf("AC")).toEqual(expect.arrayContaining(["LIMBO", "PLINKO", "WHEEL", "KENO", "SCRATCH"]));
  expect(await codesOf("BG")).toEqual(["PAROL_BINGO"]);
  expect((await guest.call(site.menu, {})).quick).toEqual(expect.arrayContaining(["AC", "BG"]));
});
