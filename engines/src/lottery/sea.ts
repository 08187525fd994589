import { betOf, type Worth } from "./bet.ts";
import { lotteryOf, takeDifferent, type LotteryBet, type LotteryKey, type NumberResult, type Prize } from "./lottery.ts";
import { countOrders, ordersOf } from "./picks.ts";

const house = { gameType: "LOTT", vendorCode: "TCG_SEA", unitMax: 10_000n } as const;
const TEN = 10;

/** So many different numbers of so many digits. */
function drawNumbers(count: number, digits: number): (stream: { uniform(count: number): number }) => NumberResult {
  return (stream) => ({ numbers: takeDifferent(stream, { from: 0, to: TEN ** digits - 1, count }).map((number) => String(number).padStart(digits, "0")) });
}

const plain = (digits: readonly number[]): string => digits.join("");

/** The prizes of four digits: their first places in a result, how many there are, and what a big and a small bet pays. */
const fourPrizes = [
  { code: "first", from: 0, count: 1, digits: 4, big: 300_000, small: 432_000 },
  { code: "second", from: 1, count: 1, digits: 4, big: 150_000, small: 264_000 },
  { code: "third", from: 2, count: 1, digits: 4, big: 75_000, small: 156_000 },
  { code: "starter", from: 3, count: 10, digits: 4, big: 24_000, small: 0 },
  { code: "consolation", from: 13, count: 10, digits: 4, big: 9_000, small: 0 },
] as const;
type Size = "big" | "small";

const four = { kind: "digits", places: 4, from: 0, to: 9 } as const;
const FOUR_SPACE = 10_000;
const kinds = ["1-2-3-4", "1-1-2-3", "1-1-2-2", "1-1-1-2"];

/** What one number of a big or small bet brings: what the prize says that it has, if any. */
const paysAt = (size: Size, place: number): number => fourPrizes.find(({ from, count }) => place >= from && place < from + count)?.[size] ?? 0;

/**
 * A number anywhere among the prizes. Straight: the number itself. Box: each of its orders at the whole unit. iBox: one unit over all orders, so each pays its part of the
 * prize, which always divides to the hundredth.
 */
function sized(size: Size, mode: "" | "Box" | "IBox"): LotteryBet<NumberResult> {
  return betOf({
    code: `${size}${mode}`,
    entry: four,
    samples: mode === "" ? ["1-2-3-4"] : mode === "Box" ? [...kinds, "1-1-1-1"] : kinds,
    accepts: (digits) => mode !== "IBox" || countOrders(digits) > 1,
    worth(digits): Worth<NumberResult> {
      const orders = mode === "" ? 1 : countOrders(digits);
      const share = mode === "IBox" ? orders : 1;
      const numbers = () => (mode === "" ? [digits] : ordersOf(digits)).map(plain);
      const paid = fourPrizes.filter((prize) => prize[size] > 0);
      const sorted = [...digits].sort().join("");
      const isMine = (number: string): boolean => (mode === "" ? number === plain(digits) : [...number].sort().join("") === sorted);
      const places = (): readonly LotteryKey[] =>
        numbers().flatMap((number) => paid.map(({ code, ...prize }) => ({ key: `${code}=${number}`, most: BigInt(prize[size] / share) })));
      return {
        lines: mode === "Box" ? orders : 1,
        chances: paid.map((prize) => ({ pays: prize[size] / share, ways: prize.count * orders, of: FOUR_SPACE })),
        settle: ({ numbers: fallen }) => fallen.reduce((sum, number, place) => (isMine(number) ? sum + paysAt(size, place) / share : sum), 0),
        most: mostOf(orders, size) / share,
        keys: () => numbers().map((number) => ({ key: `n=${number}`, most: BigInt(paysAt(size, 0) / share) })),
        places,
      };
    },
  });
}

/** So many different numbers can have the largest prizes at once. */
const mostOf = (count: number, size: Size): number =>
  fourPrizes
    .flatMap((prize) => Array.from({ length: prize.count }, () => prize[size]))
    .slice(0, count)
    .reduce((sum: number, pays) => sum + pays, 0);

/** The last digits of the first prize, or of each of the first three. */
function ending(code: string, places: number, prizes: number, pays: number): LotteryBet<NumberResult> {
  return betOf({
    code,
    entry: { kind: "digits", places, from: 0, to: 9 },
    samples: ["1-2-3-4".slice(0, 2 * places - 1)],
    worth(digits): Worth<NumberResult> {
      const end = plain(digits);
      return {
        chances: [{ pays, ways: 1, of: TEN ** places, times: prizes }],
        settle: ({ numbers }) => numbers.slice(0, prizes).filter((number) => number.endsWith(end)).length * pays,
        most: pays * prizes,
        keys: () => [`${places === four.places ? "n" : code}=${end}`],
        places: () => [{ key: `${code}=${end}`, most: BigInt(pays * prizes) }],
      };
    },
  });
}

/** 23 different numbers of four digits: three prizes, ten starters, ten consolations. */
export const sea4d = lotteryOf<NumberResult>({
  ...house,
  gameCode: "SEA_4D",
  bets: [
    sized("big", ""),
    sized("small", ""),
    sized("big", "Box"),
    sized("small", "Box"),
    sized("big", "IBox"),
    sized("small", "IBox"),
    ending("4A", 4, 1, 860_000),
    ending("3A", 3, 1, 86_000),
    ending("2A", 2, 1, 8_800),
    ending("3ABC", 3, 3, 28_600),
    ending("2ABC", 2, 3, 2_930),
  ],
  prizes: fourPrizes.map(({ code, count, digits }): Prize => ({ code, count, digits })),
  places: { starter: 10, consolation: 10 },
  drawResult: drawNumbers(23, 4),
});

const fivePrizes: readonly Prize[] = ["first", "second", "third"].map((code) => ({ code, count: 1, digits: 5 }));
const FIVE = [3_800_000, 1_500_000, 1_000_000] as const;
/** Of the first prize: the last four, three or two, the best of them. */
const FIVE_ENDS = [
  { pays: 100_000, ways: 9 },
  { pays: 6_000, ways: 90 },
  { pays: 800, ways: 900 },
] as const;
const FIVE_SPACE = 100_000;

const fiveTiers: LotteryBet<NumberResult> = betOf({
  code: "straight",
  entry: { kind: "digits", places: 5, from: 0, to: 9 },
  samples: ["1-2-3-4-5"],
  worth(digits): Worth<NumberResult> {
    const mine = plain(digits);
    const endOf = (first: string): number => FIVE_ENDS.find((_, at) => first.endsWith(mine.slice(at + 1)))?.pays ?? 0;
    return {
      chances: [...FIVE.map((pays) => ({ pays, ways: 1, of: FIVE_SPACE })), ...FIVE_ENDS.map(({ pays, ways }) => ({ pays, ways, of: FIVE_SPACE }))],
      settle({ numbers }) {
        const place = numbers.indexOf(mine);
        return (place < 0 ? 0 : FIVE[place]!) + (place === 0 ? 0 : endOf(numbers[0]!));
      },
      keys: () =>
        [`n=${mine}`, { key: `4=${mine.slice(1)}`, most: BigInt(FIVE_ENDS[0].pays) }, { key: `2=${mine.slice(3)}`, most: BigInt(FIVE_ENDS[1].pays) }].map(
          (key) => (typeof key === "string" ? { key, most: BigInt(FIVE[0]) } : key),
        ),
      // Numbers that end alike win by the first prize at once, and one that is second or third too: each tier is what it pays beyond the next.
      places: () => [
        { key: `first=${mine}`, most: BigInt(FIVE[0] - FIVE_ENDS[0].pays) },
        { key: `second=${mine}`, most: BigInt(FIVE[1]) },
        { key: `third=${mine}`, most: BigInt(FIVE[2]) },
        { key: `4=${mine.slice(1)}`, most: BigInt(FIVE_ENDS[0].pays - FIVE_ENDS[1].pays) },
        { key: `3=${mine.slice(2)}`, most: BigInt(FIVE_ENDS[1].pays - FIVE_ENDS[2].pays) },
        { key: `2=${mine.slice(3)}`, most: BigInt(FIVE_ENDS[2].pays) },
      ],
    };
  },
});

/** Three different numbers of five digits. */
export const sea5d = lotteryOf<NumberResult>({ ...house, gameCode: "SEA_5D", bets: [fiveTiers], prizes: fivePrizes, drawResult: drawNumbers(3, 5) });
