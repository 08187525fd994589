import { lotteries } from "@laro/engines/registry";
import type { LotteryBet, LotteryEngine } from "@laro/engines/lottery/lottery";
import { expect, test } from "vitest";
import { addTo, EMPTY, previewOf, productOf, quickPicks, readList, readUnit } from "./slip.ts";
import { trendsOf } from "./trends.ts";

const ph3d = lotteries.PH_3D as unknown as LotteryEngine<unknown>;
const betOf = (game: LotteryEngine<unknown>, code: string): LotteryBet<unknown> => game.lottery.bets.find((bet) => bet.code === code)!;

test("a pasted list gives each pick its own unit or the one that is set, and names what is no pick", () => {
  const read = readList(ph3d, betOf(ph3d, "straight"), "123 4-5-6=10\n789=0.50 12 007=501 008=5=5 999=1e2", 200n);
  expect(read.picks).toEqual([
    ["straight:1-2-3", 200n],
    ["straight:4-5-6", 1_000n],
  ]);
  expect(read.faults).toEqual(["789=0.50", "12", "007=501", "008=5=5", "999=1e2"]);
  const vietnam = lotteries.VN_NORTH as unknown as LotteryEngine<unknown>;
  expect(readList(vietnam, betOf(vietnam, "xien2"), "34,12 1234", 100n).picks).toEqual([["xien2:12-34", 100n]]);
});

test("a preview says picks, lines, cost, best win and exact return before anything is paid", () => {
  expect(previewOf(ph3d, EMPTY)).toEqual({ picks: 0, lines: 0, cost: 0n, best: 0n, returned: 0 });
  const { slip } = addTo(ph3d, EMPTY, [
    ["straight:1-2-3", 300n],
    ["rambol:1-2-3", 100n],
  ]);
  expect(previewOf(ph3d, slip)).toEqual({ picks: 2, lines: 2, cost: 400n, best: 264_000n + 14_600n, returned: 8_790 });
});

test("a slip takes 100 picks and 1,000 lines, and says how many were left out", () => {
  const all = productOf([[0, 1], range(10), range(10)]).map((pick) => [`straight:${pick}`, 100n] as const);
  expect(all).toHaveLength(200);
  const full = addTo(ph3d, EMPTY, all);
  expect([full.slip.size, full.left]).toEqual([100, 100]);
  const vietnam = lotteries.VN_NORTH as unknown as LotteryEngine<unknown>;
  const lo = addTo(
    vietnam,
    EMPTY,
    productOf([range(10), range(10)]).map((pick) => [`lo2:${pick}`, 100n] as const),
  );
  expect([lo.slip.size, lo.left]).toEqual([37, 63]);
});
const range = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

test.each(Object.entries(lotteries))("quick picks of %s are picks of their bet, none twice and none that is on the slip", (_, lottery) => {
  const game = lottery as unknown as LotteryEngine<unknown>;
  for (const bet of game.lottery.bets) {
    const first = quickPicks(bet, EMPTY, 2);
    const { slip } = addTo(
      game,
      EMPTY,
      first.map((spot) => [spot, 100n] as const),
    );
    const more = quickPicks(bet, slip, 3);
    expect(more.some((spot) => slip.has(spot))).toBe(false);
    expect(game.parseChoice.safeParse(Object.fromEntries([...first, ...more].map((spot) => [spot, "1.00"]))).success).toBe(first.length > 0);
  }
});

test("a unit is a whole amount within the game's limits", () => {
  expect(["1", "500", " 2.00 ", "0", "501", "1.50", "", "x", "9".repeat(40)].map((text) => readUnit(ph3d, text))).toEqual([
    100n,
    50_000n,
    200n,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("a trend says how often a number fell, how long it is missing, and the longest it ever was", () => {
  const drawn = [[1, 2], [3], [1], [2], [1]];
  expect(trendsOf(drawn, { from: 1, to: 4 })).toEqual([
    { value: 1, times: 3, missing: 0, longest: 1, meanTenths: 10 },
    { value: 2, times: 2, missing: 0, longest: 2, meanTenths: 20 },
    { value: 3, times: 1, missing: 1, longest: 3, meanTenths: undefined },
    { value: 4, times: 0, missing: 5, longest: 5, meanTenths: undefined },
  ]);
});
