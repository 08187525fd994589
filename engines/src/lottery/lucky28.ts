import { lotteryOf, type DigitResult } from "./lottery.ts";
import { minuteGame, optionsBet, type Option } from "./minute.ts";
import { range, sumOf } from "./picks.ts";
import { shapeOf, shapes, threeDigits } from "./shapes.ts";

const SPACE = 1_000;
const all = threeDigits();
const markOf = (digits: readonly number[]): string => `s=${sumOf(digits)}-${shapeOf(digits)}`;

/** Every bet is held by the sums and shapes that win it. */
function option(text: string, pays: number, wins: (digits: readonly number[]) => boolean): Option {
  const won = all.filter(wins);
  return { text, chance: { pays, ways: won.length, of: SPACE }, wins, keys: [...new Set(won.map(markOf))] };
}
const ofSum = (text: string, pays: number, isIn: (sum: number) => boolean): Option => option(text, pays, (digits) => isIn(sumOf(digits)));

const BIG_FROM = 14;
const SIDE = 194;
/** 0 to 13; 27 pays as 0 does, and so inwards. */
const sumPays = [97_000, 32_333, 16_166, 9_700, 6_466, 4_619, 3_464, 2_694, 2_155, 1_763, 1_539, 1_405, 1_328, 1_293];
const isBig = (sum: number): boolean => sum >= BIG_FROM;
const isOdd = (sum: number): boolean => sum % 2 === 1;
const EDGE = 5;

const bets = [
  optionsBet("side", [
    ofSum("big", SIDE, isBig),
    ofSum("small", SIDE, (sum) => !isBig(sum)),
    ofSum("odd", SIDE, isOdd),
    ofSum("even", SIDE, (sum) => !isOdd(sum)),
  ]),
  optionsBet("pairing", [
    ofSum("bigOdd", 419, (sum) => isBig(sum) && isOdd(sum)),
    ofSum("bigEven", 360, (sum) => isBig(sum) && !isOdd(sum)),
    ofSum("smallOdd", 360, (sum) => !isBig(sum) && isOdd(sum)),
    ofSum("smallEven", 419, (sum) => !isBig(sum) && !isOdd(sum)),
  ]),
  optionsBet("edge", [ofSum("low", 1_732, (sum) => sum <= EDGE), ofSum("high", 1_732, (sum) => sum >= 27 - EDGE)]),
  optionsBet(
    "sum",
    range(0, 27).map((total) => ofSum(String(total), sumPays[Math.min(total, 27 - total)]!, (sum) => sum === total)),
  ),
  optionsBet(
    "shape",
    shapes.map(({ name, pays }) => option(name, pays, (digits) => shapeOf(digits) === name)),
  ),
];

/** Three digits and their sum. */
export const lucky28 = lotteryOf<DigitResult>({
  ...minuteGame,
  gameCode: "LUCKY28",
  bets,
  drawResult: (stream) => ({ digits: [stream.uniform(10), stream.uniform(10), stream.uniform(10)] }),
});
