import { betOf, single } from "./bet.ts";
import { lotteryOf, type DigitResult, type LotteryBet, takeDifferent } from "./lottery.ts";
import { minuteGame, optionsBet, type Option } from "./minute.ts";
import { isSameSet, ordersOf, range, sumOf } from "./picks.ts";

const BALLS = 11;
const TAKEN = 5;
const SETS = 462;

const choose = (of: number, count: number): number => (count === 0 ? 1 : (choose(of - 1, count - 1) * of) / count);

/** Up to five chosen: all of them are among the five. More: all five are among the chosen. */
const any = (count: number, pays: number): LotteryBet<DigitResult> => {
  const ways = count <= TAKEN ? choose(BALLS - count, TAKEN - count) : choose(count, TAKEN);
  return betOf({
    code: `any${count}`,
    entry: { kind: "choose", from: 1, to: BALLS, count },
    samples: [range(1, count).join("-")],
    worth: (picked) =>
      single(
        { pays, ways, of: SETS },
        ({ digits }) => (count <= TAKEN ? picked.every((ball) => digits.includes(ball)) : digits.every((ball) => picked.includes(ball))),
        () => [`any${count}-${picked.join("-")}`],
      ),
  });
};

/** The first so many balls, in order or in any order. */
const first = (count: 1 | 2 | 3, pays: number, isGroup = false): LotteryBet<DigitResult> => {
  const space = [BALLS, BALLS * 10, BALLS * 10 * 9][count - 1]!;
  return betOf({
    code: `${isGroup ? "group" : "first"}${count}`,
    entry: isGroup ? { kind: "choose", from: 1, to: BALLS, count } : { kind: "digits", places: count, from: 1, to: BALLS, distinct: true },
    samples: [range(1, count).join("-")],
    worth: (picked) => {
      const orders = isGroup ? ordersOf(picked) : [picked];
      return single(
        { pays, ways: orders.length, of: space },
        ({ digits }) => (isGroup ? isSameSet(digits.slice(0, count), picked) : picked.every((ball, at) => digits[at] === ball)),
        () => orders.map((order) => `f${count}=${order.join("-")}`),
      );
    },
  });
};

const MIDDLE = 30;
const sumOption = (text: string, chance: { pays: number; ways: number }, isIn: (sum: number) => boolean, isVoid = false): Option => ({
  text,
  chance: { ...chance, of: SETS },
  wins: (digits) => isIn(sumOf(digits)),
  keys: range(15, 45)
    .filter((sum) => isIn(sum) || (isVoid && sum === MIDDLE))
    .map((sum) => `sum=${sum}`),
  // In 32 sets the sum is 30: the stake comes back.
  ...(isVoid && { back: { chance: { pays: 100, ways: 32, of: SETS }, isBack: (digits: readonly number[]) => sumOf(digits) === MIDDLE } }),
});

const ANY_PAYS = [213, 533, 1_600, 6_402, 44_814, 7_469, 2_134, 800];
const bets = [
  optionsBet("sum", [
    sumOption("over", { pays: 193, ways: 215 }, (sum) => sum > MIDDLE, true),
    sumOption("under", { pays: 193, ways: 215 }, (sum) => sum < MIDDLE, true),
    sumOption("odd", { pays: 189, ways: 236 }, (sum) => sum % 2 === 1),
    sumOption("even", { pays: 198, ways: 226 }, (sum) => sum % 2 === 0),
  ]),
  ...ANY_PAYS.map((pays, at) => any(at + 1, pays)),
  first(1, 1_067),
  first(2, 10_670),
  first(2, 5_335, true),
  first(3, 96_030),
  first(3, 16_005, true),
];

/** Five of the numbers 1 to 11, in order. */
export const c11x5 = lotteryOf<DigitResult>({
  ...minuteGame,
  gameCode: "C11X5",
  bets,
  drawResult: (stream) => ({ digits: takeDifferent(stream, { from: 1, to: BALLS, count: TAKEN }) }),
});
