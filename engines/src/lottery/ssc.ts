import { betOf, single } from "./bet.ts";
import { lotteryOf, type DigitResult, type LotteryBet } from "./lottery.ts";
import { minuteGame, optionsBet, type Option } from "./minute.ts";
import { countOrders, isSameSet, ordersOf, range, sumOf } from "./picks.ts";
import { shapeOf, shapes } from "./shapes.ts";

const PLACES = 5;
const DIGIT = 980;
const HALF = 196;
const SUM_BIG = 23;
const SUM_MAX = 45;
const places = range(1, PLACES);
const digits = range(0, 9);

const isOdd = (value: number): boolean => value % 2 === 1;
const sides = [
  { name: "big", isIn: (value: number, big: number) => value >= big },
  { name: "small", isIn: (value: number, big: number) => value < big },
  { name: "odd", isIn: (value: number) => isOdd(value) },
  { name: "even", isIn: (value: number) => !isOdd(value) },
] as const;
const half = { pays: HALF, ways: 1, of: 2 } as const;

const digitOptions = places.flatMap((place) =>
  digits.map((digit): Option => ({
    text: `${place}-${digit}`,
    chance: { pays: DIGIT, ways: 1, of: 10 },
    wins: (fallen) => fallen[place - 1] === digit,
    keys: [`p${place}=${digit}`],
  })),
);
const sideOptions = places.flatMap((place) =>
  sides.map(({ name, isIn }): Option => ({
    text: `${place}-${name}`,
    chance: half,
    wins: (fallen) => isIn(fallen[place - 1]!, 5),
    keys: digits.filter((digit) => isIn(digit, 5)).map((digit) => `p${place}=${digit}`),
  })),
);
const sumOptions = sides.map(({ name, isIn }): Option => ({
  text: name,
  chance: half,
  wins: (fallen) => isIn(sumOf(fallen), SUM_BIG),
  keys: range(0, SUM_MAX)
    .filter((total) => isIn(total, SUM_BIG))
    .map((total) => `sum=${total}`),
}));

/** The first digit against the last. */
const duelOption = (text: string, pays: number, ways: number, wins: (first: number, last: number) => boolean): Option => ({
  text,
  chance: { pays, ways, of: 100 },
  wins: (fallen) => wins(fallen[0]!, fallen[PLACES - 1]!),
  keys: [`dt=${text}`],
});
const duels = [
  duelOption("dragon", 215, 45, (first, last) => first > last),
  duelOption("tiger", 215, 45, (first, last) => first < last),
  duelOption("tie", 960, 10, (first, last) => first === last),
];

const threes = [
  { name: "front", from: 0 },
  { name: "middle", from: 1 },
  { name: "back", from: 2 },
] as const;
const shapeOptions = threes.flatMap(({ name, from }) =>
  shapes.map((shape): Option => ({
    text: `${name}-${shape.name}`,
    chance: { pays: shape.pays, ways: shape.ways, of: 1_000 },
    wins: (fallen) => shapeOf(fallen.slice(from, from + 3)) === shape.name,
    keys: [`${name}=${shape.name}`],
  })),
);

/** The last so many digits, exactly. */
const star = (count: number): LotteryBet<DigitResult> =>
  betOf({
    code: `star${count}`,
    entry: { kind: "digits", places: count, from: 0, to: 9 },
    samples: ["1-2-3-4-5".slice(0, 2 * count - 1)],
    worth: (picked) =>
      single(
        { pays: 97 * 10 ** count, ways: 1, of: 10 ** count },
        ({ digits: fallen }) => fallen.slice(-count).join() === picked.join(),
        () => [`s${count}=${picked.join("-")}`],
      ),
  });

/** The last three digits in any order: group 3 has a pair, group 6 three different. */
const group = (orders: 3 | 6, pays: number, sample: string): LotteryBet<DigitResult> =>
  betOf({
    code: `group${orders}`,
    entry: { kind: "digits", places: 3, from: 0, to: 9 },
    samples: [sample],
    accepts: (picked) => countOrders(picked) === orders,
    worth: (picked) =>
      single(
        { pays, ways: orders, of: 1_000 },
        ({ digits: fallen }) => isSameSet(fallen.slice(-3), picked),
        () => ordersOf(picked).map((order) => `s3=${order.join("-")}`),
      ),
  });

/** One digit anywhere among the last three. */
const anyOptions = digits.map((digit): Option => ({
  text: String(digit),
  chance: { pays: 357, ways: 271, of: 1_000 },
  wins: (fallen) => fallen.slice(-3).includes(digit),
  keys: [`any3-${digit}`],
}));

const bets = [
  optionsBet("digit", digitOptions),
  optionsBet("side", sideOptions),
  optionsBet("sum", sumOptions),
  optionsBet("duel", duels),
  star(2),
  star(3),
  star(4),
  star(5),
  group(3, 32_300, "1-1-2"),
  group(6, 16_150, "1-2-3"),
  optionsBet("any", anyOptions),
  optionsBet("shape", shapeOptions),
];

const game = (gameCode: string) =>
  lotteryOf<DigitResult>({ ...minuteGame, gameCode, bets, drawResult: (stream) => ({ digits: places.map(() => stream.uniform(10)) }) });

/** Five digits. */
export const ssc = game("SSC");
export const sscFive = game("SSC_5");
