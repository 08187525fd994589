import { rational } from "../engine.ts";
import { betOf, type Worth } from "./bet.ts";
import { lotteryOf, type LotteryBet, type LotteryEngine, type NumberResult, type Prize } from "./lottery.ts";

/** What differs between the north and the rest, in hundredths where it pays. */
interface Region {
  readonly prizes: readonly Prize[];
  readonly xien: Readonly<Record<2 | 3 | 4, number>>;
  readonly slip: Readonly<Record<4 | 8 | 10, number>>;
  /** Which two digits the head is: the special's first two, or those of the eighth prize. */
  readonly headOf: (numbers: readonly string[]) => string;
}

const TWO_PAYS = 9_700;
const THREE_PAYS = 96_000;
const FOUR_PAYS = 950_000;
const TEN = 10;
const pays: Readonly<Record<number, number>> = { 2: TWO_PAYS, 3: THREE_PAYS, 4: FOUR_PAYS };
const TWO_SPACE = 100;

const prize = (code: string, count: number, digits: number): Prize => ({ code, count, digits });
const countOf = (prizes: readonly Prize[]): number => prizes.reduce((sum, { count }) => sum + count, 0);
const plain = (digits: readonly number[]): string => digits.join("");
const padded = (number: number): string => String(number).padStart(2, "0");
const digitsEntry = (places: number) => ({ kind: "digits", places, from: 0, to: 9 }) as const;
const sampleOf = (places: number): string => "1-2-3-4".slice(0, 2 * places - 1);

/** Some digits of one prize. */
function single(code: string, places: number, digitsOf: (numbers: readonly string[]) => string): LotteryBet<NumberResult> {
  return betOf({
    code,
    entry: digitsEntry(places),
    samples: [sampleOf(places)],
    worth(digits): Worth<NumberResult> {
      const mine = plain(digits);
      return {
        chances: [{ pays: pays[places]!, ways: 1, of: TEN ** places }],
        settle: ({ numbers }) => (digitsOf(numbers) === mine ? pays[places]! : 0),
        keys: () => [`${code}=${mine}`],
      };
    },
  });
}

/** The last digits of every prize long enough, each of them a line, paid as often as they fall. */
function lo(places: 2 | 3 | 4, prizes: readonly Prize[]): LotteryBet<NumberResult> {
  const lines = countOf(prizes.filter(({ digits }) => digits >= places));
  return betOf({
    code: `lo${places}`,
    entry: digitsEntry(places),
    samples: [sampleOf(places)],
    worth(digits): Worth<NumberResult> {
      const mine = plain(digits);
      return {
        lines,
        chances: [{ pays: pays[places]!, ways: 1, of: TEN ** places, times: lines }],
        settle: ({ numbers }) => numbers.filter((number) => number.endsWith(mine)).length * pays[places]!,
        most: lines * pays[places]!,
        keys: () => [`lo${places}=${mine}`],
      };
    },
  });
}

const chooseEntry = (count: number) => ({ kind: "choose", from: 0, to: 99, count }) as const;
const endsOf = ({ numbers }: NumberResult): ReadonlySet<string> => new Set(numbers.map((number) => number.slice(-2)));
const sampleSet = (count: number): string => Array.from({ length: count }, (_, at) => at * 9).join("-");

/** In how many of 100^n ways of n prizes all of k two-digit numbers fall: those that miss some are taken off in turn. */
function waysOfAll(chosen: number, prizes: number): bigint {
  let ways = 0n;
  let choose = 1n;
  for (let missed = 0; missed <= chosen; missed += 1) {
    ways += (missed % 2 === 0 ? 1n : -1n) * choose * BigInt(TWO_SPACE - missed) ** BigInt(prizes);
    choose = (choose * BigInt(chosen - missed)) / BigInt(missed + 1);
  }
  return ways;
}

/** All of the chosen numbers fall, or none of them. */
function together(code: string, count: number, prizes: number, paid: number): LotteryBet<NumberResult> {
  const isAll = code.startsWith("xien");
  const space = BigInt(TWO_SPACE) ** BigInt(prizes);
  const { numerator, denominator } = rational(isAll ? waysOfAll(count, prizes) : BigInt(TWO_SPACE - count) ** BigInt(prizes), space);
  return betOf({
    code,
    entry: chooseEntry(count),
    samples: [sampleSet(count)],
    worth: (chosen): Worth<NumberResult> => ({
      chances: [{ pays: paid, ways: numerator, of: denominator }],
      settle(result) {
        const ends = endsOf(result);
        const isWon = isAll ? chosen.every((one) => ends.has(padded(one))) : !chosen.some((one) => ends.has(padded(one)));
        return isWon ? paid : 0;
      },
      keys: () => [`${code}-${chosen.join("-")}`],
    }),
  });
}

function regionOf(gameCode: string, { prizes, xien, slip, headOf }: Region): LotteryEngine<NumberResult> {
  const count = countOf(prizes);
  return lotteryOf<NumberResult>({
    gameCode,
    gameType: "LOTT",
    vendorCode: "TCG_LOTTO_VN",
    unitMax: 10_000n,
    prizes,
    bets: [
      lo(2, prizes),
      lo(3, prizes),
      lo(4, prizes),
      single("de", 2, ([special = ""]) => special.slice(-2)),
      single("head", 2, headOf),
      single("cang3", 3, ([special = ""]) => special.slice(-3)),
      single("cang4", 4, ([special = ""]) => special.slice(-4)),
      ...([2, 3, 4] as const).map((chosen) => together(`xien${chosen}`, chosen, count, xien[chosen])),
      ...([4, 8, 10] as const).map((chosen) => together(`slip${chosen}`, chosen, count, slip[chosen])),
    ],
    drawResult: (stream) => ({
      numbers: prizes.flatMap(({ count: numbers, digits }) =>
        Array.from({ length: numbers }, () => String(stream.uniform(TEN ** digits)).padStart(digits, "0")),
      ),
    }),
  });
}

const south: Region = {
  prizes: [
    prize("special", 1, 6),
    prize("first", 1, 5),
    prize("second", 1, 5),
    prize("third", 2, 5),
    prize("fourth", 7, 5),
    prize("fifth", 1, 4),
    prize("sixth", 3, 4),
    prize("seventh", 1, 3),
    prize("eighth", 1, 2),
  ],
  xien: { 2: 3_600, 3: 24_000, 4: 169_000 },
  slip: { 4: 195, 8: 420, 10: 625 },
  headOf: (numbers) => numbers.at(-1)!,
};

const north: Region = {
  prizes: [
    prize("special", 1, 5),
    prize("first", 1, 5),
    prize("second", 2, 5),
    prize("third", 6, 5),
    prize("fourth", 4, 4),
    prize("fifth", 6, 4),
    prize("sixth", 3, 3),
    prize("seventh", 4, 2),
  ],
  xien: { 2: 1_700, 3: 7_600, 4: 35_000 },
  slip: { 4: 280, 8: 890, 10: 1_610 },
  headOf: ([special = ""]) => special.slice(0, 2),
};

export const vnSouth = regionOf("VN_SOUTH", south);
export const vnCentral = regionOf("VN_CENTRAL", south);
export const vnNorth = regionOf("VN_NORTH", north);
