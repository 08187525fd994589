import { lotteryOf, type DigitResult } from "./lottery.ts";
import { minuteGame, optionsBet, type Option } from "./minute.ts";
import { range, sorted, sumOf } from "./picks.ts";

const faces = range(1, 6);
const SPACE = 216;
const throws = faces.flatMap((one) => faces.flatMap((two) => faces.map((three) => [one, two, three])));

/** Every bet is held by the faces that win it, whatever their order: there are 56 such sets, and a throw is one of them. */
function option(text: string, pays: number, wins: (dice: readonly number[]) => boolean): Option {
  const won = throws.filter(wins);
  return { text, chance: { pays, ways: won.length, of: SPACE }, wins, keys: [...new Set(won.map((dice) => `k=${sorted(dice)}`))] };
}

const BIG_FROM = 11;
const SIDE = 194;
const sumPays = [20_736, 6_912, 3_456, 2_073, 1_382, 987, 829, 768];
const countOf = (dice: readonly number[], face: number): number => dice.filter((die) => die === face).length;
const isTriple = (dice: readonly number[]): boolean => new Set(dice).size === 1;
const isRun = (dice: readonly number[]): boolean => new Set(dice).size === 3 && Math.max(...dice) - Math.min(...dice) === 2;
const pairsOf = (list: readonly number[]) => list.flatMap((one) => list.filter((other) => other > one).map((other) => [one, other] as const));
const threes = pairsOf(faces).flatMap(([one, two]) => faces.filter((three) => three > two).map((three) => [one, two, three]));
const has = (dice: readonly number[], ...wanted: readonly number[]): boolean => wanted.every((face) => dice.includes(face));

const bets = [
  optionsBet("side", [
    option("big", SIDE, (dice) => sumOf(dice) >= BIG_FROM),
    option("small", SIDE, (dice) => sumOf(dice) < BIG_FROM),
    option("odd", SIDE, (dice) => sumOf(dice) % 2 === 1),
    option("even", SIDE, (dice) => sumOf(dice) % 2 === 0),
  ]),
  optionsBet(
    "sum",
    range(3, 18).map((total) => option(String(total), sumPays[Math.min(total, 21 - total) - 3]!, (dice) => sumOf(dice) === total)),
  ),
  optionsBet("triple", [...faces.map((face) => option(`${face}${face}${face}`, 20_736, (dice) => countOf(dice, face) === 3)), option("any", 3_456, isTriple)]),
  optionsBet(
    "different3",
    threes.map((three) => option(three.join(""), 3_456, (dice) => has(dice, ...three))),
  ),
  optionsBet("run", [option("any", 864, isRun)]),
  optionsBet(
    "pair",
    faces.map((face) => option(`${face}${face}`, 1_296, (dice) => countOf(dice, face) >= 2)),
  ),
  optionsBet(
    "pairAnd",
    faces.flatMap((face) =>
      faces.filter((other) => other !== face).map((other) => option(`${face}${face}${other}`, 6_912, (dice) => countOf(dice, face) === 2 && has(dice, other))),
    ),
  ),
  optionsBet(
    "different2",
    pairsOf(faces).map(([one, two]) => option(`${one}${two}`, 691, (dice) => has(dice, one, two))),
  ),
];

/** Three dice. */
export const k3 = lotteryOf<DigitResult>({
  ...minuteGame,
  gameCode: "K3",
  bets,
  drawResult: (stream) => ({ digits: [stream.uniform(6) + 1, stream.uniform(6) + 1, stream.uniform(6) + 1] }),
});
