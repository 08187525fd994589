import { expect, test } from "vitest";
import { rational } from "../engine.ts";
import { lotteries, type LotteryCode } from "../registry.ts";
import { chiSquare, chiSquareLimit, goldenStream } from "../testing.ts";
import type { DigitResult, LotteryBet, LotteryEngine, NumberResult } from "./lottery.ts";

const digitGame = (code: LotteryCode) => lotteries[code] as LotteryEngine<DigitResult>;
const numberGame = (code: LotteryCode) => lotteries[code] as LotteryEngine<NumberResult>;

/** All rows of so many numbers of a range. */
function* rows(places: number, from: number, to: number): Generator<readonly number[]> {
  if (places === 0) yield [];
  else for (const rest of rows(places - 1, from, to)) for (let last = from; last <= to; last += 1) yield [...rest, last];
}
/** Those without repeats. */
function* orders(places: number, from: number, to: number): Generator<readonly number[]> {
  if (places === 0) yield [];
  else for (const rest of orders(places - 1, from, to)) for (let last = from; last <= to; last += 1) if (!rest.includes(last)) yield [...rest, last];
}

function expectReturn<Result>(bet: LotteryBet<Result>, pick: string, results: readonly Result[]): void {
  const paid = results.reduce((sum, result) => sum + bet.settle(pick, result), 0n);
  const found = rational(paid, 100n * BigInt(bet.linesOf(pick)) * BigInt(results.length));
  expect([bet.code, pick, found]).toEqual([bet.code, pick, bet.returnOf(pick)]);
}

test.each([
  ["PH_2D", () => rows(2, 1, 31)],
  ["PH_3D", () => rows(3, 0, 9)],
  ["PH_4D", () => rows(4, 0, 9)],
  ["K3", () => rows(3, 1, 6)],
  ["LUCKY28", () => rows(3, 0, 9)],
  ["C11X5", () => orders(5, 1, 11)],
] as const)("%s returns what it says, added up over every result there is", { timeout: 60_000 }, (code, all) => {
  const results = [...all()].map((digits) => ({ digits }));
  for (const bet of digitGame(code).lottery.bets) for (const pick of bet.samples) expectReturn(bet, pick, results);
});

test("every pick of three digits is held by the results that win it, and by no others", () => {
  const results = [...rows(3, 0, 9)].map((digits) => ({ digits }));
  for (const bet of digitGame("PH_3D").lottery.bets)
    for (const pick of ["1-2-3", "1-1-2", "0-9-9"].filter((one) => bet.parsePick(one) === one)) {
      const won = results.filter((result) => bet.settle(pick, result) > 0n).map(({ digits }) => `d=${digits.join("-")}`);
      expect(
        bet
          .keysOf(pick)
          .map(({ key }) => key)
          .sort(),
      ).toEqual(won.sort());
    }
});

test("SSC returns what it says, added up over all 100,000 results", { timeout: 120_000 }, () => {
  const results = [...rows(5, 0, 9)].map((digits) => ({ digits }));
  for (const bet of digitGame("SSC").lottery.bets) for (const pick of bet.samples.slice(0, 20)) expectReturn(bet, pick, results);
});

test("PK10 returns what it says, added up over all that can stand on the ranks that decide a bet", () => {
  const filled = (places: readonly number[], balls: readonly number[]): DigitResult => {
    const others = Array.from({ length: 10 }, (_, at) => at + 1).filter((ball) => !balls.includes(ball));
    return { digits: Array.from({ length: 10 }, (_, at) => (places.includes(at) ? balls[places.indexOf(at)]! : others.pop()!)) };
  };
  for (const bet of digitGame("PK10").lottery.bets)
    for (const pick of bet.samples) {
      const rank = ["rank", "side", "duel"].includes(bet.code) ? Number(pick.split("-")[0]) - 1 : 0;
      const places = rank === 0 && bet.code !== "duel" ? [0, 1, 2] : [rank, 9 - rank];
      expectReturn(
        bet,
        pick,
        [...orders(places.length, 1, 10)].map((balls) => filled(places, balls)),
      );
    }
});

/** What the places of a result are: the first of each kind of prize stands for all of it. */
const kindsOf = (game: LotteryEngine<NumberResult>) => {
  let place = 0;
  return (game.lottery.prizes ?? []).map(({ count, digits }) => {
    const kind = { place, count, digits };
    place += count;
    return kind;
  });
};

/** What a bet on numbers gets back where each prize by itself is each number once, and all others are no number at all: a result's win is the sum of what its prizes bring. */
function expectLinear(code: LotteryCode, isMeant: (bet: LotteryBet<NumberResult>) => boolean): void {
  const kinds = kindsOf(numberGame(code));
  const blank = kinds.flatMap(({ count, digits }) => Array.from({ length: count }, () => "-".repeat(digits)));
  for (const bet of numberGame(code).lottery.bets.filter(isMeant))
    for (const pick of bet.samples) {
      let back = rational(0n, 1n);
      for (const { place, count, digits } of kinds) {
        const paidAt = (at: number, number: number) => bet.settle(pick, { numbers: blank.with(at, String(number).padStart(digits, "0")) });
        let paid = 0n;
        for (let number = 0; number < 10 ** digits; number += 1) paid += paidAt(place, number);
        const won = Number(pick.split("-").join("")) % 10 ** digits;
        for (let at = place; at < place + count; at += 1) expect(paidAt(at, won)).toBe(paidAt(place, won));
        const part = rational(BigInt(count) * paid, 100n * BigInt(bet.linesOf(pick)) * BigInt(10 ** digits));
        back = rational(back.numerator * part.denominator + part.numerator * back.denominator, back.denominator * part.denominator);
      }
      expect([bet.code, pick, back]).toEqual([bet.code, pick, bet.returnOf(pick)]);
    }
}

test.each(["SEA_4D", "SEA_5D"] as const)("%s returns what it says, added up over every number at every prize", { timeout: 120_000 }, (code) => {
  expectLinear(code, () => true);
});

test.each(["VN_NORTH", "VN_SOUTH"] as const)("%s returns what it says, added up over every number at every prize", { timeout: 240_000 }, (code) => {
  expectLinear(code, ({ code: bet }) => ["de", "head", "cang3", "lo2", "lo4"].includes(bet));
});

/** How likely just so many of some chosen numbers have fallen after so many prizes, prize by prize, in parts of 100^prizes. */
function fallen(chosen: number, prizes: number): readonly bigint[] {
  let ways: bigint[] = [1n, ...Array.from({ length: chosen }, () => 0n)];
  for (let prize = 0; prize < prizes; prize += 1)
    ways = ways.map((count, seen) => count * BigInt(100 - chosen + seen) + (ways[seen - 1] ?? 0n) * BigInt(chosen - seen + 1));
  return ways;
}

test.each(["VN_NORTH", "VN_CENTRAL", "VN_SOUTH"] as const)("%s: xien and slip return what they say, counted prize by prize", (code) => {
  const { bets, prizes = [] } = numberGame(code).lottery;
  const count = prizes.reduce((sum, one) => sum + one.count, 0);
  for (const bet of bets.filter(({ code: one }) => /^(xien|slip)/.test(one))) {
    const pick = bet.samples[0]!;
    const chosen = pick.split("-").map((one) => one.padStart(2, "0"));
    const paid = fallen(chosen.length, count).reduce((sum, ways, seen) => sum + ways * bet.settle(pick, { numbers: chosen.slice(0, seen) }), 0n);
    expect([bet.code, rational(paid, 100n * 100n ** BigInt(count))]).toEqual([bet.code, bet.returnOf(pick)]);
  }
});

test("xien 2 and slip 4 come back so often in 30,000 draws as they say, within four standard deviations", { timeout: 60_000 }, () => {
  const { drawResult, lottery } = numberGame("VN_NORTH");
  const DRAWS = 30_000;
  const drawn = Array.from({ length: DRAWS }, (_, nonce) => drawResult(goldenStream({ nonce: BigInt(nonce) })));
  for (const code of ["xien2", "slip4"]) {
    const bet = lottery.bets.find((one) => one.code === code)!;
    const pick = bet.samples[0]!;
    const mean = drawn.reduce((sum, result) => sum + Number(bet.settle(pick, result)), 0) / 100 / DRAWS;
    const [back, variance] = [bet.returnOf(pick), bet.varianceOf(pick)].map(
      ({ numerator, denominator }) => Number((numerator * 10n ** 9n) / denominator) / 1e9,
    );
    expect(Math.abs(mean - back!)).toBeLessThan(4 * Math.sqrt(variance! / DRAWS));
  }
});

test.each(["PK10", "C11X5"] as const)("what stands first and last in %s is even over 50,000 draws", { timeout: 60_000 }, (code) => {
  const count = code === "PK10" ? 10 : 11;
  for (const place of [0, 4]) {
    let nonce = 0n;
    const next = () => digitGame(code).drawResult(goldenStream({ nonce: nonce++ })).digits[place]! - 1;
    expect(chiSquare({ count, draws: 50_000, next })).toBeLessThan(chiSquareLimit(count));
  }
});

test("numbers of SEA_4D never repeat, and each number is as likely first as last", { timeout: 60_000 }, () => {
  const { drawResult } = numberGame("SEA_4D");
  const drawn = Array.from({ length: 5_000 }, (_, nonce) => drawResult(goldenStream({ nonce: BigInt(nonce) })).numbers);
  expect(drawn.every((numbers) => new Set(numbers).size === 23 && numbers.every((number) => /^[0-9]{4}$/.test(number)))).toBe(true);
  let at = 0;
  expect(chiSquare({ count: 100, draws: 5_000, next: () => Number(drawn[at++]![22]!.slice(-2)) })).toBeLessThan(chiSquareLimit(100));
});
