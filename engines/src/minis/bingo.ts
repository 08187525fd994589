import { BingoChoice } from "@laro/contract/core/plays/minis";
import type { BingoOutcome } from "@laro/contract/core/plays/minis";
import { assertStake, rational, wholeStake } from "../engine.ts";
import type { InstantEngine, Rational } from "../engine.ts";
import type { Stream } from "../fair.ts";
import { choose, returnOf, varianceOf } from "./odds.ts";
import type { Ending } from "./odds.ts";
import { drawSome } from "./shuffle.ts";

export const BINGO_BALLS = 75;
/** All balls of a round, and those of them that decide the lines. */
export const BALLS_DRAWN = 48;
export const BALLS_DECIDING = 40;
/** Rows and columns of a card; a column has the numbers of its own fifteen. */
export const SIDE = 5;
const COLUMN_NUMBERS = BINGO_BALLS / SIDE;
/** What stands in the free centre, which counts as marked. */
export const FREE = 0;
/** Price of a card in minor units. */
export const CARD_PRICE = 1_000n;

const sides = Array.from({ length: SIDE }, (_, at) => at);
/** The cells of the twelve lines, counted row by row: five rows, five columns, two diagonals. */
export const bingoLines: readonly (readonly number[])[] = [
  ...sides.map((row) => sides.map((column) => row * SIDE + column)),
  ...sides.map((column) => sides.map((row) => row * SIDE + column)),
  sides.map((at) => at * (SIDE + 1)),
  sides.map((at) => (at + 1) * (SIDE - 1)),
];

/** What so many completed lines pay, in hundredths of the card's price; eight and more pay the last. */
export const LINE_PAYS: readonly number[] = [0, 100, 200, 600, 2_500, 10_000, 40_000, 150_000, 500_000];
export const linesPay = (lines: number): number => LINE_PAYS[Math.min(lines, LINE_PAYS.length - 1)] ?? 0;

interface Patterns {
  /** The number of marked cells that the first count is for. */
  readonly from: number;
  readonly counts: readonly number[];
}

/** `PATTERNS[lines]`: how many of the 2^24 ways to mark the cells beside the centre complete so many lines, by how many cells are marked. */
export const PATTERNS: readonly Patterns[] = [
  {
    from: 0,
    counts: [
      1, 24, 276, 2_024, 10_622, 42_416, 133_684, 340_176, 708_369, 1_214_984, 1_717_164, 1_988_448, 1_863_056, 1_382_784, 786_636, 326_080, 91_026, 15_048,
      1_168, 24,
    ],
  },
  { from: 4, counts: [4, 88, 912, 5_928, 27_072, 92_016, 240_120, 488_304, 775_944, 955_248, 891_852, 607_832, 283_724, 81_448, 11_868, 584] },
  { from: 8, counts: [30, 504, 3_972, 19_344, 64_428, 153_096, 262_344, 319_792, 266_280, 139_856, 39_824, 4_536, 90] },
  { from: 11, counts: [48, 728, 5_008, 20_188, 51_760, 85_696, 88_368, 51_380, 13_456, 922] },
  { from: 13, counts: [8, 236, 2_032, 8_563, 20_024, 25_568, 15_664, 3_204, 56] },
  { from: 15, counts: [8, 180, 1_336, 4_564, 7_128, 4_136, 456] },
  { from: 16, counts: [2, 24, 220, 1_064, 1_982, 872, 8] },
  { from: 18, counts: [4, 48, 282, 544, 100] },
  { from: 20, counts: [10, 96, 132] },
  { from: 22, counts: [36, 8] },
  { from: 23, counts: [16] },
  { from: 24, counts: [0] },
  { from: 24, counts: [1] },
];

const CARD_NUMBERS = SIDE * SIDE - 1;

/** For each number of lines how many of the C(75, 40) sets of deciding balls complete it on a card, and what that pays. */
export const lineEndings: readonly Ending[] = PATTERNS.map(({ from, counts }, lines) => ({
  // A pattern of m marked cells: its m numbers are drawn, the card's others are not, the rest of the balls are any of the 51 beside the card.
  ways: counts.reduce((ways, count, at) => ways + BigInt(count) * choose(BINGO_BALLS - CARD_NUMBERS, BALLS_DECIDING - from - at), 0n),
  pays: linesPay(lines),
}));

const exactReturn = returnOf(lineEndings);
const cardVariance = varianceOf(lineEndings);

/** One card: column by column, five of its fifteen numbers (four in the middle one) from the top. */
function drawCard(stream: Stream): number[] {
  const columns = sides.map((column) => {
    const isMiddle = column === (SIDE - 1) / 2;
    const numbers = drawSome(stream, { first: 1 + column * COLUMN_NUMBERS, of: COLUMN_NUMBERS, count: isMiddle ? SIDE - 1 : SIDE });
    return isMiddle ? numbers.toSpliced((SIDE - 1) / 2, 0, FREE) : numbers;
  });
  return Array.from({ length: SIDE * SIDE }, (_, cell) => columns[cell % SIDE]?.[Math.floor(cell / SIDE)] ?? FREE);
}

/** The lines of a card (places in `bingoLines`) that balls complete. */
export function completedLines(cells: readonly number[], balls: readonly number[]): readonly number[] {
  const marked = cells.map((number) => number === FREE || balls.includes(number));
  return bingoLines.flatMap((line, at) => (line.every((cell) => marked[cell]) ? [at] : []));
}

function settleCard(cells: number[], balls: readonly number[]): BingoOutcome["cards"][number] {
  const lines = completedLines(cells, balls).length;
  return { cells, lines, multiplier: linesPay(lines) };
}

const priceOf = ({ cards }: BingoChoice): bigint => BigInt(cards) * CARD_PRICE;

function varianceFor(choice?: BingoChoice): Rational {
  if (choice !== undefined && choice.cards > 1) throw new RangeError("Cards of a round share its balls: the variance is known exactly for one card.");
  return cardVariance;
}

const limits = { stakeMin: CARD_PRICE, stakeMax: 48n * CARD_PRICE, stakeStep: CARD_PRICE };

/**
 * Parol Bingo: first the 48 balls of 1 to 75, then the cards one after the other, each column by column from the left: five of the column's fifteen
 * numbers from the top (B 1–15, I 16–30, N 31–45, G 46–60, O 61–75), four in the middle one, whose centre is free. Balls and columns are drawn alike:
 * the numbers stand in a row, for place i = 0, 1, 2 … `stream.uniform(n - i)` = j, and the numbers at the places i and i + j change places.
 * The first 40 balls decide: a card pays by how many of its twelve lines they complete.
 */
export const bingo: InstantEngine<BingoChoice, BingoOutcome> = {
  kind: "instant",
  gameCode: "PAROL_BINGO",
  vendorCode: "BGS",
  gameType: "BGS",
  ...limits,
  cycleMs: 1_000,
  parseChoice: BingoChoice,
  maxWinMultiple: rational(BigInt(Math.max(...LINE_PAYS)), 100n),
  stakeOf: priceOf,
  validMinor: wholeStake,
  play({ stakeMinor, choice, stream }) {
    assertStake(limits, stakeMinor);
    const read = BingoChoice.parse(choice);
    if (priceOf(read) !== stakeMinor) throw new RangeError(`${read.cards} cards do not cost ${stakeMinor} minor units.`);
    const balls = drawSome(stream, { first: 1, of: BINGO_BALLS, count: BALLS_DRAWN });
    const deciding = balls.slice(0, BALLS_DECIDING);
    const cards = Array.from({ length: read.cards }, () => settleCard(drawCard(stream), deciding));
    const pays = cards.reduce((sum, { multiplier }) => sum + multiplier, 0);
    return { winMinor: (CARD_PRICE * BigInt(pays)) / 100n, outcome: { balls, cards } }; // Exact: a card costs whole hundreds.
  },
  exactReturn: () => exactReturn,
  exactVariance: varianceFor,
  bets: () => [{ choice: { cards: 1 }, endings: lineEndings }],
};
