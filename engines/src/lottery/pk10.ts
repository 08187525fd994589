import { betOf, single } from "./bet.ts";
import { lotteryOf, type DigitResult, type LotteryBet, takeDifferent } from "./lottery.ts";
import { minuteGame, optionsBet, type Option } from "./minute.ts";
import { range } from "./picks.ts";

const BALLS = 10;
const RANK = 980;
const HALF = 196;
const balls = range(1, BALLS);

const sides = [
  { name: "big", isIn: (ball: number) => ball > 5 },
  { name: "small", isIn: (ball: number) => ball <= 5 },
  { name: "odd", isIn: (ball: number) => ball % 2 === 1 },
  { name: "even", isIn: (ball: number) => ball % 2 === 0 },
] as const;

const ranks = balls.flatMap((rank) =>
  balls.map((ball): Option => ({
    text: `${rank}-${ball}`,
    chance: { pays: RANK, ways: 1, of: BALLS },
    wins: (order) => order[rank - 1] === ball,
    keys: [`r${rank}=${ball}`],
  })),
);

const rankSides = balls.flatMap((rank) =>
  sides.map(({ name, isIn }): Option => ({
    text: `${rank}-${name}`,
    chance: { pays: HALF, ways: 1, of: 2 },
    wins: (order) => isIn(order[rank - 1]!),
    keys: balls.filter(isIn).map((ball) => `r${rank}=${ball}`),
  })),
);

/** The ball of a rank against that of the rank as far from the end. */
const duels = range(1, BALLS / 2).flatMap((rank) =>
  (["dragon", "tiger"] as const).map((side): Option => ({
    text: `${rank}-${side}`,
    chance: { pays: HALF, ways: 1, of: 2 },
    wins: (order) => {
      const isAbove = order[rank - 1]! > order[BALLS - rank]!;
      return side === "dragon" ? isAbove : !isAbove;
    },
    keys: [`dt${rank}=${side}`],
  })),
);

const PAIRS = 90;
const pairs = balls.flatMap((one) => balls.filter((other) => other !== one).map((other) => [one, other] as const));
const sumPays = [4_365, 4_365, 2_182, 2_182, 1_455, 1_455, 1_091, 1_091, 873];
const sumOption = (text: string, pays: number, isIn: (sum: number) => boolean): Option => {
  const won = pairs.filter(([one, other]) => isIn(one + other));
  return {
    text,
    chance: { pays, ways: won.length, of: PAIRS },
    wins: (order) => isIn(order[0]! + order[1]!),
    keys: won.map(([one, other]) => `f2=${one}-${other}`),
  };
};
/** The first two together: 3 and 19 pay alike, and so inwards. */
const sums = [
  ...range(3, 19).map((total) => sumOption(String(total), sumPays[Math.min(total, 22 - total) - 3]!, (sum) => sum === total)),
  sumOption("big", 218, (sum) => sum >= 12),
  sumOption("small", 174, (sum) => sum <= 11),
  sumOption("even", 218, (sum) => sum % 2 === 0),
  sumOption("odd", 174, (sum) => sum % 2 === 1),
];

const exact = (code: string, places: number, pays: number): LotteryBet<DigitResult> =>
  betOf({
    code,
    entry: { kind: "digits", places, from: 1, to: BALLS, distinct: true },
    samples: [places === 2 ? "1-2" : "1-2-3"],
    worth: (order) =>
      single(
        { pays, ways: 1, of: places === 2 ? PAIRS : PAIRS * 8 },
        ({ digits }) => order.every((ball, at) => digits[at] === ball),
        () => [`f${places}=${order.join("-")}`],
      ),
  });

const bets = [
  optionsBet("rank", ranks),
  optionsBet("side", rankSides),
  optionsBet("duel", duels),
  optionsBet("sum", sums),
  exact("first2", 2, 8_730),
  exact("first3", 3, 69_840),
];

const game = (gameCode: string) =>
  lotteryOf<DigitResult>({ ...minuteGame, gameCode, bets, drawResult: (stream) => ({ digits: takeDifferent(stream, { from: 1, to: BALLS, count: BALLS }) }) });

/** The numbers 1 to 10 in an order. */
export const pk10 = game("PK10");
export const pk10Five = game("PK10_5");
