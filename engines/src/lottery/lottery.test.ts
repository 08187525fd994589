import { expect, test } from "vitest";
import { rational, type Rational } from "../engine.ts";
import type { LanedStream } from "../fair.ts";
import { lotteries, type LotteryCode } from "../registry.ts";
import { createRandom, goldenStream } from "../testing.ts";
import { findSpot, type LotteryBet, type LotteryEngine } from "./lottery.ts";

const games = Object.entries(lotteries) as unknown as readonly (readonly [LotteryCode, LotteryEngine<unknown>])[];
const HUNDREDTHS = 10_000n;
/** A return in hundredths of a percent, rounded down. */
const floorOf = ({ numerator, denominator }: Rational): number => Number((numerator * HUNDREDTHS) / denominator);
const betOf = (code: LotteryCode, bet: string): LotteryBet<unknown> =>
  (lotteries[code] as unknown as LotteryEngine<unknown>).lottery.bets.find((one) => one.code === bet)!;

test.each([
  [
    "PH_2D",
    "straight:1",
    "straight:0-1",
    "straight:32-1",
    "straight:7-7-7",
    "rambol:7-7",
    "straight:07-19",
    "straight: 7-19",
    "none:7-19",
    "7-19",
    ":7-19",
    "straight:",
  ],
  ["PH_3D", "straight:1-2", "straight:1-2-10", "straight:a-b-c", "rambol:1-1-1", "straight:123", "straight:1-2-3 ", "straight:-1-2-3"],
  ["SEA_4D", "bigIBox:1-1-1-1", "big:1-2-3", "4A:1-2-3-4-5"],
  ["VN_NORTH", "xien2:3-3", "xien2:9-3", "xien2:3-100", "slip4:1-2-3", "lo2:100"],
  ["PK10", "rank:1-11", "rank:0-1", "first2:3-3", "first3:0-1-2", "side:1-huge", "sum:20"],
  ["K3", "sum:2", "triple:123", "pairAnd:111", "different2:21"],
  ["SSC", "group3:1-2-3", "group6:1-1-2", "star5:1-2-3-4", "shape:front-none"],
  ["C11X5", "any5:1-2-3-4-12", "any2:0-1", "group2:2-2", "first2:1-1"],
  ["LUCKY28", "sum:28", "side:Big", "constructor:1", "__proto__:1"],
] as const)("%s refuses picks outside its space, or not in their normal form", (code, ...spots) => {
  const game = lotteries[code] as unknown as LotteryEngine<unknown>;
  for (const spot of spots) {
    expect([spot, game.parseChoice.safeParse({ [spot]: "1.00" }).success]).toEqual([spot, false]);
    expect([spot, findSpot(game.lottery.bets, spot)]).toEqual([spot, undefined]);
    expect(() => game.stakeOf({ [spot]: "1.00" })).toThrow(RangeError);
  }
});

test("a ticket refuses units off the step, too many picks and too many lines", () => {
  const { parseChoice } = lotteries.PH_3D;
  const takes = (bets: unknown) => parseChoice.safeParse(bets).success;
  for (const unit of ["0.00", "0.50", "1", "1.50", "-1.00", "501.00", "1e2", "01.00", " 1.00", 1, null, "9".repeat(10_000)])
    expect([unit, takes({ "straight:1-2-3": unit })]).toEqual([unit, false]);
  expect(takes({ "straight:1-2-3": "500.00" })).toBe(true);
  for (const bets of [null, undefined, 1, "x", [], {}, ["straight:1-2-3"]]) expect(takes(bets)).toBe(false);
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`straight:${String(at).padStart(3, "0").split("").join("-")}`, "1.00"]));
  expect([takes(many(100)), takes(many(101))]).toEqual([true, false]);
  // Each number of two digits is 27 lines in the north: 37 of them are 999.
  const lo = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`lo2:${Math.floor(at / 10)}-${at % 10}`, "1.00"]));
  expect([lotteries.VN_NORTH.parseChoice.safeParse(lo(37)).success, lotteries.VN_NORTH.parseChoice.safeParse(lo(38)).success]).toEqual([true, false]);
});

test("what is typed has one normal form, whatever parts it", () => {
  const forms = (code: LotteryCode, bet: string, ...texts: string[]) => texts.map((text) => betOf(code, bet).parsePick(text));
  expect(forms("PH_3D", "straight", "123", "1-2-3", " 1 2 3 ", "1,2,3", "1.2.3", "0123", "12", "1 2", "x".repeat(10_000))).toEqual([
    ...Array(5).fill("1-2-3"),
    ...Array(4).fill(undefined),
  ]);
  expect(forms("PH_2D", "straight", "0719", "7 19", "07-19", "719")).toEqual(["7-19", "7-19", "7-19", undefined]);
  expect(forms("VN_SOUTH", "xien2", "34 12", "12,34", "1234", "0901")).toEqual(["12-34", "12-34", "12-34", "1-9"]);
  expect(forms("C11X5", "any3", "11 1 7", "110107")).toEqual(["1-7-11", "1-7-11"]);
});

test.each([
  ["PH_2D", { straight: 8_844, rambol: 8_844 }],
  ["PH_3D", { straight: 8_800, rambol: 8_760, "rambol:1-1-2": 8_790 }],
  ["PH_4D", { straight: 8_820, rambol: 8_784, "rambol:1-1-2-3": 8_796, "rambol:1-1-2-2": 8_796, "rambol:1-1-1-2": 8_800 }],
  [
    "SEA_4D",
    {
      big: 8_550,
      bigBox: 8_550,
      bigIBox: 8_550,
      small: 8_520,
      smallBox: 8_520,
      smallIBox: 8_520,
      "4A": 8_600,
      "3A": 8_600,
      "2A": 8_800,
      "3ABC": 8_580,
      "2ABC": 8_790,
    },
  ],
  ["SEA_5D", { straight: 8_460 }],
  [
    "VN_NORTH",
    {
      lo2: 9_700,
      lo3: 9_600,
      lo4: 9_500,
      de: 9_700,
      head: 9_700,
      cang3: 9_600,
      cang4: 9_500,
      xien2: 9_329,
      xien3: 9_346,
      xien4: 9_344,
      slip4: 9_299,
      slip8: 9_368,
      slip10: 9_362,
    },
  ],
  [
    "VN_SOUTH",
    {
      lo2: 9_700,
      lo3: 9_600,
      lo4: 9_500,
      de: 9_700,
      head: 9_700,
      cang3: 9_600,
      cang4: 9_500,
      xien2: 9_398,
      xien3: 9_392,
      xien4: 9_383,
      slip4: 9_352,
      slip8: 9_363,
      slip10: 9_380,
    },
  ],
  [
    "PK10",
    {
      rank: 9_800,
      side: 9_800,
      duel: 9_800,
      first2: 9_700,
      first3: 9_700,
      "sum:3": 9_700,
      "sum:11": 9_700,
      "sum:7": 9_700,
      "sum:6": 9_697,
      "sum:10": 9_697,
      "sum:big": 9_688,
      "sum:even": 9_688,
      "sum:small": 9_666,
      "sum:odd": 9_666,
    },
  ],
  [
    "K3",
    {
      side: 9_700,
      "sum:3": 9_600,
      "sum:6": 9_597,
      "sum:7": 9_597,
      "sum:8": 9_595,
      "sum:9": 9_594,
      "sum:10": 9_600,
      triple: 9_600,
      "triple:any": 9_600,
      different3: 9_600,
      run: 9_600,
      pair: 9_600,
      pairAnd: 9_600,
      different2: 9_597,
    },
  ],
  [
    "SSC",
    {
      digit: 9_800,
      side: 9_800,
      sum: 9_800,
      "duel:dragon": 9_675,
      "duel:tie": 9_600,
      star2: 9_700,
      star3: 9_700,
      star4: 9_700,
      star5: 9_700,
      group3: 9_690,
      group6: 9_690,
      any: 9_674,
      "shape:front-triple": 9_700,
      "shape:back-run": 9_660,
      "shape:middle-pair": 9_693,
      "shape:back-halfRun": 9_684,
      "shape:back-mixed": 9_690,
    },
  ],
  [
    "C11X5",
    {
      any1: 9_681,
      any2: 9_690,
      any3: 9_696,
      any4: 9_700,
      any5: 9_700,
      any6: 9_700,
      any7: 9_700,
      any8: 9_696,
      first1: 9_700,
      first2: 9_700,
      group2: 9_700,
      first3: 9_700,
      group3: 9_700,
      "sum:over": 9_674,
      "sum:odd": 9_654,
      "sum:even": 9_685,
    },
  ],
  [
    "LUCKY28",
    { side: 9_700, "pairing:bigOdd": 9_678, "pairing:bigEven": 9_684, edge: 9_699, "sum:0": 9_700, "sum:13": 9_697, "sum:12": 9_694, "shape:triple": 9_700 },
  ],
] as const)("%s returns what its page says, rounded down", (code, returns) => {
  const told = Object.keys(returns).map((spot) => {
    const [bet = "", pick = betOf(code, bet).samples[0]!] = spot.split(":");
    return [spot, floorOf(betOf(code, bet).returnOf(pick))];
  });
  expect(Object.fromEntries(told)).toEqual(returns);
  const bets = new Set(Object.keys(returns).map((spot) => spot.split(":")[0]));
  expect(betOf(code, [...bets][0]!) && (lotteries[code] as unknown as LotteryEngine<unknown>).lottery.bets.every((bet) => bets.has(bet.code))).toBe(true);
});

test.each(games)("%s returns less than is staked, says the least of all its bets, and never wins more than it says", (code, game) => {
  const { lottery } = game;
  const all = lottery.bets.flatMap((bet) => bet.samples.map((pick) => ({ bet, pick, back: bet.returnOf(pick) })));
  expect(game.gameCode).toBe(code);
  for (const { bet, pick, back } of all) {
    expect([bet.code, bet.parsePick(pick)]).toEqual([bet.code, pick]);
    expect(back.numerator < back.denominator && back.numerator * 100n > back.denominator * 84n).toBe(true);
    const least = game.exactReturn();
    expect(least.numerator * back.denominator <= back.numerator * least.denominator).toBe(true);
    expect(bet.mostOf(pick) * game.maxWinMultiple.denominator <= game.maxWinMultiple.numerator * 100n * BigInt(bet.linesOf(pick))).toBe(true);
    const keys = bet.keysOf(pick);
    expect(keys.length > 0 && keys.length <= 100 && new Set(keys.map(({ key }) => key)).size === keys.length).toBe(true);
    expect(keys.reduce((most, one) => (one.most > most ? one.most : most), 0n) <= bet.mostOf(pick)).toBe(true);
    expect(`${bet.code}:${pick}`.length).toBeLessThanOrEqual(48);
  }
});

test.each(games)("%s never wins more with a ticket than its worst case, nor with a pick than its most", (_, game) => {
  const random = createRandom(7);
  const spots = game.lottery.bets.flatMap((bet) => bet.samples.map((pick) => ({ bet, pick })));
  for (let nonce = 0n; nonce < 300n; nonce += 1n) {
    const result = game.drawResult(goldenStream({ nonce }));
    const chosen = Array.from({ length: 12 }, () => spots[random(spots.length)]!);
    const bets = Object.fromEntries(chosen.map(({ bet, pick }) => [`${bet.code}:${pick}`, `${1 + random(5)}.00`]));
    const stakes = Object.fromEntries(Object.entries(bets).map(([spot, unit]) => [spot, game.stakeOf({ [spot]: unit })]));
    const { winMinor } = game.settle({ bets, result });
    expect(winMinor <= game.worstCase(stakes)).toBe(true);
    expect(winMinor).toBe(Object.entries(bets).reduce((sum, [spot, unit]) => sum + game.settle({ bets: { [spot]: unit }, result }).winMinor, 0n));
    for (const { bet, pick } of spots) expect(bet.settle(pick, result) <= bet.mostOf(pick)).toBe(true);
  }
});

test("a ticket's return is that of its bets by what lies on them, and its variance that of its bet", () => {
  const { exactReturn, exactVariance, stakeOf } = lotteries.PH_3D;
  const bets = { "straight:1-2-3": "3.00", "rambol:1-2-3": "1.00" };
  expect(stakeOf(bets)).toBe(400n);
  expect(exactReturn(bets)).toEqual(rational(3n * 880n + 876n, 4_000n));
  expect(exactVariance({ "straight:1-2-3": "3.00" })).toEqual(rational(880n ** 2n * 999n, 1_000_000n));
  expect(lotteries.VN_NORTH.stakeOf({ "lo2:3-4": "2.00", "de:3-4": "1.00" })).toBe(5_500n);
});

test("the best win of a ticket counts no two results that exclude each other", () => {
  const { worstCase } = lotteries.PH_3D;
  expect(worstCase({ "straight:1-2-3": 100n, "straight:1-2-4": 200n })).toBe(176_000n);
  expect(worstCase({ "straight:1-2-3": 100n, "rambol:1-2-3": 100n })).toBe(88_000n + 14_600n);
  // Four numbers of a big bet: first, second, third and a starter.
  const four = Object.fromEntries([1, 2, 3, 4].map((last) => [`big:1-2-3-${last}`, 100n]));
  expect(lotteries.SEA_4D.worstCase(four)).toBe(300_000n + 150_000n + 75_000n + 4n * 24_000n + 4n * 9_000n);
});

/** A ticket of all numbers that end so, each with a unit of 1.00. */
const endingIn = (end: string, places: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length: 10 ** (places - end.length) }, (_, at) => [
      `straight:${[...(String(at).padStart(places - end.length, "0") + end)].join("-")}`,
      "1.00",
    ]),
  );
const stakesOf = (bets: Readonly<Record<string, string>>) => Object.fromEntries(Object.keys(bets).map((spot) => [spot, 100n]));

test("a hundred numbers of SEA_5D that end alike never win more than the worst case of their ticket", () => {
  const { worstCase, settle } = lotteries.SEA_5D;
  const bets = endingIn("345", 5);
  const worst = worstCase(stakesOf(bets));
  // 38,000 first, 15,000 second, 10,000 third, nine of the last four and ninety of the last three.
  const all = 38_000_00n + 15_000_00n + 10_000_00n + 9n * 1_000_00n + 90n * 60_00n;
  expect(settle({ bets, result: { numbers: ["12345", "99345", "00345"] } }).winMinor).toBe(all);
  expect(worst).toBe(all);
  for (const numbers of [
    ["12345", "12346", "02345"],
    ["12045", "12345", "92345"],
    ["00145", "00345", "99345"],
    ["99999", "00345", "10345"],
  ])
    expect(settle({ bets, result: { numbers } }).winMinor <= worst).toBe(true);
});

test("a hundred numbers of PH_4D that end alike hold few marks, and what the marks of a result hold is what it pays", () => {
  const { lottery, settle, worstCase } = lotteries.PH_4D;
  const bets = endingIn("34", 4);
  const held = new Map<string, bigint>();
  for (const spot of Object.keys(bets)) {
    const { bet, pick } = findSpot(lottery.bets, spot)!;
    for (const { key, most } of bet.keysOf(pick)) held.set(key, (held.get(key) ?? 0n) + most);
  }
  expect(held.size).toBe(100 + 10 + 1);
  for (const digits of [
    [1, 2, 3, 4],
    [0, 0, 3, 4],
    [1, 2, 3, 5],
  ]) {
    const marks = [`d=${digits.join("-")}`, `3=${digits.slice(1).join("-")}`, `2=${digits.slice(2).join("-")}`];
    expect(settle({ bets, result: { digits } }).winMinor).toBe(marks.reduce((sum, mark) => sum + (held.get(mark) ?? 0n), 0n));
  }
  expect(worstCase(stakesOf(bets))).toBe(5_400_00n + 9n * 300_00n + 90n * 8_00n);
  expect(worstCase({ "straight:1-2-3-4": 100n })).toBe(5_400_00n);
});

test.each(games)("%s draws to its end whatever falls, should the same part of what can fall come each time", (_code, { drawResult }) => {
  for (const part of [0, 0.5, 1]) {
    let drawn = 0;
    const uniform = (count: number): number => {
      drawn += 1;
      if (drawn > 1_000) throw new Error("It draws on and on.");
      return Math.min(count - 1, Math.floor(count * part));
    };
    const stream: LanedStream = { uniform, lane: () => stream };
    expect(drawResult(stream)).toBeDefined();
  }
});
